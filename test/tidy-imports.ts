// The rules about imports of src/: one way between rooms, no circles, and no path from the writer to a reader of texts.
import { dirname, join, normalize } from 'node:path'
import { type Rule, roomOf } from './tidy-rules.ts'

const layers: readonly (readonly string[])[] = [
  ['contract'],
  ['domain', 'documents'],
  ['store', 'integrations', 'moderation', 'mails'],
  ['actions'],
  ['writer'],
  ['usecases'],
  ['edge'],
  ['http', 'mcp', 'cli', 'workers'],
  ['worlds'],
  ['app'],
  ['main'],
]

/** The nouns by which every floor is divided. */
const nouns = ['accounts', 'money', 'posts', 'review', 'delivery', 'lists', 'learning']

/** The folders of a room beside the nouns. */
const ownFolders: Record<string, readonly string[]> = {
  actions: ['rules'],
  domain: ['languages', 'places', 'text', 'times'],
  store: ['database', 'audit'],
  usecases: ['handlers'],
}

const levelOf = (room: string) => layers.findIndex(layer => layer.includes(room))

/** The files that a file imports, types and later imports included. */
export const importsOf = (file: string, text: string) =>
  [...text.matchAll(/(?:from|import)[\s(]+'(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(file), path!)))

/** Whether a file of one room may import a file of another. */
function mayImport(room: string, target: string): boolean {
  const other = roomOf(target)
  if (other === room) return true
  if (other === 'config') return ['app', 'main'].includes(room)
  if (room === 'config') return other === 'contract'
  // The process adds the command `seed`; nothing else of the product knows demo/.
  if (other === 'demo') return room === 'main'
  // The commands of agents call a service as any program does.
  if (other === 'clients') return room === 'cli'
  return levelOf(other) >= 0 && levelOf(other) < levelOf(room)
}

export const importRules: readonly Rule[] = [
  {
    promise: 'imports go one way between rooms, and none leaves src',
    breaches: (file, text) =>
      importsOf(file, text)
        .filter(target => !mayImport(roomOf(file), target))
        .map(target => `${file} imports ${target}`),
    broken: [
      { file: 'src/actions/posts/submit-post.ts', text: `import type { Platform } from '../../usecases/platform.ts'` },
      { file: 'src/cli/cli.ts', text: `import { callTool } from '../mcp/call-tool.ts'` },
      { file: 'src/usecases/links.ts', text: `import { startApp } from '../../test/harness.ts'` },
      { file: 'src/workers/loop.ts', text: `const { rows } = await import('../../bench/rows/wal.ts')` },
      { file: 'src/cli/cli.ts', text: `import { addSeedCommand } from '../../demo/seed-command.ts'` },
      { file: 'src/edge/server.ts', text: `import { readConfig } from '../config.ts'` },
      { file: 'src/mcp/call-tool.ts', text: `import { Handbill } from '../../clients/typescript/src/index.ts'` },
      { file: 'src/config.ts', text: `import { dialectOf } from './store/database/dialect.ts'` },
    ],
  },
  {
    promise:
      'a folder of actions, domain, store and usecases is one of the nouns of the house, or a folder that its room alone has',
    breaches(file) {
      const [, room = '', folder = '', rest] = file.split('/')
      const own = ownFolders[room]
      return !own || rest === undefined || nouns.includes(folder) || own.includes(folder) ? [] : [file]
    },
    broken: [
      { file: 'src/actions/webhooks/settle-delivery.ts', text: '' },
      { file: 'src/store/listing/places.ts', text: '' },
      { file: 'src/usecases/payments/top-up.ts', text: '' },
      { file: 'src/domain/decisions/statement.ts', text: '' },
    ],
  },
  {
    promise:
      'the owner’s pages and the console share http/private, know nothing of each other, and nothing of http knows them',
    breaches(file, text) {
      const wing = /^src\/http\/(owner|review)\//
      const own = wing.exec(file)?.[0]
      return !file.startsWith('src/http/')
        ? []
        : importsOf(file, text)
            .filter(target => wing.test(target) && wing.exec(target)?.[0] !== own)
            .map(target => `${file} imports ${target}`)
    },
    broken: [
      { file: 'src/http/review/frame.ts', text: `import { hidden } from '../owner/payment-pages.ts'` },
      { file: 'src/http/owner/account/posts.ts', text: `import { plain } from '../../review/plain-text.ts'` },
      { file: 'src/http/private/sign-in.ts', text: `import { sessionOf } from '../owner/session.ts'` },
      { file: 'src/http/public/pages/register-reports.ts', text: `import { field } from '../../owner/forms.ts'` },
    ],
  },
  {
    promise: 'every file of src belongs to a known room',
    breaches: file => (roomOf(file) === 'config' || levelOf(roomOf(file)) >= 0 ? [] : [file]),
    broken: [{ file: 'src/tools/print.ts', text: '' }],
  },
  {
    promise: 'beside the writer, code calls no function of actions but the rules of actions/rules',
    breaches: (file, text) =>
      ['actions', 'writer'].includes(roomOf(file))
        ? []
        : codeImportsOf(text)
            .map(target => normalize(join(dirname(file), target)))
            .filter(target => /^src\/actions\/(?!rules\/|scope\.ts$)/.test(target))
            .map(target => `${file} imports ${target}`),
    broken: [
      {
        file: 'src/usecases/review/appeals.ts',
        text: `import { type Appellant, basisOf } from '../../actions/posts/appeals.ts'`,
      },
      { file: 'src/workers/webhooks.ts', text: `import { takeDeliveries } from '../actions/claim-work.ts'` },
    ],
  },
  {
    promise: 'a client imports nothing but its own files: it runs in browsers and Deno too',
    where: ['clients/typescript/src/**/*.ts'],
    breaches: (file, text) =>
      [...text.matchAll(/(?:from|import)[\s(]+'([^']+)'/g)]
        .map(([, target]) => target!)
        .filter(target => !/^\.\/[\w-]+\.ts$/.test(target))
        .map(target => `${file} imports ${target}`),
    broken: [
      { file: 'clients/typescript/src/send.ts', text: `import { limits } from '../../../src/contract/limits.ts'` },
      { file: 'clients/typescript/src/webhooks.ts', text: `import { createHmac } from 'node:crypto'` },
    ],
  },
  {
    promise: 'a migration imports nothing but the query builder and its own files',
    breaches: (file, text) =>
      file.startsWith('src/store/database/migrations/')
        ? importsOf(file, text).filter(target => !target.startsWith('src/store/database/migrations/'))
        : [],
    broken: [
      {
        file: 'src/store/database/migrations/first-schema/posts.ts',
        text: `import { limits } from '../../../../contract/limits.ts'`,
      },
    ],
  },
]

/** The modules whose code a file imports, not only types: by name, for their effects, or dynamically. */
export const codeImportsOf = (body: string) => [
  ...[...body.matchAll(/^(?:import|export) (?!type )([^'"]*?) from '([^']+)'/gm)]
    .filter(([, names]) => !/^\{( *type [^,}]+,?)+ *\}$/s.test(names!.replace(/\s+/g, ' ')))
    .map(([, , target]) => target!),
  ...[...body.matchAll(/\bimport ?\(?'([^']+)'/g)].map(([, target]) => target!),
]

/** The files whose code is loaded with `start`, itself included. */
export function reachedFrom(start: string, textOf: (file: string) => string): Set<string> {
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const target of codeImportsOf(textOf(file)))
      if (target.startsWith('.')) reach(normalize(join(dirname(file), target)))
  }
  reach(start)
  return reached
}

/** The groups of files that reach one another by imports, each group sorted. */
export function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = (from: string) => {
    const seen = new Set<string>()
    const waiting = [...(imports.get(from) ?? [])]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      waiting.push(...(imports.get(file) ?? []))
    }
    return seen
  }
  const reached = new Map([...imports.keys()].map(file => [file, reachable(file)]))
  const inCircle = [...imports.keys()].filter(file => reached.get(file)?.has(file))
  const groups = Map.groupBy(inCircle, file =>
    inCircle
      .filter(other => reached.get(file)?.has(other) && reached.get(other)?.has(file))
      .sort()
      .join('\n'),
  )
  return [...groups.keys()].map(group => group.split('\n'))
}
