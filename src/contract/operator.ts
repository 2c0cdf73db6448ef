// The operator of the platform, as documents and pages name it; from the configuration (contract.md §2).

export type Operator = {
  /** A person or an organisation; null where nobody is named. */
  name: string | null
  /** An e-mail address or a web address for questions; null where there is none. */
  contact: string | null
  /** The postal address, a line each; empty where none is named. */
  address: readonly string[]
  /** Where authorities and rights-holders write, as `contact`; null where it is the contact. */
  legalContact: string | null
  /** The body for disputes out of court (article 21 of the DSA); null where none is named. */
  disputes: { name: string; url: string } | null
  /** Where vulnerabilities are reported, and until when these contacts are valid (RFC 9116); null where there are none. */
  security: { contacts: readonly string[]; expires: string } | null
}

/** An operator who has set nothing. */
export const nobody: Operator = {
  name: null,
  contact: null,
  address: [],
  legalContact: null,
  disputes: null,
  security: null,
}

/** The operator in a sentence. */
export function operatorName({ name }: Operator, baseUrl: string): string {
  return name ?? `the operator of ${new URL(baseUrl).host}`
}

/** The contact as Markdown; null where there is none. */
export function contactLink(contact: string | null): string | null {
  if (contact === null) return null
  return contact.includes('@') && !contact.includes('/')
    ? `[${contact.replace(/^mailto:/, '')}](mailto:${contact.replace(/^mailto:/, '')})`
    : `[${contact}](${contact})`
}
