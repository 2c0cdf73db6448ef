// Tags as columns: as one text that is searched exactly, and as a number whose bits tell most rows without a tag apart.

/** Tags as one text in which each stands between two line ends, so that none is found inside another. */
export function rowTags(tags: readonly string[]): string {
  return `\n${tags.join('\n')}\n`
}

/** The tags of such a text. */
export function readRowTags(text: string): string[] {
  return text.split('\n').filter(tag => tag !== '')
}

/** Numbers up to 2^53 are exact in JavaScript and in both databases. */
const bits = 52

/**
 * Two bits for each tag, one over the other (a Bloom filter): a row that lacks a bit of a tag does not have the tag. About
 * one row in eight has the bits of a tag by chance.
 */
export function tagMarks(tags: readonly string[]): number {
  const set = new Set(tags.flatMap(bitsOf))
  return [...set].reduce((sum, bit) => sum + 2 ** bit, 0)
}

/** FNV-1a: what is stored must not change with a library. */
function bitsOf(tag: string): number[] {
  let hash = 0x811c9dc5
  for (let i = 0; i < tag.length; i++) hash = Math.imul(hash ^ tag.charCodeAt(i), 0x01000193) >>> 0
  return [hash % bits, Math.floor(hash / bits) % bits]
}
