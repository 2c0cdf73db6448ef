// /.well-known/security.txt: where faults are reported (RFC 9116).
import type { Operator } from '../operator.ts'

/** Whether the file still holds at `now`, epoch milliseconds: one that has expired must not be used. */
export function securityHolds({ security }: Operator, now: number): boolean {
  return security !== null && Date.parse(security.expires) > now
}

/** The file; web addresses in it have to be https, so that others are left out. */
export function securityText({ security }: Operator, baseUrl: string): string {
  if (!security) throw new Error('nobody takes reports')
  const secure = baseUrl.startsWith('https:')
  const lines = [
    ...security.contacts.map(contact => `Contact: ${isMailbox(contact) ? `mailto:${contact}` : contact}`),
    `Expires: ${security.expires}`,
    'Preferred-Languages: en',
    ...(secure ? [`Canonical: ${baseUrl}/.well-known/security.txt`, `Policy: ${baseUrl}/security/`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const isMailbox = (contact: string) => /^[^\s/:]+@[^\s/]+$/.test(contact)
