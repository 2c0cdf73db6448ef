// The stylesheet (pico, the rules of this service, and the colours of the sites) and the icons.
import { readFileSync } from 'node:fs'
import { iconIn } from '../../../contract/icon.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { siteRows } from '../../../contract/sites.ts'
import { type Asset, asset } from './asset.ts'
import { fontRules } from './faces-of-type.ts'
import { mixed } from './mixed.ts'

/** The colours of each site in light and in dark; all accent colours are derived from them. */
const faces = Object.values(siteRows)
  .map(
    ({ id, face: { light, dark, spot } }) =>
      `[data-site=${id}]{--light:${light};--dark:${dark};--spot:${spot};--paper:${paperOf(spot)}}\n`,
  )
  .join('')

/** The paper of posters: a breath of their second ink. */
export function paperOf(spot: string): string {
  return mixed(spot, '#ffffff', 0.22)
}

const read = (file: string) => readFileSync(new URL(file), 'utf8')
const pico = read(import.meta.resolve('@picocss/pico/css/pico.min.css'))
const own = [
  './site.css',
  './lists.css',
  './cards.css',
  './post.css',
  './account.css',
  './languages.css',
  '../saved/saved.css',
  '../log/log.css',
].map(name => read(import.meta.resolve(name)))

export const stylesheet = asset('css', [fontRules, pico, ...own, faces].join('\n'))

/** The icon of each site, in its colour. */
export const icons = Object.fromEntries(
  Object.values(siteRows).map(({ id, face }) => [id, asset('svg', iconIn(face.light))]),
) as Record<SiteId, Asset>
