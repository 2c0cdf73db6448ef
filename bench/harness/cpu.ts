// The CPU time of a process and all its threads, as the scheduler counts it.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10
/** A larger excess of the process's count over that of its threads means that a thread has ended. */
const roundingMs = 50

/** Milliseconds of CPU since the start of the threads that are alive; exact. */
export function cpuOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, id) => sum + threadMs(pid, id), 0)
}

/** Begins to count. The returned function gives the milliseconds of CPU since then, including threads that have ended. */
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

/** The CPU time of the process including ended threads, in clock ticks. */
function wholeMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tickMs
}
