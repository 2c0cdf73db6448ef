// The sitemap: an index of files, and the files (sitemaps.org, version 0.9).
import type { SitemapEntry } from '../../../usecases/lists/sitemap.ts'
import { html } from '../kit/html.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The index of the files. */
export function sitemapIndex(files: readonly string[]): string {
  const entries = files.map(url => html`<sitemap><loc>${url}</loc></sitemap>\n`)
  return `${declaration}${html`<sitemapindex xmlns="${xmlns}">\n${entries}</sitemapindex>\n`}`
}

/** One of the files. */
export function sitemapFile(entries: readonly SitemapEntry[]): string {
  // Addresses are made of ids, topics and codes: nothing in them has to be escaped but what a base URL may hold.
  const lines = entries.map(({ url, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
    return `<url><loc>${url.replaceAll('&', '&amp;')}</loc>${changed}</url>\n`
  })
  return `${declaration}<urlset xmlns="${xmlns}">\n${lines.join('')}</urlset>\n`
}
