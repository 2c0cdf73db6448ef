// Draws a reliability diagram as SVG: predicted against true shares, with the number of posts behind each point.
import type { Bin, Calibration } from '../moderation/embedded/figures.ts'

const width = 640
const plot = { left: 80, top: 64, size: 480 }
const counts = { top: plot.top + plot.size + 64, height: 90 }
const height = counts.top + counts.height + 56
const ink = '#1a1a1a'
const faint = '#767676'
const blue = '#1f5fa8'

/** The diagram of a calibration. `subject` names what was measured, such as a model. */
export function calibrationPlot({ bins, brier, error }: Calibration, subject: string): string {
  const posts = bins.reduce((sum, bin) => sum + bin.posts, 0)
  const drawn = bins.filter(isDrawn)
  const most = Math.max(1, ...bins.map(bin => bin.posts))
  const figures = `${posts} posts; Brier score ${brier ?? 'none'}, calibration error ${error ?? 'none'}`
  const x = (share: number) => plot.left + share * plot.size
  const y = (share: number) => plot.top + (1 - share) * plot.size
  const ticks = bins.map(({ from }) => from).concat(1)
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">`,
    `<title id="title">${escaped(`Calibration of ${subject}`)}</title>`,
    `<desc id="description">${escaped([`Reliability diagram of ${figures}.`, ...drawn.map(sentence)].join(' '))}</desc>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(plot.left, 26, `Calibration of ${subject}`, { 'font-size': 16, 'font-weight': 600 }),
    text(plot.left, 48, figures, { fill: faint }),
    ...ticks.flatMap(tick => [
      line(x(tick), y(0), x(tick), y(1), { stroke: '#e0e0e0' }),
      line(x(0), y(tick), x(1), y(tick), { stroke: '#e0e0e0' }),
      text(x(tick), y(0) + 20, percent(tick), { 'text-anchor': 'middle' }),
      text(x(0) - 8, y(tick) + 4, percent(tick), { 'text-anchor': 'end' }),
    ]),
    line(x(0), y(0), x(1), y(1), { stroke: faint, 'stroke-dasharray': '6 4' }),
    text(x(0.5), y(0) + 42, 'how sure the model was that a post is not fine', { 'text-anchor': 'middle' }),
    text(22, y(0.5), 'how many were not fine', {
      'text-anchor': 'middle',
      transform: `rotate(-90 22 ${y(0.5)})`,
    }),
    `<polyline points="${drawn.map(bin => `${figure(x(bin.said))},${figure(y(bin.meant))}`).join(' ')}" fill="none" stroke="${blue}" stroke-width="2"/>`,
    ...drawn.map(
      bin =>
        `<circle cx="${figure(x(bin.said))}" cy="${figure(y(bin.meant))}" r="5" fill="${blue}"><title>${escaped(sentence(bin))}</title></circle>`,
    ),
    ...bins.flatMap(bin => {
      const bar = (bin.posts / most) * counts.height
      const base = counts.top + counts.height
      const middle = x((bin.from + bin.to) / 2)
      return [
        `<rect x="${figure(x(bin.from) + 4)}" y="${figure(base - bar)}" width="${figure(plot.size / bins.length - 8)}" height="${figure(bar)}" fill="${blue}" fill-opacity="0.35"/>`,
        text(middle, base - bar - 4, String(bin.posts), { 'text-anchor': 'middle', 'font-size': 11 }),
      ]
    }),
    line(x(0), counts.top + counts.height, x(1), counts.top + counts.height, { stroke: faint }),
    text(x(0.5), counts.top + counts.height + 24, 'posts behind each point', { 'text-anchor': 'middle' }),
    '</svg>',
  ].join('\n')}\n`
}

type DrawnBin = Bin & { said: number; meant: number }

function isDrawn(bin: Bin): bin is DrawnBin {
  return bin.said !== null && bin.meant !== null
}

function sentence({ posts, said, meant }: DrawnBin): string {
  return `Of ${posts} posts given ${percent(said)} on average, ${percent(meant)} were not fine.`
}

type Attributes = Record<string, string | number>

function text(x: number, y: number, words: string, attributes: Attributes): string {
  return `<text x="${figure(x)}" y="${figure(y)}"${attributeText(attributes)}>${escaped(words)}</text>`
}

function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return `<line x1="${figure(x1)}" y1="${figure(y1)}" x2="${figure(x2)}" y2="${figure(y2)}"${attributeText(attributes)}/>`
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function figure(value: number): number {
  return Math.round(value * 10) / 10
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function escaped(words: string): string {
  return words
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
