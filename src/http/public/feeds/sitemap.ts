// Writes the index and the files of the sitemap (sitemaps.org, version 0.9).
import type { SitemapEntry } from '../../../usecases/lists/sitemap.ts'
import { html } from '../kit/html.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function sitemapIndex(files: readonly string[]): string {
  const entries = files.map(url => html`<sitemap><loc>${url}</loc></sitemap>\n`)
  return `${declaration}${html`<sitemapindex xmlns="${xmlns}">\n${entries}</sitemapindex>\n`}`
}

export function sitemapFile(entries: readonly SitemapEntry[]): string {
  // Addresses consist of ids, topics and codes, so only an & of the base URL has to be escaped.
  const lines = entries.map(({ url, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
    return `<url><loc>${url.replaceAll('&', '&amp;')}</loc>${changed}</url>\n`
  })
  return `${declaration}<urlset xmlns="${xmlns}">\n${lines.join('')}</urlset>\n`
}
