// The pieces of a text that are judged beside the whole, so that one bad sentence in a long post is not averaged away.

/** Sentences of a window: one, or neighbours that make sense only together. */
const windowSizes = [1, 2, 3]
export const longestWindow = Math.max(...windowSizes)
/** The longest sentence: a text without full stops is cut at a space after this many UTF-16 units. */
const longestSentence = 300
/** The most windows of a text; in a longer text they are further apart. */
const mostWindows = 120

/** The end of a sentence, without regard to case, which unmasking loses. An abbreviation ends a sentence too. */
const sentenceEnd = /[.!?…]["'”’)\]]{0,3}\s+|[。！？]+|\n+/gu

/** A piece of a text: its start and end, in UTF-16 units. */
export type Piece = { readonly start: number; readonly end: number }

/** The sentences of a text, in order; together they are the whole text. */
export function sentencesOf(text: string): Piece[] {
  const found: Piece[] = []
  const ends = Array.from(text.matchAll(sentenceEnd), ({ index, 0: mark }) => index + mark.length)
  let start = 0
  for (const end of [...ends, text.length]) {
    while (end - start > longestSentence) {
      const space = text.lastIndexOf(' ', start + longestSentence)
      const cut = space > start ? space : start + longestSentence
      found.push({ start, end: cut })
      start = cut
    }
    if (end > start) found.push({ start, end })
    start = end
  }
  return found
}

/** The windows over this many sentences, as index of the first and after the last; none for a single sentence. */
export function windowsOver(sentences: number): [from: number, to: number][] {
  const windows = windowSizes
    .filter(size => size < sentences)
    .flatMap(size => Array.from({ length: sentences - size + 1 }, (_, from): [number, number] => [from, from + size]))
  const stride = Math.ceil(windows.length / mostWindows)
  return windows.filter((_, i) => i % stride === 0)
}
