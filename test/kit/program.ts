// Programs of the machine that some tests need.
import { spawnSync } from 'node:child_process'
import { missing } from './report.ts'

/** The `skip` of a test that needs a program: why it is not there, or false where it is. `what` is not tested without it. */
export function without(program: string, what: string, argument = '--version'): string | false {
  return spawnSync(program, [argument]).status === 0 ? false : missing(`${what}, because no ${program} is on the PATH`)
}
