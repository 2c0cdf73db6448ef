// The CPU time that a process uses, all its threads together, as the scheduler counts it.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10
/** By more than this the count of the process is above that of its threads only when a thread has ended. */
const roundingMs = 50

/** Milliseconds on a CPU since the start, of the threads that are alive: exact. */
export function cpuOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, id) => sum + threadMs(pid, id), 0)
}

/** Begins to count; calling the result gives the milliseconds of CPU used since. Threads that end meanwhile count too. */
export function meterCpu(pid: number): () => number {
  const alive = cpuOf(pid)
  const whole = wholeMs(pid)
  return () => {
    const ofThreads = cpuOf(pid) - alive
    const ofProcess = wholeMs(pid) - whole
    return ofProcess > ofThreads + roundingMs ? ofProcess : ofThreads
  }
}

function threadMs(pid: number, id: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // The thread ended between the two reads.
    return 0
  }
}

/** What the process has used with the threads that have ended, in ticks of the clock. */
function wholeMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tickMs
}
