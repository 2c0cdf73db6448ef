// The house rules that can be checked in the text of one file. Each rule has files that break it, which prove that its check works.
import { limits } from '../src/contract/limits.ts'
import { prices } from '../src/contract/prices.ts'
import { siteIds } from '../src/contract/sites/site-ids.ts'
import { siteRows } from '../src/contract/sites.ts'
import { hasCompetingQuantifiers, patternsIn } from './tidy-patterns.ts'

export type Rule = {
  promise: string
  /** Globs of the files that have to keep the rule; all files of src/ if left out. */
  where?: readonly string[]
  /** The breaches of the rule in one of these files; empty when the file keeps the rule. */
  breaches(file: string, text: string): string[]
  /** Files that break the rule, each in another way. */
  broken: readonly { file: string; text: string }[]
}

/** The room of a file, such as `store`. A file directly in src/, and a folder beside src/, is a room of its own. */
export const roomOf = (file: string) =>
  file
    .replace(/^src\//, '')
    .split('/')[0]!
    .replace(/\.ts$/, '')

/** The code of a file without its comments. The lines keep their numbers. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, '')).replace(/(^|\s)\/\/.*/g, '$1')

const unless = (kept: boolean, file: string) => (kept ? [] : [file])

/** Calls for the time, an id or randomness. */
const clockOrChance =
  /\bDate\.now\b|new Date\(\)|(?<![\w.])Date\(\)|\bMath\.random\b|\brandom(Bytes|UUID|Int)\b|\bgetRandomValues\b|\bTemporal\.Now\b/

/** Numbers of limits, prices and sites that can hardly mean anything else: five digits or more, not round, no whole minutes. */
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

/** Values of limits and prices by the noun that follows them in a sentence. */
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

/** Members that some sites have and others lack. */
const shapeMembers = [
  ...new Set(
    Object.values(siteRows).flatMap(({ body, editMembers, timed }) => [
      ...Object.keys(body.properties),
      ...Object.keys(editMembers),
      ...Object.values(timed ?? {}).filter(name => typeof name === 'string'),
    ]),
  ),
].filter(name => !Object.values(siteRows).every(({ body }) => name in body.properties))
/** The members whose names can mean nothing else. The store has columns of some of these names. */
const tellingMembers = shapeMembers.filter(name => name.includes('_'))
const anyMember = shapeMembers.join('|')
/** Code that takes such a member, whatever its name, out of the fields of a post. */
const takesMember = new RegExp(
  `\\bfields(\\?\\.|\\.|(\\?\\.)?\\[')(${anyMember})\\b|\\{[^{}]*\\b(${anyMember})\\b[^{}]*\\} = (\\w+\\.)*fields\\b|\\$\\.(${anyMember})\\b`,
)

/** Two parts of a regular expression that repeat without end and take the same characters, with at most a few between them. */
const overlapping =
  /(?:\\S|\\w|\\D|(?<!\\)\.|\[\^[^\]]{1,8}\])[+*](?![?+])[^\s()|[\]{}?*+/]{0,6}(?:\\S|\\w|\\D|(?<!\\)\.)[+*]/

/** Files that have to name currencies: those that read texts of posts, the prices of classifieds, and the tables of currencies. */
const namesCurrencies =
  /^src\/(?:moderation\/prefilter|domain\/money\/(?:asking-price|currency-signs)|contract\/(?:sites\/rows|api-changes|currency|currencies))/
const moneyByHand = /\$\$\{|\$\d+[.,]\d|(?<![\w$])(?:USD|usd|[Dd]ollars?)(?!\w)|[a-z](?<!micros_per)_usd\b/g

export const rules: readonly Rule[] = [
  {
    promise:
      'no regular expression has neighbours that repeat the same characters without end, which takes quadratic time',
    breaches: (file, text) =>
      [
        ...codeOf(text).matchAll(/(?<=[=(,:!&|?[\s])\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/g),
      ].flatMap(([literal]) => (overlapping.test(literal) ? [`${file}: ${literal}`] : [])),
    broken: [
      { file: 'src/domain/shape.ts', text: 'const plus = /^\\S+T\\S+ \\d\\d$/.test(data)' },
      { file: 'src/edge/edge.ts', text: 'const two = text.match(/a.*b.*c/)' },
    ],
  },
  {
    promise: 'no literal repeats a number of limits, prices or sites',
    breaches: (file, text) =>
      /^src\/contract\/(limits|prices|sites\/(rows\/)?\w+)\.ts$/.test(file)
        ? []
        : [...codeOf(text).matchAll(/(?<![\w.])\d[\d_,]*\d(?![\w.])/g)].flatMap(([literal]) => {
            const name = distinctive.get(Number(literal.replace(/[_,]/g, '')))
            return name ? [`${file}: ${literal} is ${name}`] : []
          }),
    broken: [{ file: 'src/edge/edge.ts', text: `const why = 'The body is longer than 65,536 bytes.'` }],
  },
  {
    promise: 'no sentence repeats a number of limits or prices',
    breaches: (file, text) =>
      [...codeOf(text).matchAll(countPattern)].flatMap(([words, count = '', noun = '']) => {
        const word = inWords.indexOf(count.toLowerCase())
        const value = word >= 0 ? word : Number(count.replace(/[_,]/g, ''))
        return counted[noun.toLowerCase()]?.includes(value) ? [`${file}: "${words}" repeats a limit or a price`] : []
      }),
    broken: [
      {
        file: 'src/contract/problems/problems.ts',
        text: `  meaning: '${limits.strikesToBan} strikes end an account.',`,
      },
    ],
  },
  {
    promise: 'no amount and no currency is written by hand: contract/currency.ts writes both',
    // Posts name any currency, and the classifieds have prices of their own.
    breaches: (file, text) =>
      namesCurrencies.test(file) ? [] : [...codeOf(text).matchAll(moneyByHand)].map(([found]) => `${file}: "${found}"`),
    broken: [
      { file: 'src/mails/money.ts', text: 'const line = `Paid: $${amount}`' },
      { file: 'src/http/owner/papers/paper.ts', text: `const paid = amount + ' USD'` },
      { file: 'src/store/money/payments.ts', text: `const currency = 'usd'` },
      { file: 'src/http/owner/settings.ts', text: `const rule = 'An amount is in dollars.'` },
      { file: 'src/http/owner/payments.ts', text: `const columns = ['amount_usd']` },
    ],
  },
  {
    promise: 'no sentence says a span of hours or days in words: it is written from its limit',
    breaches: (file, text) =>
      [...codeOf(text).matchAll(/\b(?:in|for|within|after|about|than|every) (?:about )?an? (?:hour|day|week)\b/g)].map(
        ([words]) => `${file}: "${words}"`,
      ),
    broken: [
      { file: 'src/http/review/notices.ts', text: `skipped: 'It comes back to you in an hour.'` },
      { file: 'src/documents/openapi/webhooks.ts', text: `'It is delivered again for about a day.'` },
    ],
  },
  {
    promise: 'no member of a shape is named outside contract/sites',
    // The changelog of the API tells callers the names.
    breaches: (file, text) =>
      file.startsWith('src/contract/sites/') ||
      roomOf(file) === 'store' ||
      ['src/domain/posts/publication.ts', 'src/contract/api-changes.ts'].includes(file)
        ? []
        : tellingMembers
            .filter(name => new RegExp(`(?<![\\w$])${name}(?!\\w)`).test(codeOf(text)))
            .map(name => `${file}: names ${name}`),
    broken: [{ file: 'src/domain/posts/post.ts', text: 'const start = sent.starts_at' }],
  },
  {
    promise: 'no member of a shape is taken out of the fields of a post by name, not even in the store',
    breaches: (file, text) => unless(file.startsWith('src/contract/sites/') || !takesMember.test(codeOf(text)), file),
    broken: [
      { file: 'src/domain/posts/post.ts', text: 'const asked = text.fields.price' },
      { file: 'src/usecases/posts/submit.ts', text: `const where = fields?.['venue']` },
      { file: 'src/moderation/verdict.ts', text: 'const { topics, condition } = post.fields' },
      { file: 'src/store/posts/posts.ts', text: `sql\`json_extract(fields, '$.starts_at')\`` },
    ],
  },
  {
    promise: 'no site is named outside the contract',
    breaches(file, text) {
      if (['contract', 'config'].includes(roomOf(file))) return []
      // `events` is also a table of the store.
      const ids = siteIds.filter(id => id !== 'events' || roomOf(file) !== 'store').join('|')
      const named = new RegExp(`(['"\`])(${ids})\\1|\\bsiteRows\\.(${ids})\\b`)
      return unless(!named.test(codeOf(text)), file)
    },
    broken: [
      { file: 'src/domain/posts/post.ts', text: `if (site.id === 'events') return null` },
      { file: 'src/usecases/review/decide-item.ts', text: `const site = text?.site ?? 'events'` },
      { file: 'src/http/public/kit/facts.ts', text: `const row = siteRow('stories')` },
      { file: 'src/edge/server.ts', text: `const own = ['events', 'classifieds'].includes(site)` },
      { file: 'src/mcp/batches.ts', text: 'const { noun } = siteRows.messages' },
    ],
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
    broken: [{ file: 'src/actions/posts/submit-post.ts', text: `scope.db.selectFrom('posts')` }],
  },
  {
    promise: 'the ledger is written in store/money/ledger.ts alone',
    breaches: (file, text) =>
      unless(
        file === 'src/store/money/ledger.ts' ||
          !/(insertInto|updateTable)\('ledger'\)|\b(insert into|update) ledger\b|\.set\(\{[^}]*\bbalance\b|\bupdate accounts\b[^`;]*\bbalance\s*=/i.test(
            text,
          ),
        file,
      ),
    broken: [
      { file: 'src/store/accounts/accounts.ts', text: `db.updateTable('accounts').set({ balance: 1 })` },
      { file: 'src/store/accounts/accounts.ts', text: `.set({ strikes, balance })` },
      { file: 'src/store/accounts/accounts.ts', text: 'sql`update accounts set strikes = 0, balance = 0`' },
      { file: 'src/store/money/payouts.ts', text: `db.insertInto('ledger').values(row)` },
      { file: 'src/store/money/payouts.ts', text: 'sql`insert into ledger (id) values (1)`' },
    ],
  },
  {
    promise: 'the status of a text changes in actions/posts/transition.ts alone',
    breaches: (file, text) =>
      unless(
        ['src/actions/posts/transition.ts', 'src/store/posts/revisions.ts'].includes(file) ||
          !/\bmoveRevision\b/.test(text),
        file,
      ),
    broken: [
      { file: 'src/actions/posts/decide.ts', text: `await moveRevision(db, id, ['queued'], 'published', decision)` },
    ],
  },
  {
    promise: 'the domain measures no time and has no I/O',
    breaches: (file, text) =>
      unless(
        roomOf(file) !== 'domain' ||
          !/performance\.now|from 'node:(fs|net|http|https|dns|child_process|worker_threads)(\/promises)?'/.test(text),
        file,
      ),
    broken: [
      { file: 'src/domain/times/time.ts', text: 'const begun = performance.now()' },
      { file: 'src/domain/times/zones.ts', text: `import { readFile } from 'node:fs/promises'` },
    ],
  },
  {
    promise: 'time, ids and randomness come from the scope or the platform',
    breaches: (file, text) =>
      unless(
        ['app', 'main', 'edge', 'http', 'mcp', 'cli', 'integrations'].includes(roomOf(file)) ||
          !clockOrChance.test(text),
        file,
      ),
    broken: [
      { file: 'src/domain/times/time.ts', text: 'const now = Date.now()' },
      { file: 'src/domain/times/time.ts', text: 'const today = new Date().toISOString()' },
      { file: 'src/actions/posts/submit-post.ts', text: 'const id = randomUUID()' },
      { file: 'src/store/posts/posts.ts', text: 'const at = Date.now()' },
      { file: 'src/usecases/posts/seed.ts', text: `const seed = randomBytes(24).toString('hex')` },
      { file: 'src/workers/webhooks.ts', text: 'const chance = Math.random()' },
    ],
  },
  {
    promise: 'no room is called utils, helpers, manager, service or base',
    breaches: file => unless(!/(?<![a-z])(utils?|helpers?|manager|service|base)(\.ts|\/)/.test(file), file),
    broken: [{ file: 'src/domain/utils.ts', text: '' }],
  },
  {
    promise: 'requests and replies of the server stay in edge, http and mcp',
    breaches: (file, text) =>
      unless(['app', 'edge', 'http', 'mcp'].includes(roomOf(file)) || !/from '@?fastify/.test(text), file),
    broken: [{ file: 'src/usecases/posts/submit.ts', text: `import type { FastifyRequest } from 'fastify'` }],
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
    broken: [{ file: 'src/actions/claim-work.ts', text: `const answer = await fetch('https://example.org')` }],
  },
  {
    promise: 'one function applies the state table',
    breaches: (file, text) =>
      unless(
        file === 'src/store/posts/revisions.ts' ||
          file.startsWith('src/store/database/migrations/') ||
          ((file === 'src/actions/posts/transition.ts' || !/\bmoveRevision\(/.test(text)) &&
            !/(updateTable|insertInto)\('revisions'\)[^;]*?\bstatus\b|\bupdate revisions\b|\binsert into revisions\b/i.test(
              text,
            ) &&
            !/(updateTable|insertInto)\('revisions'\)/.test(text)),
        file,
      ),
    broken: [
      {
        file: 'src/actions/posts/withdraw-post.ts',
        text: `await moveRevision(db, id, ['review'], 'deleted', {})`,
      },
      { file: 'src/store/posts/posts.ts', text: `db.updateTable('revisions').set(change)` },
      { file: 'src/store/posts/posts.ts', text: `sql\`update revisions set status = 'deleted'\`` },
    ],
  },
  {
    promise: 'only store/database uses the lock words of a database, in raw SQL too',
    breaches: (file, text) =>
      unless(
        file.startsWith('src/store/database/') ||
          !/\bskip locked\b|\.(skipLocked|forUpdate|forNoKeyUpdate|forShare|forKeyShare|noWait)\(|\bfor (no key update|update|share|key share)\b(?! of (the|a)\b)[^'\n]*`/i.test(
            codeOf(text),
          ),
        file,
      ),
    broken: [
      { file: 'src/store/posts/posts.ts', text: 'sql`select id from posts for update`' },
      { file: 'src/store/posts/posts.ts', text: `db.selectFrom('posts').select('id').forUpdate()` },
      { file: 'src/store/delivery/mails.ts', text: 'sql`select id from mails limit 1 skip locked`' },
    ],
  },
  {
    promise: 'a constant in a condition is a literal of the statement, so that its plan can use a partial index',
    breaches: (file, text) =>
      unless(roomOf(file) !== 'store' || !/\bwhere\('[^']+', '[^']+', (?:'|\d|\[')/.test(codeOf(text)), file),
    broken: [{ file: 'src/store/posts/reports.ts', text: `.where('state', '=', 'open')` }],
  },
  {
    promise: 'only store/database and the configuration name a database',
    breaches: (file, text) =>
      unless(
        file === 'src/config.ts' ||
          /^src\/store\/database\/(dialect|sqlite|sqlite-file|checkpoint-thread|serve-checkpoints|postgres|postgres-client|postgres-pooler)\.ts$/.test(
            file,
          ) ||
          !/sqlite|postgres/i.test(text),
        file,
      ),
    broken: [
      { file: 'src/store/lists/search.ts', text: `if (dialect.name === 'sqlite') return fts` },
      { file: 'src/store/database/migrate.ts', text: `const isPostgres = url.startsWith('postgres:')` },
    ],
  },
  {
    promise: 'no action names the platform',
    breaches: (file, text) => unless(roomOf(file) !== 'actions' || !/\bPlatform\b/.test(text), file),
    broken: [{ file: 'src/actions/posts/settle.ts', text: 'export function settle(platform: Platform) {}' }],
  },
  {
    promise: 'edge, http, mcp and cli ask use cases, never the database',
    breaches: (file, text) =>
      unless(
        !['edge', 'http', 'mcp', 'cli'].includes(roomOf(file)) ||
          // These commands copy and restore the database.
          file === 'src/cli/backup-commands.ts' ||
          !/\bdb\b/.test(codeOf(text)),
        file,
      ),
    broken: [
      { file: 'src/edge/authenticate.ts', text: 'const { db } = platform' },
      { file: 'src/http/review/item.ts', text: 'await revisionById(platform.db, id)' },
      { file: 'src/mcp/call-tool.ts', text: 'await accountById(platform.db, id)' },
      { file: 'src/cli/review-commands.ts', text: 'if (await heldMessage(platform.db, id)) return' },
    ],
  },
  {
    promise: 'one file answers conditional requests',
    breaches: (file, text) => unless(file === 'src/edge/send-document.ts' || !/if-none-match'\]/.test(text), file),
    broken: [{ file: 'src/http/public/pages.ts', text: `const known = request.headers['if-none-match']` }],
  },
  {
    promise: 'no WeakMap attaches state to the platform',
    breaches: (file, text) => unless(!/WeakMap<(Platform|SiteTool)/.test(text), file),
    broken: [{ file: 'src/usecases/documents.ts', text: 'const kept = new WeakMap<Platform, Kept>()' }],
  },
  {
    promise: 'files are kebab-case, open with a sentence that says what they are for, and have no unfinished work',
    where: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'clients/**/*.ts'],
    breaches: (file, text) => {
      const first = text.replace(/^#!.*\n/, '').split('\n')[0] ?? ''
      return [
        ...(/^[a-z0-9/.-]+\.ts$/.test(file) ? [] : [`${file}: is not kebab-case`]),
        ...(/^(\/\/|\/\*\*) \S/.test(first) ? [] : [`${file}: does not open with a sentence that says what it is for`]),
        ...(/\b(TO ?DO|FIX ?ME|X{3})\b/.test(text) ? [`${file}: has an unfinished-work mark`] : []),
      ]
    },
    broken: [
      { file: 'src/domain/webAddresses.ts', text: '// Web addresses.' },
      { file: 'src/domain/times/time.ts', text: `import { limits } from '../contract/limits.ts'` },
      { file: 'src/domain/times/time.ts', text: `// Times.\n// ${'TO'}DO: leap seconds` },
    ],
  },
  {
    promise: 'a test does not sleep, except to wait for a process of its own',
    where: ['test/**/*.ts'],
    breaches: (file, text) =>
      unless(
        file.startsWith('test/e2e/') ||
          file === 'test/tidy-rules.ts' ||
          !/node:timers\/promises|\bsetTimeout\(|\bscheduler\.wait\(/.test(text),
        file,
      ),
    broken: [
      { file: 'test/cli/seed.test.ts', text: 'await new Promise(resolve => setTimeout(resolve, 30))' },
      { file: 'test/workers/mail.test.ts', text: `import { setTimeout as sleep } from 'node:timers/promises'` },
    ],
  },
  {
    promise:
      'no two quantifiers without an end compete for a run of characters: the cost of a pattern grows with its input',
    breaches: (file, text) =>
      patternsIn(codeOf(text))
        .filter(hasCompetingQuantifiers)
        .map(pattern => `${file}: ${pattern} needs a bound on one of its quantifiers`),
    broken: [
      { file: 'src/domain/shape.ts', text: String.raw`const isTime = /^\S+T\S+ \d\d:\d\d$/.test(data)` },
      { file: 'src/domain/shape.ts', text: 'const hasX = /.*x.*/.test(data)' },
      { file: 'src/cli/cli.ts', text: String.raw`return detail.replace(/\s*\n\s*/g, ' ')` },
      { file: 'src/domain/text/text.ts', text: 'const isLong = /^(a+)+$/.test(data)' },
      { file: 'src/contract/ids.ts', text: `Type.String({ pattern: '^[a-z]+(x?[a-z]+)*$' })` },
    ],
  },
  {
    promise:
      'styles say start and end in place of left and right, so that pages that are written from right to left are mirrored',
    where: ['src/http/public/**/*.css'],
    breaches: (file, text) => {
      const sided = /(?<![\w-])(?:(?:margin|padding|border)-)?(?:left|right)(?:-\w+)?:|:\s*(?:left|right)\b/g
      return [...text.replace(/\/\*[^*]*\*\//g, '').matchAll(sided)].map(([words]) => `${file}: ${words}`)
    },
    broken: [
      { file: 'src/http/public/kit/site.css', text: '.skip { left: 1rem }' },
      { file: 'src/http/public/kit/site.css', text: '.notice { border-left-width: 1px }' },
      { file: 'src/http/public/kit/site.css', text: 'td { text-align: right }' },
    ],
  },
  {
    promise: 'dependencies are pinned exactly',
    where: ['package.json'],
    breaches: (_file, text) => {
      const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${name} ${version}`)
    },
    broken: [{ file: 'package.json', text: '{"devDependencies":{"knip":"^5.0.0"}}' }],
  },
  {
    // npm 10 reads this member from the lock alone. npm install drops the member whenever it rewrites the entry.
    promise: 'the lock keeps npm 10 from compiling better-sqlite3, which ships its binaries',
    where: ['package-lock.json'],
    breaches: (file, text) => {
      const { packages } = JSON.parse(text) as { packages: Record<string, { gypfile?: boolean }> }
      return unless(packages['node_modules/better-sqlite3']?.gypfile === false, file)
    },
    broken: [{ file: 'package-lock.json', text: '{"packages":{"node_modules/better-sqlite3":{}}}' }],
  },
  {
    promise: 'the lock names no registry',
    where: ['package-lock.json'],
    breaches: (file, text) => unless(!text.includes('"resolved"'), file),
    broken: [{ file: 'package-lock.json', text: '{"resolved":"https://registry.npmjs.org/knip"}' }],
  },
]
