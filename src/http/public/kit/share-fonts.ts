// The fonts of share images, one for each script: what they can draw, and which of them a text needs. Each is read on first use.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Font, readFont } from './font.ts'
import { openTypeOfWoff } from './woff.ts'

/** A font: the characters for which it is read, and how it is measured. */
type ShareFont = {
  /** One character of its script is enough to need it. */
  script: RegExp
  file: string
  /** Packed as WOFF2; the thread that draws unpacks it. Its characters are those of `script`, and each is a square. */
  packed?: true
}

const fileOf = (path: string) => fileURLToPath(import.meta.resolve(path))
const noto = (name: string, file: string) => fileOf(`@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`)
const sourceHan = (which: string) => fileOf(`@librescore/fonts/SourceHanSans${which}.min.woff2`)

/** The family that draws what no other font is named for. */
export const shareFamily = 'Noto Sans'

const latin: ShareFont = { script: /[\s\S]/u, file: noto('noto-sans', 'NotoSans') }
const others: readonly ShareFont[] = [
  { script: /\p{Script=Arabic}/u, file: noto('noto-sans-arabic', 'NotoSansArabic') },
  { script: /\p{Script=Hebrew}/u, file: noto('noto-sans-hebrew', 'NotoSansHebrew') },
  { script: /\p{Script=Devanagari}/u, file: noto('noto-sans-devanagari', 'NotoSansDevanagari') },
  { script: /\p{Script=Thai}/u, file: noto('noto-sans-thai', 'NotoSansThai') },
  // Chinese, the letters of Japanese, and the punctuation and wide forms of both.
  { script: /[\u3000-\u3029\u3041-\u30ff\u4e00-\u9fef\uff01-\uff5e]/u, file: sourceHan('CN'), packed: true },
  { script: /[\uac00-\ud7a3]/u, file: sourceHan('KR'), packed: true },
]

/** The family and the weight of titles, which has the alphabets of Europe, each in a file of its own. */
export const displayFamily = 'Sofia Sans Extra Condensed ExtraBold'
export const displayWeight = 800
/** The files of the display face. */
export const displayFiles = ['latin', 'latin-ext', 'cyrillic', 'greek'].map(script => ({
  file: fileOf(
    `@fontsource/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-${script}-${displayWeight}-normal.woff`,
  ),
  packed: true,
}))

const read = new Map<string, Font>()

function displayFonts(): Font[] {
  return displayFiles.map(({ file }) => {
    const known = read.get(file) ?? readFont(openTypeOfWoff(readFileSync(file)))
    read.set(file, known)
    return known
  })
}

/** The display face. What it has not is as wide as in the usual font. */
export const displayFont: Font = {
  has: codePoint => displayFonts().some(font => font.has(codePoint)),
  width(text) {
    const fonts = displayFonts()
    return [...text].reduce((sum, character) => {
      const font = fonts.find(each => each.has(character.codePointAt(0)!)) ?? shareFont
      return sum + font.width(character)
    }, 0)
  },
}

function fontOf({ file, script, packed }: ShareFont): Font {
  const known = read.get(file)
  if (known) return known
  const font: Font = packed
    ? { has: codePoint => script.test(String.fromCodePoint(codePoint)), width: text => [...text].length }
    : readFont(readFileSync(file))
  read.set(file, font)
  return font
}

/** The fonts that a text needs, the usual one first. */
function fontsIn(text: string): ShareFont[] {
  return [latin, ...others.filter(({ script }) => script.test(text))]
}

/** The files of the fonts that a text needs. */
export function fontFilesIn(text: string): { file: string; packed: boolean }[] {
  return fontsIn(text).map(({ file, packed = false }) => ({ file, packed }))
}

/** The file of the font that draws a character, and whether it is packed; null for a character that none has. */
export function fontFileFor(character: string): { file: string; packed: boolean } | null {
  const codePoint = character.codePointAt(0)!
  const found = fontsIn(character).findLast(font => fontOf(font).has(codePoint))
  return found ? { file: found.file, packed: found.packed ?? false } : null
}

/** The font that draws a character of any script, and its width; null for a character that none has. */
function fontFor(character: string): Font | null {
  const codePoint = character.codePointAt(0)!
  for (const font of fontsIn(character)) if (fontOf(font).has(codePoint)) return fontOf(font)
  return null
}

/** Draws with the first font that has a character. */
export const shareFont: Font = {
  has: codePoint => fontFor(String.fromCodePoint(codePoint)) !== null,
  width: text => [...text].reduce((sum, character) => sum + (fontFor(character)?.width(character) ?? 1), 0),
}
