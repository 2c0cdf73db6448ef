// Mixes two colours, and makes the paper of posters.

/** A colour with a share (0 to 1) of the first and the rest of the second, all as #rrggbb. */
function mixed(first: string, second: string, share: number): string {
  const parts = [1, 3, 5].map(at => {
    const [a, b] = [first, second].map(colour => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** The paper of posters: a breath of their second ink. */
export function posterPaper(spot: string): string {
  return mixed(spot, '#ffffff', 0.22)
}
