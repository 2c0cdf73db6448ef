// Finds passages in quotation marks, which report what others say.

export type Range = { start: number; end: number }

/** Spans between quotation marks, at most 400 characters long each. */
export function quotedRanges(text: string): Range[] {
  const ranges: Range[] = []
  let open = -1
  let openSingle = -1
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') {
      if (open >= 0 && index - open <= 400) {
        ranges.push({ start: open, end: index })
        open = -1
      } else {
        open = index
      }
    } else if (letter === "'") {
      const startsWord = !isLetter(text[index - 1]) && isLetter(text[index + 1])
      if (startsWord) openSingle = index
      else if (openSingle >= 0 && !isLetter(text[index + 1])) {
        if (index - openSingle <= 400) ranges.push({ start: openSingle, end: index })
        openSingle = -1
      }
    }
  }
  return ranges
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
}

/** Whether a passage is between quotation marks. `length` is that of the whole text. */
export function isQuoted(ranges: readonly Range[], start: number, end: number, length: number): boolean {
  // Quotation marks around the whole text do not count.
  return ranges.some(range => range.start <= start && range.end >= end - 2 && range.end - range.start < length * 0.8)
}
