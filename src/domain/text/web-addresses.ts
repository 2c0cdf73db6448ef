// The web addresses in a text, which pages make links of and which count as links (contract.md §3, §15).

/** An address: its text, its index in the whole text, and its URL. */
export type WebAddress = { index: number; text: string; href: string }

const candidate = /https?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu

/** The http and https addresses in a text, in order. */
export function webAddressesIn(text: string): WebAddress[] {
  return [...text.matchAll(candidate)].flatMap(match => {
    const address = withoutTrailingMarks(match[0])
    const href = webUrl(address)
    return href === null ? [] : { index: match.index, text: address, href }
  })
}

/** The normal form of an http or https address with a host and without user info; null for any other text. */
function webUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return /[a-z0-9]/i.test(url.hostname) ? url.href : null
}

const trailingMarks = new Set('.,;:!?]}»”’…*_')

// The punctuation of the sentence after an address is not part of it, nor is a bracket that was opened before it.
function withoutTrailingMarks(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened--
    else if (!trailingMarks.has(last)) break
  }
  return address.slice(0, end)
}
