// Finds the shortest unit that a text repeats.

/** The length of the shortest unit that the sequence repeats (the last one may be cut); its own length when there is none. */
export function shortestPeriod(letters: readonly string[]): number {
  const border: number[] = [0]
  for (let index = 1, length = 0; index < letters.length; index++) {
    while (length > 0 && letters[index] !== letters[length]) length = border[length - 1]!
    if (letters[index] === letters[length]) length++
    border.push(length)
  }
  return letters.length - (border.at(-1) ?? 0)
}
