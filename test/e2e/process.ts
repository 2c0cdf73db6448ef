// Runs the service and its commands as real processes, as an operator does.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The program as the package holds it, which `test/run.ts` has built: it starts in half the time of the sources. */
const main = process.env.HANDBILL_TEST_PROGRAM ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A start takes seconds; on a busy machine a minute and more (milliseconds). */
const readyMs = 240_000

export type Service = {
  origin: string
  process: ChildProcess
  /** The log of the process so far. */
  log(): string
  /** Sends SIGKILL; resolves once the process has ended. */
  kill(): Promise<void>
  /** Sends SIGTERM; resolves with the exit status. */
  stop(): Promise<number | null>
}

export type Environment = Record<string, string>

/**
 * Starts the service and waits until it answers GET /readyz. `args` may name another entry file, `out` a file for its standard
 * output.
 */
export async function startService(
  env: Environment,
  args = [main, 'serve'],
  out: 'pipe' | number = 'pipe',
): Promise<Service & { readyAfterMs: number }> {
  const origin = `http://127.0.0.1:${env.PORT}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', out, 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  const exited = once(child, 'exit')
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service ended before it was ready:\n${output}`)
    if (performance.now() - startedAt > readyMs)
      throw new Error(`the service was not ready in ${readyMs / 60_000} minutes:\n${output}`)
  }
  return {
    origin,
    process: child,
    log: () => output,
    readyAfterMs: performance.now() - startedAt,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code as number | null
    },
  }
}

/** Starts one command. */
export function spawnCommand(env: Environment, args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env }, stdio: 'pipe' })
}

/** Runs one command; resolves with its exit status and its output. */
export async function runCommand(
  env: Environment,
  args: string[],
  stdin = '',
): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = spawnCommand(env, args)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => (stdout += chunk))
  child.stderr.on('data', chunk => (stderr += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { status: code as number, stdout, stderr }
}

/** Whether GET /readyz is answered with 200. Waits a moment when the connection fails. */
export async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    await new Promise(resolve => setTimeout(resolve, 20))
    return false
  }
}
