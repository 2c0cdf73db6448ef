// Tags as columns: as one text for exact matches, and as a number whose bits exclude most rows without a tag.

/** Tags as one text, with a line end before and after each tag, so that no tag is found inside another. */
export function rowTags(tags: readonly string[]): string {
  return `\n${tags.join('\n')}\n`
}

/** The tags of a text of `rowTags`. */
export function readRowTags(text: string): string[] {
  return text.split('\n').filter(tag => tag !== '')
}

/** Numbers up to 2^53 are exact in JavaScript and in both databases. */
const bits = 52

/**
 * A Bloom filter with two bits for each tag: a row that lacks a bit of a tag does not have the tag. About one row in eight has
 * the bits of a tag by chance.
 */
export function tagMarks(tags: readonly string[]): number {
  const set = new Set(tags.flatMap(bitsOf))
  return [...set].reduce((sum, bit) => sum + 2 ** bit, 0)
}

/** FNV-1a, written out: the stored bits must not change with a library. */
function bitsOf(tag: string): number[] {
  let hash = 0x811c9dc5
  for (let i = 0; i < tag.length; i++) hash = Math.imul(hash ^ tag.charCodeAt(i), 0x01000193) >>> 0
  return [hash % bits, Math.floor(hash / bits) % bits]
}
