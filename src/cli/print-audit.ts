// Prints the result of an audit.
import type { AuditReport } from '../store/audit/audit.ts'
import { CommandFailed } from './command-failed.ts'
import type { CliHost } from './host.ts'
import { jsonLine } from './json-line.ts'

const printedBreaches = 1_000

/** Prints the result of an audit, after the members of `before`. Throws CommandFailed if a breach was found. */
export function printAudit(host: CliHost, { checked, breaches, more }: AuditReport, before: object = {}): void {
  const printed = breaches.slice(0, printedBreaches)
  const hidden = breaches.length - printed.length + more
  const found = printed.length + hidden
  host.out(jsonLine({ ...before, ok: found === 0, checked, breaches: printed, ...(hidden > 0 && { more: hidden }) }))
  if (found > 0)
    throw new CommandFailed('audit_failed', `${found} ${found === 1 ? 'breach' : 'breaches'} of an invariant`)
}
