// The changelog as RSS 2.0, one item per section.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { changesIn } from '../../../documents/guide/changelog.ts'
import { html } from '../kit/html.ts'
import { headingId, markdownHtml } from '../kit/markdown-html.ts'

/** The feed. A heading that ends in a day, such as `## 1.0.0, 2027-03-01`, gives the date of its item. */
export function changelogFeed({ id, baseUrl }: SiteContext, changelog: string, path: string): string {
  const page = `${baseUrl}/changelog/`
  const items = changesIn(changelog).map(({ title, body }) => {
    const address = `${page}#${headingId(title)}`
    const [day] = /\d{4}-\d{2}-\d{2}$/.exec(title) ?? []
    return html`
<item>
<title>${title}</title>
<link>${address}</link>
<guid isPermaLink="true">${address}</guid>
${day && html`<pubDate>${new Date(day).toUTCString()}</pubDate>\n`}<description>${markdownHtml(body, '').toString()}</description>
</item>`
  })
  return html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Changelog of ${siteRow(id).title}</title>
<link>${page}</link>
<description>What has changed in the service.</description>
<atom:link href="${baseUrl}${path}" rel="self" type="application/rss+xml"/>${items}
</channel>
</rss>
`
    .toString()
    .toWellFormed()
}
