// The posts of a site as RSS 2.0.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { factLines } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { announcedHeadline, bodyOf, type ShownPost } from '../kit/post-words.ts'
import { excerpt, prose } from '../kit/prose.ts'
import { englishRow } from '../kit/spoken.ts'
import type { Feed, FeedContext } from './json-feed.ts'

// The template tag escapes < > & and both quotes, as for HTML, and drops characters that XML forbids. No text goes into a CDATA
// section: a reader that treats titles as markup would run its scripts.

/** Once the items have so many characters, further ones have an excerpt: a text of ampersands grows ninefold. */
const mostWholeTexts = 4_000_000

/**
 * An RSS 2.0 document. Titles are plain text, descriptions are escaped markup. Other requests are answered between two items,
 * because a page of long texts full of addresses takes long to write.
 */
export async function rssFeed(
  site: SiteContext,
  { title, home, self, next, posts }: Feed,
  { now, hub }: FeedContext,
): Promise<string> {
  const row = englishRow(site)
  let written = 0
  const items = await mapWithPauses(posts, post => {
    // The item is well-formed already. toWellFormed flattens its pieces into one string now, instead of those of all items at the
    // end.
    const text = item(site, post, now, written < mostWholeTexts)
      .toString()
      .toWellFormed()
    written += text.length
    return text
  })
  const changed = posts
    .map(post => post.updated_at ?? post.published_at)
    .sort()
    .at(-1)
  const head = html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title}</title>
<link>${home}</link>
<description>${row.tagline}</description>
<copyright>CC BY 4.0; the credit line is in each description</copyright>
${changed && html`<lastBuildDate>${httpDate(changed)}</lastBuildDate>\n`}<atom:link href="${self}" rel="self" type="application/rss+xml"/>${hub !== null && html`\n<atom:link href="${hub}" rel="hub"/>`}${
    next !== null && html`\n<atom:link href="${next}" rel="next" type="application/rss+xml"/>`
  }`
  return `${head}${items.join('')}\n</channel>\n</rss>\n`
}

function item(site: SiteContext, post: ShownPost, now: number, whole: boolean): Html {
  const row = englishRow(site)
  const facts = factLines(row, post, now).map(line => html`<p>${line}</p>`)
  const description =
    html`${facts}${whole ? prose(bodyOf(row, post)) : html`<p>${excerpt(bodyOf(row, post))}</p>`}<p>${post.attribution}</p>`.toString()
  return html`
<item>
<title>${announcedHeadline(row, post)}</title>
<link>${post.url}</link>
<guid isPermaLink="true">${post.url}</guid>
<pubDate>${httpDate(post.published_at)}</pubDate>
<dc:creator>@${post.author.handle}</dc:creator>
${post.language !== undefined && html`<dc:language>${post.language}</dc:language>\n`}${post.topics.map(topic => html`<category>${topic}</category>\n`)}<description>${description}</description>
</item>`
}

function httpDate(instant: string): string {
  return new Date(instant).toUTCString()
}
