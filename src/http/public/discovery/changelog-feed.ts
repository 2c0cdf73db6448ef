// The changelog of the API as RSS 2.0, one item a day.

import { markdownList } from '../../../contract/markdown.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { changesByDay } from '../../../documents/guide/changelog.ts'
import { html } from '../kit/html.ts'
import { headingId, markdownHtml } from '../kit/markdown-html.ts'

/** The feed. */
export function changelogFeed({ id, baseUrl }: SiteContext, path: string): string {
  const page = `${baseUrl}/changelog/`
  const items = changesByDay(baseUrl).map(({ day, changes }) => {
    const address = `${page}#${headingId(day)}`
    const body = markdownList(changes.map(({ change }) => change))
    return html`
<item>
<title>${day}</title>
<link>${address}</link>
<guid isPermaLink="true">${address}</guid>
<pubDate>${new Date(day).toUTCString()}</pubDate>
<description>${markdownHtml(body, '').toString()}</description>
</item>`
  })
  return html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Changelog of the API: ${siteRow(id).title}</title>
<link>${page}</link>
<description>What has changed for callers of the API.</description>
<atom:link href="${baseUrl}${path}" rel="self" type="application/rss+xml"/>${items}
</channel>
</rss>
`
    .toString()
    .toWellFormed()
}
