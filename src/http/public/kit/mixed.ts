// Mixes two colours.

/** A colour with a share (0 to 1) of the first and the rest of the second, all as #rrggbb. */
export function mixed(first: string, second: string, share: number): string {
  const parts = [1, 3, 5].map(at => {
    const [a, b] = [first, second].map(colour => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
