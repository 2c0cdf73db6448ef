// The two faces of type of every page, one file for each script: their files, their rules, and what a page loads before it is drawn.
import { readFileSync } from 'node:fs'
import { type Asset, asset } from './asset.ts'

/** A face: the folder of its package, its weight, and the name that the stylesheet gives it. */
type Face = { family: string; folder: string; weight: number }

const display: Face = { family: 'Handbill Display', folder: 'sofia-sans-extra-condensed', weight: 800 }
const reading: Face = { family: 'Handbill Reading', folder: 'literata', weight: 400 }

/** A browser loads the file of a script with the first letter of it on a page. A face has some of them. */
const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const
type Script = (typeof scripts)[number]

type FontFile = { script: Script; range: string; file: Asset<Buffer> }

const read = (path: string) => readFileSync(new URL(import.meta.resolve(`@fontsource/${path}`)))

function filesOf({ folder, weight }: Face): FontFile[] {
  const ranges = JSON.parse(read(`${folder}/unicode.json`).toString()) as Record<string, string>
  return scripts.flatMap(script => {
    const range = ranges[script]
    if (range === undefined) return []
    return { script, range, file: asset('woff2', read(`${folder}/files/${folder}-${script}-${weight}-normal.woff2`)) }
  })
}

const faces = [display, reading].map(face => ({ ...face, files: filesOf(face) }))

/** Every file, to be served. */
export const fontFiles: readonly Asset<Buffer>[] = faces.flatMap(({ files }) => files.map(({ file }) => file))

/** A face that is late stays out until the next page, so that nothing moves once it is drawn. */
export const fontRules = faces
  .flatMap(({ family, weight, files }) =>
    files.map(
      ({ range, file }) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url(${file.path}) format("woff2");unicode-range:${range}}\n`,
    ),
  )
  .join('')

/** Languages whose words need more than the letters of English. */
const extended = new Set(['pl', 'tr'])
/** Languages that neither face can write. */
const others = new Set(['ar', 'ja', 'zh'])

/** The files that a page in a language (BCP 47) shows at once. */
export function firstFonts(tag: string): readonly Asset<Buffer>[] {
  if (others.has(tag)) return []
  const wanted: Script[] = extended.has(tag) ? ['latin', 'latin-ext'] : ['latin']
  return faces.flatMap(({ files }) => files.flatMap(({ script, file }) => (wanted.includes(script) ? file : [])))
}
