// A real Redis for tests: redis-server or valkey-server from the PATH, on a port of its own. No npm package brings one that runs
// everywhere. Tests that need Redis are skipped where there is none, and the run says so.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { freePort } from '../databases.ts'
import { missing } from './report.ts'

const command = ['redis-server', 'valkey-server'].find(name => spawnSync(name, ['--version']).status === 0)

/** The `skip` of a test that needs Redis: why there is no Redis, or false where there is one. */
export const noRedis: string | false = command
  ? false
  : missing('the shared rate limit, because no redis-server or valkey-server is on the PATH')

export type RedisServer = {
  url: string
  port: number
  /** Stops answering and closes nothing, as a machine that hangs. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(port?: number): Promise<RedisServer> {
  if (!command) throw new Error('there is no Redis here; skip the test')
  const at = port ?? (await freePort())
  const child: ChildProcess = spawn(
    command,
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  while (!(await accepts(at))) if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
