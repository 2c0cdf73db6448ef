// The two faces of type of every page, one file for each script: their files, their rules, and what a page loads before it is drawn.
import { readFileSync } from 'node:fs'
import { type Asset, asset } from './asset.ts'

/** A face of the device that stands in for one that is late, by its full names, and the mean width of its letters. */
type StandIn = { family: string; locals: readonly string[]; width: number }

/**
 * A face: the folder of its package, its weight, and the name that the stylesheet gives it. `width` is the mean width of its
 * letters in English text, as docs/design.md says; all measures are parts of the font size.
 */
type Face = {
  family: string
  folder: string
  weight: number
  width: number
  ascent: number
  descent: number
  standIns: readonly StandIn[]
}

export const display: Face = {
  ...{ family: 'Handbill Display', folder: 'sofia-sans-extra-condensed', weight: 800 },
  ...{ width: 0.3075, ascent: 0.9, descent: 0.3 },
  standIns: [
    {
      family: 'Handbill Display Narrow',
      locals: ['Arial Narrow Bold', 'ArialNarrow-Bold', 'Liberation Sans Narrow Bold'],
      width: 0.395,
    },
    {
      family: 'Handbill Display Wide',
      locals: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica Bold', 'Helvetica-Bold'],
      width: 0.4816,
    },
  ],
}
export const reading: Face = {
  ...{ family: 'Handbill Reading', folder: 'literata', weight: 400 },
  ...{ width: 0.4751, ascent: 1.177, descent: 0.308 },
  standIns: [
    {
      family: 'Handbill Reading Times',
      locals: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Times'],
      width: 0.4034,
    },
  ],
}

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

/** A face of the device in the width and the height of line of another face, so that text takes the same room in both. */
function standInRule({ weight, width, ascent, descent }: Face, standIn: StandIn): string {
  const size = width / standIn.width
  const percent = (part: number) => `${(100 * part).toFixed(1)}%`
  const from = standIn.locals.map(name => `local("${name}")`).join()
  return `@font-face{font-family:"${standIn.family}";font-weight:${weight};src:${from};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%}\n`
}

const standInRules = faces.flatMap(face => face.standIns.map(standIn => standInRule(face, standIn))).join('')

/** A face that is late stays out until the next page, so that nothing moves once it is drawn. */
const ownRules = faces
  .flatMap(({ family, weight, files }) =>
    files.map(
      ({ range, file }) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url(${file.path}) format("woff2");unicode-range:${range}}\n`,
    ),
  )
  .join('')

export const fontRules = ownRules + standInRules

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
