// Returns the memory that loading the code of a thread has left behind.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns memory of the start of this thread to the system, before its first work; V8 would keep it. Takes about 30 ms. */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
