// A real PgBouncer for tests, from the PATH, before the PostgreSQL of the run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort, freshFolder } from '../databases.ts'
import { missing } from './report.ts'

/** The `skip` of a test that needs PgBouncer: why there is none, or false where there is one. */
export const noPgBouncer: string | false =
  spawnSync('pgbouncer', ['--version']).status === 0
    ? false
    : missing('a connection pooler before PostgreSQL, because no pgbouncer is on the PATH')

/** Starts PgBouncer before the database of `url`. `settings`: lines of its file. Returns the URL through it. */
export async function startPgBouncer(url: string, settings: readonly string[]): Promise<{ url: string; stop(): void }> {
  const server = new URL(url)
  const port = await freePort()
  const folder = freshFolder()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  // PgBouncer does not run as root: its user has to read the files.
  chmodSync(folder, 0o755)
  writeFileSync(users, `"${server.username}" "${server.password}"\n`, { mode: 0o644 })
  const database = server.pathname.slice(1)
  const lines = [
    '[databases]',
    `${database} = host=${server.hostname} port=${server.port} dbname=${database}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = plain', `auth_file = ${users}`],
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child: ChildProcess = spawn('pgbouncer', [...asUser, file], { stdio: 'ignore' })
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
  server.port = String(port)
  return { url: server.href, stop: () => void child.kill('SIGKILL') }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
