// The CPU time that a process has used, in nanoseconds, by thread, as the scheduler counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds on a CPU since the start, all threads that are alive together. */
export function cpuOf(pid: number): number {
  return threadsOf(pid).reduce((sum, thread) => sum + thread.cpu, 0)
}

function threadsOf(pid: number): { id: string; cpu: number }[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(id => {
    try {
      return [{ id, cpu: Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) }]
    } catch {
      // The thread ended between the two reads.
      return []
    }
  })
}
