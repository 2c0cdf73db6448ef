// The house rules that can be checked in the text of one file. Each has a file that breaks it, which proves that the check works.
import { limits } from '../src/contract/limits.ts'
import { prices } from '../src/contract/prices.ts'
import { siteIds } from '../src/contract/site-ids.ts'
import { siteRows } from '../src/contract/sites.ts'

export type Rule = {
  promise: string
  /** The breaches of the rule in a file of src/; empty when the file keeps the rule. */
  breaches(file: string, text: string): string[]
  /** A file that breaks the rule. */
  broken: { file: string; text: string }
}

/** The room of a file, such as `store`. A file directly in src/ is a room of its own. */
export const roomOf = (file: string) => file.split('/')[1]!.replace(/\.ts$/, '')

/** The code of a file without its comments. The lines keep their numbers. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, '')).replace(/(^|\s)\/\/.*/g, '$1')

const unless = (kept: boolean, file: string) => (kept ? [] : [file])

/** Numbers of limits, prices and sites that can hardly mean anything else: five digits, not round, no whole minutes. */
const distinctive = new Map(
  numbersOf({ limits, prices, sites: Object.values(siteRows).map(({ usualPrice }) => usualPrice) })
    .filter(([, value]) => value >= 10_000 && value % 60_000 !== 0 && !/^\d0*$/.test(String(value)))
    .map(([name, value]) => [value, name]),
)

function numbersOf(value: unknown, name = ''): [name: string, value: number][] {
  if (typeof value === 'number') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => numbersOf(each, name ? `${name}.${key}` : key))
}

/** Values of limits and prices by the noun that a sentence counts them with. */
const counted: Record<string, readonly number[]> = {
  key: [limits.keysPerAccount],
  endpoint: [limits.webhooksPerAccount],
  strike: [limits.strikesToBan],
  time: [prices.penaltyMultiplier, prices.penaltyMultiplier - 1],
  hour: [limits.accountLinkMs, limits.idempotencyMs].map(ms => ms / 3_600_000),
  day: [limits.eventsKeptMs / 86_400_000],
  year: [limits.timesYearsAhead],
  byte: [limits.bodyBytes, limits.headerBytes],
}
const inWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const countPattern = new RegExp(
  `\\b(\\d[\\d,_]*|${inWords.join('|')})[ -](${Object.keys(counted).join('|')})s?\\b`,
  'gi',
)

/** Members of shapes whose names can mean nothing else. The store has columns of some of these names. */
const shapeMembers = Object.values(siteRows)
  .flatMap(({ body, editMembers, timed }) => [
    ...Object.keys(body.properties),
    ...Object.keys(editMembers),
    ...Object.values(timed ?? {}).map(String),
  ])
  .filter(name => name.includes('_'))

export const rules: readonly Rule[] = [
  {
    promise: 'no literal repeats a number of limits, prices or sites',
    breaches: (file, text) =>
      /^src\/contract\/(limits|prices|sites\/\w+)\.ts$/.test(file)
        ? []
        : [...codeOf(text).matchAll(/(?<![\w.])\d[\d_,]*\d(?![\w.])/g)].flatMap(([literal]) => {
            const name = distinctive.get(Number(literal.replace(/[_,]/g, '')))
            return name ? [`${file}: ${literal} is ${name}`] : []
          }),
    broken: { file: 'src/edge/edge.ts', text: `const why = 'The body is longer than 65,536 bytes.'` },
  },
  {
    promise: 'no sentence repeats a number of limits or prices',
    breaches: (file, text) =>
      [...codeOf(text).matchAll(countPattern)].flatMap(([words, count = '', noun = '']) => {
        const word = inWords.indexOf(count.toLowerCase())
        const value = word >= 0 ? word : Number(count.replace(/[_,]/g, ''))
        return counted[noun.toLowerCase()]?.includes(value) ? [`${file}: "${words}" repeats a limit or a price`] : []
      }),
    broken: { file: 'src/contract/problems.ts', text: `  meaning: 'Three strikes end an account.',` },
  },
  {
    promise: 'no member of a shape is named outside contract/sites',
    breaches: (file, text) =>
      file.startsWith('src/contract/sites/') || roomOf(file) === 'store' || file === 'src/domain/publication.ts'
        ? []
        : shapeMembers
            .filter(name => new RegExp(`(?<![\\w$])${name}(?!\\w)`).test(codeOf(text)))
            .map(name => `${file}: names ${name}`),
    broken: { file: 'src/domain/post.ts', text: 'const start = fields.starts_at' },
  },
  {
    promise: 'no site is named outside the contract',
    breaches: (file, text) =>
      unless(roomOf(file) === 'contract' || !new RegExp(`(===|!==|case) '(${siteIds.join('|')})'`).test(text), file),
    broken: { file: 'src/domain/post.ts', text: `if (site.id === 'events') return null` },
  },
  {
    promise: 'SQL is written in store/ alone',
    breaches: (file, text) =>
      unless(
        roomOf(file) === 'store' ||
          !/\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bfrom 'kysely'/.test(
            text.replace(/import type [^\n]+ from 'kysely'/g, ''),
          ),
        file,
      ),
    broken: { file: 'src/actions/posts/submit-post.ts', text: `scope.db.selectFrom('posts')` },
  },
  {
    promise: 'the ledger is written in store/money/ledger.ts alone',
    breaches: (file, text) =>
      unless(file === 'src/store/money/ledger.ts' || !/insertInto\('ledger'\)|set\(\{ balance/.test(text), file),
    broken: { file: 'src/store/money/accounts.ts', text: `db.updateTable('accounts').set({ balance: 1 })` },
  },
  {
    promise: 'the domain has no clock, no randomness and no I/O',
    breaches: (file, text) =>
      unless(
        roomOf(file) !== 'domain' ||
          !/Date\.now\(|Math\.random\(|randomBytes|from 'node:(fs|net|http|https|dns|child_process|worker_threads)'/.test(
            text,
          ),
        file,
      ),
    broken: { file: 'src/domain/time.ts', text: 'const now = Date.now()' },
  },
  {
    promise: 'actions take time and randomness from their scope',
    breaches: (file, text) =>
      unless(roomOf(file) !== 'actions' || !/Date\.now\(|Math\.random\(|randomBytes/.test(text), file),
    broken: { file: 'src/actions/posts/submit-post.ts', text: 'const now = Date.now()' },
  },
  {
    promise: 'no room is called utils, helpers, manager, service or base',
    breaches: file => unless(!/(?<![a-z])(utils?|helpers?|manager|service|base)(\.ts|\/)/.test(file), file),
    broken: { file: 'src/domain/utils.ts', text: '' },
  },
  {
    promise: 'requests and replies of the server stay in edge, http and mcp',
    breaches: (file, text) =>
      unless(['app', 'edge', 'http', 'mcp'].includes(roomOf(file)) || !/from '@?fastify/.test(text), file),
    broken: { file: 'src/usecases/posts/submit.ts', text: `import type { FastifyRequest } from 'fastify'` },
  },
  {
    promise: 'nothing outside the process is called in a transaction',
    breaches: (file, text) =>
      unless(
        !['actions', 'store', 'writer'].includes(roomOf(file)) ||
          !/\bfetch\(|from 'node:(net|http|https|http2|tls|dns|child_process)(\/promises)?'|from '(undici|nodemailer|stripe)'/.test(
            text,
          ),
        file,
      ),
    broken: { file: 'src/actions/work/claim-work.ts', text: `const answer = await fetch('https://example.org')` },
  },
  {
    promise: 'one function applies the state table',
    breaches: (file, text) =>
      unless(
        ['src/actions/posts/transition.ts', 'src/store/posts/revisions.ts'].includes(file) ||
          !/\bmoveRevision\(/.test(text),
        file,
      ),
    broken: {
      file: 'src/actions/posts/withdraw-post.ts',
      text: `await moveRevision(db, id, ['review'], 'deleted', {})`,
    },
  },
  {
    promise: 'rows are locked by the functions of store/database, in raw SQL too',
    breaches: (file, text) =>
      unless(
        file.startsWith('src/store/database/') ||
          !/\bfor (no key update|update|share|key share)\b(?! of (the|a)\b)[^'\n]*`/i.test(codeOf(text)),
        file,
      ),
    broken: { file: 'src/store/posts/posts.ts', text: 'sql`select id from posts for update`' },
  },
  {
    promise: 'a constant in a condition is a literal of the statement, so that its plan can use a partial index',
    breaches: (file, text) =>
      unless(roomOf(file) !== 'store' || !/\bwhere\('[^']+', '[^']+', (?:'|\d|\[')/.test(codeOf(text)), file),
    broken: { file: 'src/store/posts/reports.ts', text: `.where('state', '=', 'open')` },
  },
]
