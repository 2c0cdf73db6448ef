// The long walk: every way to page through all posts of a site, over many posts, counted. Exit status 1 when a post is missed or
// comes twice.
// Usage: npm run test:walk -- [--posts N] [--database SQLite|PostgreSQL]; the default is both databases
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dialectOf } from '../../src/store/database/dialect.ts'
import { databaseKinds, databaseVariables, freshDatabase, startDatabaseServer } from '../databases.ts'
import { environment } from '../e2e/caller.ts'
import { runCommand, startService } from '../e2e/process.ts'

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, database: { type: 'string' } },
})
const wanted = Number(values.posts)
if (!Number.isInteger(wanted) || wanted < 1)
  throw new Error(`--posts: got "${values.posts}"; it takes a whole number from 1`)
const kinds = databaseKinds.filter(kind => values.database === undefined || kind === values.database)
if (kinds.length === 0) throw new Error(`--database: got "${values.database}"; it takes ${databaseKinds.join(' or ')}`)

type Step = { ids: string[]; next?: string | undefined }

const idsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id]) => id!)
const unescaped = (text: string | undefined) => text?.replaceAll('&amp;', '&')

/** The ways to walk: the first address, and the ids and the next address in an answer. */
const walks: Record<string, { from: string; read(text: string): Step }> = {
  'GET /v1/posts by next_cursor': { from: '/v1/posts?limit=50', read: byCursor('') },
  'GET /v1/posts, soonest first': { from: '/v1/posts?limit=50&order=soonest', read: byCursor('&order=soonest') },
  'pages by rel=next': {
    from: '/',
    read: text => ({
      ids: idsIn(text, /<h2[^>]*><a href="\/p\/(\w+)"/g),
      next: unescaped(/<link rel="next" href="([^"]*)"/.exec(text)?.[1]),
    }),
  },
  'JSON Feed by next_url': {
    from: '/index.json',
    read(text) {
      const { items, next_url: next } = JSON.parse(text) as {
        items: { _handbill: { id: string } }[]
        next_url?: string
      }
      return { ids: items.map(item => item._handbill.id), next }
    },
  },
  'RSS by its next link': {
    from: '/feed.xml',
    read: text => ({
      ids: idsIn(text, /<guid isPermaLink="true">[^<]*\/p\/(\w+)<\/guid>/g),
      next: unescaped(/<atom:link href="([^"]*)" rel="next"/.exec(text)?.[1]),
    }),
  },
}

function byCursor(order: string) {
  return (text: string): Step => {
    const { items, next_cursor: cursor } = JSON.parse(text) as { items: { id: string }[]; next_cursor?: string }
    return { ids: items.map(({ id }) => id), next: cursor && `/v1/posts?limit=50${order}&cursor=${cursor}` }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'handbill-long-'))
const server = await startDatabaseServer()
const print = (cells: readonly unknown[]) =>
  process.stdout.write(`${cells.map((cell, i) => String(cell).padEnd([12, 30][i] ?? 9)).join('')}\n`)
let fine = true
try {
  Object.assign(process.env, databaseVariables(folder, server.url), {
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  print(['database', 'walk', 'answers', 'posts', 'missed', 'twice'])
  for (const kind of kinds) await walkAll(kind)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(fine ? 0 : 1)

async function walkAll(kind: (typeof kinds)[number]): Promise<void> {
  const env = await environment(await freshDatabase(kind))
  const seeded = await runCommand(env, ['seed', '--posts', String(wanted)])
  if (seeded.status !== 0) throw new Error(`handbill seed failed:\n${seeded.stderr}`)
  const listed = await listedPosts(env.DATABASE_URL!)
  if (listed.length !== wanted) throw new Error(`${listed.length} posts are listed instead of ${wanted}`)
  const service = await startService(env)
  const get = async (address: string) => {
    const path = address.replace('http://events.test', '')
    const answer = await fetch(service.origin + path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
  const count = (walk: string, answers: number, met: readonly string[]) => {
    const once = new Set(met)
    const missed = listed.filter(id => !once.has(id)).length
    const twice = met.length - once.size
    if (missed > 0 || twice > 0 || once.size !== listed.length) fine = false
    print([kind, walk, answers, once.size, missed, twice])
  }
  try {
    const files = idsIn(await get('/sitemap.xml'), /<loc>([^<]*)<\/loc>/g)
    const inFiles: string[] = []
    for (const file of files) inFiles.push(...idsIn(await get(unescaped(file)!), /<loc>[^<]*\/p\/(\w+)<\/loc>/g))
    count('sitemap', files.length + 1, inFiles)
    for (const [name, { from, read }] of Object.entries(walks)) {
      const met: string[] = []
      let answers = 0
      for (let at: string | undefined = from; at; answers++) {
        const step = read(await get(at))
        met.push(...step.ids)
        at = step.next
      }
      count(name, answers, met)
    }
  } finally {
    await service.stop()
  }
}

/** The ids of the listed posts, read from the database. */
async function listedPosts(url: string): Promise<string[]> {
  const { db, close } = dialectOf(url).open(url, 'read')
  try {
    return (await db.selectFrom('listing').select('post_id').execute()).map(row => row.post_id)
  } finally {
    await close()
  }
}
