// The pieces of a text that are judged beside the whole, so that one bad sentence in a long post is not averaged away.

/** Sentences a window holds: one alone, and neighbours that need each other to be understood. */
const windowSizes = [1, 2, 3]
/** Texts without full stops are one sentence for ever: it is cut at a space when it is longer than this. */
const longestSentence = 300
/** Windows of a text at most; those of a longer text stand further apart. */
const mostWindows = 120

/** Where a sentence ends, in text of any case: case is lost where a disguise is taken off. An abbreviation ends one too. */
const sentenceEnd = /[.!?…]["'”’)\]]{0,3}\s+|[。！？]+|\n+/gu

/** A piece of a text: where it begins and ends, in UTF-16 units. */
export type Piece = { readonly start: number; readonly end: number }

/** The sentences of a text, in order; together they are all of it. */
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

/** The windows over so many sentences, as the first and the one after the last of each; none over a single one. */
export function windowsOver(sentences: number): [from: number, to: number][] {
  const windows = windowSizes
    .filter(size => size < sentences)
    .flatMap(size => Array.from({ length: sentences - size + 1 }, (_, from): [number, number] => [from, from + size]))
  const stride = Math.ceil(windows.length / mostWindows)
  return windows.filter((_, i) => i % stride === 0)
}
