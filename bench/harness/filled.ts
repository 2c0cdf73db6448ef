// Filled databases: synthetic posts from the checkout's own seed command, and accounts with keys and money.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type Checkout, type Environment, runCommand, type Server, startServer } from './checkout.ts'
import type { Stage } from './stage.ts'

export type Filled = {
  file: string
  /** One key of each account. The accounts are verified and have more money than a bench can spend. */
  keys: readonly string[]
  /** The largest size of the write-ahead log during the seeding, bytes. */
  largestLog: number
}

const accounts = 3
const balanceMicros = 900_000_000_000_000
const sampleEveryMs = 10

/**
 * Makes each filled database once: `filled(checkout, posts)`. Servers run on copies. `keep`: the folder in which databases are kept
 * for later runs; a later tree upgrades its copies of them.
 */
export function createFiller(stage: Stage, fewPosts: number, keep?: string) {
  const made = new Map<string, Promise<Filled>>()
  const few = async (checkout: Checkout): Promise<Filled> => {
    const env = environmentOf(stage.freshFolder())
    const largestLog = await seed(stage, checkout, env, fewPosts)
    const keys = await signUp(stage, checkout, env)
    return { file: settled(fileOf(env)), keys, largestLog }
  }
  const many = async (checkout: Checkout, posts: number): Promise<Filled> => {
    const start = await filled(checkout, fewPosts)
    const env = copyOf(stage, start)
    const largestLog = await seed(stage, checkout, env, posts - fewPosts)
    return { file: settled(fileOf(env)), keys: start.keys, largestLog }
  }
  const filled = (checkout: Checkout, posts: number): Promise<Filled> => {
    const name = `${checkout.name} ${posts}`
    const make = () => (posts <= fewPosts ? few(checkout) : many(checkout, posts))
    const known = made.get(name) ?? (keep === undefined ? make() : kept(join(keep, `${checkout.name}-${posts}`), make))
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
  return filled
}

/** A filled database of an earlier run, or else a new one, which is kept. */
async function kept(path: string, make: () => Promise<Filled>): Promise<Filled> {
  const [file, about] = [`${path}.db`, `${path}.json`]
  if (!existsSync(about)) {
    const { file: fresh, ...rest } = await make()
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(fresh, `${file}.making`, constants.COPYFILE_FICLONE)
    renameSync(`${file}.making`, file)
    writeFileSync(about, JSON.stringify(rest))
  }
  return { ...(JSON.parse(readFileSync(about, 'utf8')) as Omit<Filled, 'file'>), file }
}

/** The settings of a server on a copy of a filled database. */
export function copyOf(stage: Stage, { file }: Filled): Environment {
  const env = environmentOf(stage.freshFolder())
  copyFileSync(file, fileOf(env), constants.COPYFILE_FICLONE)
  return env
}

/** The file of a SQLite database in these settings. */
export const fileOf = (env: Environment) => env.DATABASE_URL!.slice('sqlite:'.length)

function environmentOf(folder: string): Environment {
  return { DATABASE_URL: `sqlite:${join(folder, 'handbill.db')}`, DATA_DIR: folder }
}

/** The largest size of the write-ahead log of a database file while `work` runs, bytes. */
export async function largestLogDuring(file: string, work: () => Promise<unknown>): Promise<number> {
  let largest = 0
  const look = () => {
    largest = Math.max(largest, statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
  }
  const timer = setInterval(look, sampleEveryMs)
  try {
    await work()
    look()
  } finally {
    clearInterval(timer)
  }
  return largest
}

/** Signs accounts up, verifies them and gives them money, through the API and the commands. Returns one key of each account. */
export async function signUp(stage: Stage, checkout: Checkout, env: Environment): Promise<string[]> {
  const server = await startServer(stage, checkout, { ...env, ROLE: 'api' }, 'anywhere')
  const handles = Array.from({ length: accounts }, (_, i) => `bench${i}`)
  const keys = await Promise.all(handles.map(handle => createAccount(server, handle)))
  await server.stop()
  for (const handle of handles)
    await Promise.all([
      runCommand(stage, checkout, env, ['verify-email', handle]),
      runCommand(stage, checkout, env, ['credit', handle, String(balanceMicros), '--note', 'bench']),
    ])
  return keys
}

async function createAccount({ origin }: Server, handle: string): Promise<string> {
  const answer = await fetch(`${origin}/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: `${handle}@example.org`, handle, accept_terms: true }),
  })
  if (answer.status !== 201) throw new Error(`signing up: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { api_key: string }).api_key
}

function seed(stage: Stage, checkout: Checkout, env: Environment, posts: number): Promise<number> {
  return largestLogDuring(fileOf(env), () => runCommand(stage, checkout, env, ['seed', '--posts', String(posts)]))
}

/** Moves the write-ahead log into the database file. */
function settled(file: string): string {
  const raw = new BetterSqlite3(file)
  raw.pragma('wal_checkpoint(truncate)')
  raw.close()
  return file
}
