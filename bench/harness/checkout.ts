// A checkout of Handbill: its commands, and its server on a core of its own.
import { join } from 'node:path'
import { outcomeOf, type Place, plainEnv, type Stage } from './stage.ts'

export type Checkout = { name: 'old' | 'new'; folder: string }

export type Environment = Record<string, string>

export type Server = {
  origin: string
  pid: number
  /** Milliseconds from the start of the process to its line "handbill is ready". */
  readyAfterMs: number
  /** Sends SIGTERM; resolves once the process has ended. */
  stop(): Promise<void>
}

const readyWithinMs = 90_000
const stopWithinMs = 15_000

/** Settings of every measured process. */
const shared: Environment = { SITES: 'events=http://bench.example.org', PLATFORM_RPS: '0', PORT: '0' }

/** Runs a command of a checkout and returns its standard output. Throws when the command fails. */
export function runCommand(
  stage: Stage,
  { folder }: Checkout,
  env: Environment,
  args: readonly string[],
): Promise<string> {
  return stage.run('anywhere', ['src/main.ts', ...args], { cwd: folder, env: { ...plainEnv, ...shared, ...env } })
}

/**
 * Starts the server of a checkout and waits until it is ready. The server is pinned to its core from the first moment, so that it
 * detects only that core.
 */
export async function startServer(
  stage: Stage,
  { folder }: Checkout,
  env: Environment,
  place: Place = 'server',
): Promise<Server> {
  const startedAt = performance.now()
  const child = stage.start(place, process.execPath, [join('src', 'main.ts'), 'serve'], {
    cwd: folder,
    env: { ...plainEnv, ...shared, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = outcomeOf(child)
  let seen = ''
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in ${readyWithinMs} ms:\n${seen}`)), readyWithinMs)
    const look = (chunk: string) => {
      seen += chunk
      const line = seen.split('\n').find(text => text.includes('handbill is ready'))
      if (!line?.endsWith('}')) return
      clearTimeout(timer)
      child.stdout?.off('data', look)
      resolve((JSON.parse(line) as { address: string }).address)
    }
    child.stdout?.on('data', look)
    ended.then(({ stderr }) => reject(new Error(`the server ended before it was ready:\n${seen}${stderr}`)), reject)
  })
  return {
    origin: address,
    pid: child.pid!,
    readyAfterMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      const forced = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
      await ended
      clearTimeout(forced)
    },
  }
}
