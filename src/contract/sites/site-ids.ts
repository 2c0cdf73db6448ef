// The kinds of site that a platform can run: each file of rows/ is one, and nothing else lists them.
import { readdirSync } from 'node:fs'
import { extname, parse } from 'node:path'

/** The sites that ship. To the types every site is one of them. */
export type SiteId = 'messages' | 'stories' | 'classifieds' | 'events'

/** `.ts`, or `.js` in a build. */
export const sourceEnding = extname(import.meta.filename)

export const siteIds: readonly SiteId[] = readdirSync(new URL('./rows/', import.meta.url))
  .filter(file => extname(file) === sourceEnding && !file.endsWith('.d.ts'))
  .map(file => parse(file).name as SiteId)
  .sort()
