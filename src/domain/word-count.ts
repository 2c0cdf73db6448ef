// How many words a text has, and whether a shape takes as many (contract.md §3).

/** Words as they are parted by white space. */
export function wordCount(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0
}

/** What is wrong with the length of a text in words: JSON pointer first; nothing when it is fine. */
export function wordCountErrors(text: string, bounds: { min: number; max: number }, pointer: string): string[] {
  const count = wordCount(text)
  const { min, max } = bounds
  if (count >= min && count <= max) return []
  return [
    `${pointer}: has ${count} ${count === 1 ? 'word' : 'words'} and takes ${min} to ${max}, parted by white space`,
  ]
}
