// Draws a paper as PDF: tagged, with every font embedded, and without anything that changes from one time to the next. The document says
// that it is PDF/A-2a; no validator has confirmed that.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { fontFileFor } from '../../public/kit/share-fonts.ts'
import { openTypeOf } from '../../public/kit/woff2.ts'
import type { Paper } from './paper.ts'

const boldFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'))
const plainFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
const margin = 56
const size = { title: 22, text: 10, small: 9 }
const leading = 1.5
const amountWidth = 150

const files = new Map<string, Buffer>()

function bytesOf(file: string, packed: boolean): Buffer {
  const known = files.get(file)
  if (known) return known
  const bytes = packed ? openTypeOf(readFileSync(file)) : readFileSync(file)
  files.set(file, bytes)
  return bytes
}

type Run = { font: string; text: string }

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u
const strong = /\p{L}/u

/** A text as runs of one font each, in the order in which they are drawn. */
function runsOf(text: string, bold: boolean): Run[] {
  const runs: Run[] = []
  for (const character of text.replace(/\p{C}/gu, ' ')) {
    const found = fontFileFor(character)
    const drawn = found ? character : '?'
    const file = found?.file ?? plainFile
    const font = bold && file === plainFile ? boldFile : file
    const before = runs.at(-1)
    // A space belongs to the word before it, so that words of one script stay one run.
    if (before && (before.font === font || drawn === ' ')) before.text += drawn
    else runs.push({ font, text: drawn })
  }
  const first = [...text].find(character => strong.test(character)) ?? ''
  return rightToLeft.test(first) ? runs.reverse() : runs
}

/** Draws the paper. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const date = new Date(paper.at)
  const doc = new PDFDocument({
    ...{ size: 'A4', margin, pdfVersion: '1.7', tagged: true, subset: 'PDF/A-2a', lang: 'en', displayTitle: true },
    info: {
      ...{ Title: paper.name, Author: paper.author, Producer: 'Handbill', Creator: 'Handbill' },
      ...{ CreationDate: date, ModDate: date },
    },
    // The fonts of PDF itself are not embedded.
    font: null as unknown as string,
  })
  const parts: Buffer[] = []
  doc.on('data', part => parts.push(part))
  const end = new Promise<void>(resolve => doc.on('end', resolve))
  layOut(doc, paper)
  doc.end()
  await end
  return Buffer.concat(parts)
}

type Doc = InstanceType<typeof PDFDocument>
type At = { x: number; width: number; size?: number; bold?: boolean; align?: 'right' }

function layOut(doc: Doc, paper: Paper): void {
  const width = doc.page.width - 2 * margin
  const root = doc.struct('Document')
  doc.addStructure(root)
  let y = margin
  let group: PDFKit.PDFStructureElement = root
  const say = (role: string, text: string, { x, width, size: points = size.text, bold = false, align }: At): number => {
    const lines = wrapped(doc, text, { width, points, bold })
    group.add(
      structure(doc, role, () => {
        let at = y
        for (const runs of lines) {
          let left = align === 'right' ? x + width - widthOf(doc, runs, points) : x
          for (const run of runs) {
            useFont(doc, run.font, points)
            doc.text(run.text, left, at, { lineBreak: false, features: [] })
            left += doc.widthOfString(run.text, { features: [] })
          }
          at += points * leading
        }
      }),
    )
    return lines.length * points * leading
  }
  const rule = () => {
    doc.markContent('Artifact')
    doc
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .strokeColor('#777777')
      .stroke()
    doc.endMarkedContent()
  }
  const within = (role: string, draw: () => void) => {
    const outer = group
    group = doc.struct(role)
    outer.add(group)
    draw()
    group.end()
    group = outer
  }

  if (paper.warning !== null) y += say('P', paper.warning, { x: margin, width, bold: true }) + size.text
  y += say('H1', paper.title, { x: margin, width, size: size.title, bold: true }) + size.text
  for (const [name, value] of paper.facts) y += say('P', `${name}: ${value}`, { x: margin, width })
  y += 2 * size.text
  const half = width / paper.parties.length
  const top = y
  let lowest = top
  for (const [i, { title, lines }] of paper.parties.entries()) {
    y = top
    const at = { x: margin + i * half, width: half - size.text }
    y += say('H2', title, { ...at, bold: true })
    for (const line of lines) y += say('P', line, at)
    lowest = Math.max(lowest, y)
  }
  y = lowest + 2 * size.text
  within('Table', () => {
    for (const [row, bold] of [...paper.lines.map(line => [line, false] as const), [paper.total, true] as const]) {
      rule()
      y += size.text / 2
      within('TR', () => {
        const [what, amount] = row
        const tall = say('TD', what, { x: margin, width: width - amountWidth, bold })
        say('TD', amount, { x: margin + width - amountWidth, width: amountWidth, bold, align: 'right' })
        y += tall
      })
      y += size.text / 2
    }
  })
  y += size.text
  for (const note of paper.notes) y += say('P', note, { x: margin, width, size: size.small })
  root.end()
}

/** The fonts that a document knows by the name of their file: the library reads a font without a name each time anew. */
const registered = new WeakMap<Doc, Set<string>>()

/** A leaf of the structure; the types of the library lack the function that draws it. */
function structure(doc: Doc, role: string, draw: () => void): PDFKit.PDFStructureElement {
  return (doc as unknown as { struct(role: string, draw: () => void): PDFKit.PDFStructureElement }).struct(role, draw)
}

function useFont(doc: Doc, file: string, points: number): void {
  const known = registered.get(doc) ?? new Set<string>()
  registered.set(doc, known)
  if (!known.has(file)) doc.registerFont(file, bytesOf(file, file.endsWith('.woff2')))
  known.add(file)
  doc.font(file).fontSize(points)
}

function widthOf(doc: Doc, runs: readonly Run[], points: number): number {
  return runs.reduce((sum, { font, text }) => {
    useFont(doc, font, points)
    return sum + doc.widthOfString(text, { features: [] })
  }, 0)
}

/** A text in lines of at most a width; a word that is longer is broken. */
function wrapped(
  doc: Doc,
  text: string,
  { width, points, bold }: { width: number; points: number; bold: boolean },
): Run[][] {
  const fits = (line: string) => widthOf(doc, runsOf(line, bold), points) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    let rest = word
    if (line !== '' && fits(`${line} ${rest}`)) {
      line = `${line} ${rest}`
      continue
    }
    if (line !== '') lines.push(line)
    while (!fits(rest)) {
      const characters = [...rest]
      let n = characters.length - 1
      while (n > 1 && !fits(characters.slice(0, n).join(''))) n--
      lines.push(characters.slice(0, n).join(''))
      rest = characters.slice(n).join('')
      if (rest === '') break
    }
    line = rest
  }
  return [...lines, line].filter(each => each !== '').map(each => runsOf(each, bold))
}
