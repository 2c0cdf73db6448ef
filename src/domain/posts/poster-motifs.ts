// The motifs of posters: twelve ways to fill a square of 96 by 96 with one ink. Each takes random numbers and gives the `d` of a path
// that is filled by `evenodd`, so that shapes which lie over each other take turns.

type Random = () => number

const round = (value: number) => Math.round(value * 10) / 10
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** A circle as a path: one arc from its top all the way round, but for a tenth. */
export const circle = (x: number, y: number, r: number) =>
  `M${round(x)} ${round(y - r)}a${round(r)} ${round(r)} 0 1 0 .1 0z`
const box = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`

/** Rings that spread from a corner or an edge: sound. */
function rings(random: Random): string {
  const [x, y] = pick(random, [
    [0, 96],
    [96, 96],
    [96, 0],
    [48, 96],
    [0, 48],
  ] as const)
  const step = pick(random, [8, 10, 12])
  return range(Math.floor(92 / step))
    .map(i => circle(x, y, (i + 1) * step))
    .join('')
}

/** Circles that lie over each other: to look. */
function eyes(random: Random): string {
  const r = 22 + random() * 8
  const turn = random() * Math.PI
  const around = range(3).map(i => {
    const angle = turn + (i * 2 * Math.PI) / 3
    return circle(48 + 19 * Math.cos(angle), 50 + 19 * Math.sin(angle), r)
  })
  return around.join('')
}

/** Rows of scallops, as of an awning: market and table. */
function scallops(random: Random): string {
  const across = pick(random, [2, 3, 4])
  const r = 48 / across
  const rows = Math.ceil(64 / r)
  return range(rows)
    .flatMap(row =>
      range(across + 1).map(i => {
        const x = i * 2 * r - (row % 2) * r
        const y = 96 - (rows - row) * r
        return `M${round(x)} ${round(y)}a${round(r)} ${round(r)} 0 0 0 ${round(2 * r)} 0z`
      }),
    )
    .join('')
}

/** Slanting lanes: to move. */
function stripes(random: Random): string {
  const width = pick(random, [7, 9, 12])
  const slant = pick(random, [48, -48, 96])
  return range(Math.ceil(200 / (2 * width)))
    .map(i => `M${i * 2 * width - 96} 96l${slant} -${60 + (i % 3) * 12}h${width}l${-slant} ${60 + (i % 3) * 12}z`)
    .join('')
}

/** Hills behind each other, over a still lake: out of doors. */
function hills(random: Random): string {
  const shore = 78
  const peaks = range(3).map(i => {
    const x = 8 + i * 36 + random() * 14
    const height = 26 + random() * 30
    const half = height * (0.8 + random() * 0.35)
    return `M${round(x - half)} ${shore}L${round(x)} ${round(shore - height)}L${round(x + half)} ${shore}z`
  })
  const waves = range(3).map(i => box(random() * 18, shore + 4 + i * 5, 60 + random() * 30, 2.4))
  return peaks.join('') + waves.join('')
}

/** Leaves on both sides of a stem: what grows. */
function leaves(random: Random): string {
  const pairs = pick(random, [3, 4])
  const length = round(26 + random() * 12)
  const stem = box(46.5, 14, 3, 82)
  const both = range(pairs).map(i => {
    const y = round(90 - i * (66 / pairs))
    const lift = round(length * 0.75)
    return [1, -1]
      .map(side => {
        const x = 48 + side * 3
        const far = round(length * side)
        return `M${x} ${y}q0 ${-lift} ${far} ${-lift}q0 ${lift} ${-far} ${lift}z`
      })
      .join('')
  })
  return stem + both.join('')
}

/** Arches in each other: houses that stood before. */
function arches(random: Random): string {
  const across = pick(random, [1, 2])
  const width = 96 / across
  const bands = across === 1 ? 6 : 4
  return range(across)
    .flatMap(place =>
      range(bands).map(i => {
        const inset = (i * width) / (2 * bands + 1) + 3
        const w = width - 2 * inset
        const top = 14 + inset + (across === 2 ? place * 12 : 0)
        return `M${round(place * width + inset)} 96V${round(top + w / 2)}a${round(w / 2)} ${round(w / 2)} 0 0 1 ${round(w)} 0V96z`
      }),
    )
    .join('')
}

/** Spines on a shelf: what is read. */
function spines(random: Random): string {
  let x = 4
  let all = box(0, 88, 96, 8)
  while (x < 88) {
    const width = pick(random, [6, 8, 11])
    const height = round(34 + random() * 40)
    all += box(x, 88 - height, width, height)
    if (width > 6) all += box(x, 94 - height, width, 4)
    x += width + 2
  }
  return all
}

/** Dots that grow from one side to the other: what is counted. */
function halftone(random: Random): string {
  const [gap, turned] = [pick(random, [16, 19.2]), random() < 0.5]
  const count = Math.floor(96 / gap)
  return range(count * count)
    .map(i => {
      const [column, row] = [i % count, Math.floor(i / count)]
      const grown = (row + (turned ? column : count - 1 - column)) / (2 * count - 2)
      const r = grown * gap * 0.66
      return r < 1.5 ? '' : circle((column + 0.5) * gap, (row + 0.5) * gap, r)
    })
    .join('')
}

/** A checked cloth with a round on it: what hands make. */
function weave(random: Random): string {
  const across = pick(random, [4, 6])
  const size = 96 / across
  const cells = range(across * across).filter(i => ((i % across) + Math.floor(i / across)) % 2 === 0)
  const r = 24 + random() * 12
  return `${cells.map(i => box((i % across) * size, Math.floor(i / across) * size, size, size)).join('')}${circle(48, 48, r)}`
}

/** Houses side by side, with windows: people who live together. */
function steps(random: Random): string {
  const widths = pick(random, [
    [24, 30, 42],
    [36, 24, 36],
    [30, 42, 24],
  ])
  let x = 0
  return widths
    .map((width, i) => {
      const height = round(34 + random() * 36)
      const top = 96 - height
      const roof =
        i % 2 === 0 ? `M${x} ${top}l${width / 2} -14l${width / 2} 14V96h${-width}z` : box(x, top, width, height)
      const windows = range(Math.floor(height / 16)).map(
        floor =>
          box(x + width / 2 - 7, top + 6 + floor * 16, 5, 8) + box(x + width / 2 + 2, top + 6 + floor * 16, 5, 8),
      )
      x += width
      return roof + windows.join('')
    })
    .join('')
}

/** Rays from a point: a feast. */
function rays(random: Random): string {
  const count = pick(random, [9, 11, 14])
  const [x, y] = [48, pick(random, [96, 52, 70])]
  const turn = random() * Math.PI
  const at = (angle: number) => `${round(x + 110 * Math.cos(angle))} ${round(y + 110 * Math.sin(angle))}`
  const wedges = range(count).map(i => {
    const from = turn + (i * 2 * Math.PI) / count
    return `M${x} ${y}L${at(from)}L${at(from + Math.PI / count)}z`
  })
  return wedges.join('') + circle(x, y, 15)
}

export const motifs = { rings, eyes, scallops, stripes, hills, leaves, arches, spines, halftone, weave, steps, rays }
