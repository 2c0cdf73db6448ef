// The stage of one bench: a temporary folder, the cores, the started processes, and a complete clean-up.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a process runs: on the core of the measured server, on the core of its clients, or on any core. */
export type Place = 'server' | 'client' | 'anywhere'

export type Stage = {
  folder: string
  /** An empty folder inside the stage. */
  freshFolder(): string
  /** Starts a program on a core. The process is killed when the stage ends. */
  start(place: Place, command: string, args: readonly string[], options?: SpawnOptions): ChildProcess
  /** Runs a program of this folder with the node of this process and returns its output. Throws when the program fails. */
  run(place: Place, args: readonly string[], options?: SpawnOptions): Promise<string>
  /** Runs a program of the bench with a file of options and returns its output. Throws when the program fails. */
  runProgram(place: Place, program: string, options: object): Promise<string>
  /** Writes the options of a program to a file. */
  optionsFile(options: object): string
  /** Registers a clean-up function. The last one runs first. */
  atClear(work: () => unknown): void
  /** Kills the remaining processes, so that a failed row leaves nothing to later rows. */
  clear(): Promise<void>
  /** Cleans up and removes the folder. Nothing can be started afterwards. May be called twice. */
  end(): Promise<void>
  ended(): boolean
}

const pinning = 'taskset'
const cores: Record<Place, string> = { server: '0', client: '1', anywhere: `0-${availableParallelism() - 1}` }

/** The bench's environment without settings of a service, so that each measured process has only its own settings. */
export const plainEnv = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, LANG: 'C.UTF-8' }

/** Opens a stage. Throws with instructions if wrk or taskset is missing or the machine has only one core. */
export function openStage(): Stage {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'handbill-bench-'))
  const running = new Set<ChildProcess>()
  const ends: (() => unknown)[] = []
  let folders = 0
  let over = false
  const stage: Stage = {
    folder,
    freshFolder: () => mkdtempSync(join(folder, `${folders++}-`)),
    start(place, command, args, options = {}) {
      if (over) throw new Error('the bench has ended')
      const child = spawn(pinning, ['-c', cores[place], command, ...args], { env: plainEnv, ...options })
      running.add(child)
      child.once('exit', () => running.delete(child))
      return child
    },
    async run(place, args, options) {
      const child = stage.start(place, process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
      const { status, stdout, stderr } = await outcomeOf(child)
      if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}:\n${stderr}`)
      return stdout
    },
    runProgram: (place, program, options) => stage.run(place, [program, stage.optionsFile(options)]),
    optionsFile(options) {
      const file = join(stage.freshFolder(), 'options.json')
      writeFileSync(file, JSON.stringify(options))
      return file
    },
    atClear: work => ends.push(work),
    ended: () => over,
    async clear() {
      await Promise.all([...running].map(kill))
      for (const work of ends.splice(0).reverse()) await work()
    },
    async end() {
      over = true
      await stage.clear()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return stage
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    if (!child.kill('SIGKILL')) resolve()
  })
}

/** The output of a process and its exit status, once it has ended and its output is read. */
export async function outcomeOf(child: ChildProcess): Promise<{ status: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => (stdout += chunk))
  child.stderr?.setEncoding('utf8').on('data', chunk => (stderr += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ status: code ?? -1, stdout, stderr: signal ? `${stderr}\nended by ${signal}` : stderr })
    })
  })
}

/** Pins this process with all its threads to the core of clients while `work` runs. */
export async function onClientCore<T>(work: () => Promise<T>): Promise<T> {
  keepTo('client', process.pid)
  try {
    return await work()
  } finally {
    keepTo('anywhere', process.pid)
  }
}

function keepTo(place: Place, pid: number): void {
  execFileSync(pinning, ['-a', '-c', '-p', cores[place], String(pid)], { stdio: 'ignore' })
}

function requirePrograms(): void {
  const missing = ['wrk', pinning].filter(name => !isInstalled(name))
  if (missing.includes('wrk')) throw new Error('wrk is missing; install it with: apt-get install wrk')
  if (missing.includes(pinning)) throw new Error(`${pinning} is missing; install it with: apt-get install util-linux`)
  if (availableParallelism() < 2) throw new Error('the bench takes two cores: one for the server, one for its clients')
}

/** wrk exits with 1 when it prints its version, so only the start of the program counts. */
function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** One line of /proc/PID/status, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
