// Who runs the platform, as its documents and pages name them; from the configuration (contract.md §2).

export type Operator = {
  /** A person or an organisation; null where nobody is named. */
  name: string | null
  /** An e-mail address or a web address for whoever has a question; null where there is none. */
  contact: string | null
  /** Where faults of security are reported, and until when that holds (RFC 9116); null where nobody is. */
  security: { contacts: readonly string[]; expires: string } | null
}

/** The operator in a sentence. */
export function operatorName({ name }: Operator, baseUrl: string): string {
  return name ?? `the operator of ${new URL(baseUrl).host}`
}

/** Where to write to, as Markdown; null where nobody said. */
export function contactLink(contact: string | null): string | null {
  if (contact === null) return null
  return contact.includes('@') && !contact.includes('/')
    ? `[${contact.replace(/^mailto:/, '')}](mailto:${contact.replace(/^mailto:/, '')})`
    : `[${contact}](${contact})`
}
