// /.well-known/security.txt: where vulnerabilities are reported (RFC 9116).
import type { Operator } from '../../contract/operator.ts'

/** Whether the file is valid at `now`, epoch milliseconds: an expired file must not be used. */
export function securityHolds({ security }: Operator, now: number): boolean {
  return security !== null && Date.parse(security.expires) > now
}

/** The file. Its web addresses have to be https; a site on http leaves its own out. */
export function securityText({ security }: Operator, baseUrl: string): string {
  if (!security) throw new Error('The operator has no security contact.')
  const secure = baseUrl.startsWith('https:')
  const lines = [
    ...security.contacts.map(contact => `Contact: ${isMailbox(contact) ? `mailto:${contact}` : contact}`),
    `Expires: ${security.expires}`,
    'Preferred-Languages: en',
    ...(secure ? [`Canonical: ${baseUrl}/.well-known/security.txt`, `Policy: ${baseUrl}/security/`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const isMailbox = (contact: string) => /^[^\s/:@]+@[^\s/@]+$/.test(contact)
