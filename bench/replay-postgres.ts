// Replays the statements of one post over ten connections. Each statement is sent after the answer to the one before.
// Run by the bench with a file of {url, statements, kept, seconds}; writes {posts, seconds}.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Statement } from './harness/postgres-proxy.ts'

const { url, statements, kept, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  url: string
  statements: Statement[]
  /** Ids and hashes that every post shares: those of the account and its key. */
  kept: string[]
  seconds: number
}
const connections = 10
const warmUpSeconds = 1

const tokenPattern = /\b[a-z]{1,6}_[0-9A-Za-z]{20}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{16}-\d+\b/g
let counter = 0

/** The statements with the ids, the hashes and the Idempotency-Key of another post. */
function another(): { text: string; values: (string | Buffer | null)[] }[] {
  const fresh = new Map<string, string>()
  const number = (counter++).toString(36).padStart(6, '0')
  const replace = (token: string) => {
    if (kept.includes(token)) return token
    const known = fresh.get(token) ?? freshToken(token, number)
    fresh.set(token, known)
    return known
  }
  return statements.map(({ sql, name, values }) => ({
    ...(name && { name }),
    text: sql,
    values: values.map(value => {
      if (value === null) return null
      if (typeof value === 'string') return value.replace(tokenPattern, replace)
      return Buffer.from(value.base64, 'base64')
    }),
  }))
}

function freshToken(token: string, number: string): string {
  const random = randomBytes(32).toString('hex')
  if (/^[0-9a-f]{64}$/.test(token)) return random
  const prefix = /^[a-z]{1,6}_/.exec(token)?.[0]
  return prefix ? `${prefix}${number}${random.slice(0, 14)}` : `${random.slice(0, 16)}-${Number.parseInt(number, 36)}`
}

const pool = new pg.Pool({ connectionString: url, max: connections })

async function replay(forSeconds: number): Promise<number> {
  const end = performance.now() + forSeconds * 1_000
  let posts = 0
  const work = async () => {
    const client = await pool.connect()
    while (performance.now() < end) {
      for (const statement of another()) await client.query(statement)
      posts++
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return posts
}

await replay(warmUpSeconds)
const startedAt = performance.now()
const posts = await replay(seconds)
const elapsed = (performance.now() - startedAt) / 1_000
await pool.end()
process.stdout.write(JSON.stringify({ posts, seconds: elapsed }))
