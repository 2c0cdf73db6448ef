// The stylesheet (pico, the rules of this service, and the colours of the sites), and colours, logo and icons of the operator.
import { readFileSync } from 'node:fs'
import { type Face, logoPolicy } from '../../../contract/face.ts'
import { iconIn } from '../../../contract/icon.ts'
import { type SiteId, siteIds } from '../../../contract/sites/site-ids.ts'
import { faceInUse, type SiteRow, siteRow, siteRows } from '../../../contract/sites.ts'
import { posterPaper } from '../../../domain/mixed.ts'
import { type Asset, asset } from './asset.ts'
import { fontRules } from './faces-of-type.ts'

/** The colours of a site in light and in dark; all accent colours are derived from them. */
const coloursOf = ({ id, face: { light, dark, spot } }: SiteRow) =>
  `[data-site=${id}]{--light:${light};--dark:${dark};--spot:${spot};--paper:${posterPaper(spot)}}\n`

const faces = Object.values(siteRows).map(coloursOf).join('')

const read = (file: string) => readFileSync(new URL(file), 'utf8')
const pico = read(import.meta.resolve('@picocss/pico/css/pico.min.css'))
const ownRules = [
  './site.css',
  './lists.css',
  './cards.css',
  './post.css',
  './account.css',
  './languages.css',
  '../saved/saved.css',
  '../log/log.css',
].map(name => read(import.meta.resolve(name)))

export const stylesheet = asset('css', [fontRules, pico, ...ownRules, faces].join('\n'))

type Own = { colours: Asset | null; logo: Asset | null; icons: Map<string, Asset> }
const own = new WeakMap<Face, Own>()

/** The files of the face in use, made on first use. */
function ownFiles(): Own {
  const face = faceInUse()
  const made = own.get(face) ?? { colours: ownColours(), logo: logoOf(face), icons: new Map() }
  own.set(face, made)
  return made
}

/** The colours that the operator gives, on top of those in the stylesheet; null where there are none. */
function ownColours(): Asset | null {
  const given = siteIds.map(siteRow).filter(({ id, face }) => face !== siteRows[id].face)
  return given.length === 0 ? null : asset('css', given.map(coloursOf).join(''))
}

function logoOf({ logo }: Face): Asset | null {
  if (logo === null) return null
  const file = asset(logo.type === 'image/png' ? 'png' : 'svg', Buffer.from(logo.body, 'base64'))
  return { ...file, policy: logoPolicy }
}

/** The stylesheets of a page: that of all pages, and the colours of the operator. */
export function stylesheets(): Asset[] {
  const { colours } = ownFiles()
  return colours === null ? [stylesheet] : [stylesheet, colours]
}

/** The logo of the operator; null for none. */
export const ownLogo = (): Asset | null => ownFiles().logo

/** The icon of a site: the logo, or the sheet in the colour of the site. */
export function iconOf(id: SiteId): Asset {
  const { logo, icons } = ownFiles()
  if (logo) return logo
  const { light } = siteRow(id).face
  const made = icons.get(light) ?? asset('svg', iconIn(light))
  icons.set(light, made)
  return made
}
