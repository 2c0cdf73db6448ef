// The scripts of saved posts, the service worker, and the element that runs the buttons with the words of a language.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { savedPath } from '../../../domain/posts/list-paths.ts'
import { type Asset, asset, assetFile } from '../kit/asset.ts'
import { type Html, html } from '../kit/html.ts'
import type { SpokenRow } from '../kit/spoken.ts'
import { stylesheets } from '../kit/stylesheet.ts'

const here = (name: string) => new URL(name, import.meta.url)

const store = assetFile(here('./store.js'))

/** A script that imports the store, by the path that the store has. */
function onStore(name: string): Asset {
  return asset('js', readFileSync(here(name), 'utf8').replace("'./store.js'", `'${store.path}'`))
}

const buttons = onStore('./save-buttons.js')
export const savedList = onStore('./saved-list.js')

/** The files of saved posts. */
export const savedAssets: readonly Asset[] = [store, buttons, savedList]

const worker = readFileSync(here('./worker.js'), 'utf8')

/**
 * The text of the service worker. Its first line changes with every file that pages name: browsers take it for another worker then,
 * which asks anew for what is kept.
 */
export function workerText(): string {
  const files = [...stylesheets(), ...savedAssets].map(({ path }) => path).join(' ')
  return `// ${createHash('sha256').update(files).digest('hex').slice(0, 12)}\n${worker}`
}

/** The script that adds buttons to the posts of a page, with its words. */
export function saveScript({ say, tongue, timed }: SpokenRow): Html {
  return html`<script type="module" src="${buttons.path}" data-save="${say('saved.save')}" data-done="${say('saved.done')}" data-list="${say('saved.title')}" data-list-path="${tongue.prefix}${savedPath}" data-failed="${say('saved.failed')}" data-full="${say('saved.full')}" data-share="${say('saved.share')}"${timed && html` data-calendar`}></script>`
}
