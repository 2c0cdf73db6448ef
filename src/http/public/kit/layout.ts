// The frame of every page: head, skip link, landmarks, footer, and the headers a page is sent with.
import { guideLinks } from '../../../contract/guide/documents.ts'
import type { SiteId } from '../../../contract/site-ids.ts'
import { siteRow } from '../../../contract/sites.ts'
import { type Html, html } from './html.ts'
import { favicon, stylesheet } from './stylesheet.ts'

export { type Html, html } from './html.ts'

export type Page = {
  /** Without the site's name, which is added; the home page gives the site's name itself. */
  title: string
  site: { id: SiteId; baseUrl: string }
  body: Html
  description?: string
  canonical?: string
  /** More of the head: links to feeds, data blocks. */
  head?: Html
  noindex?: boolean
}

/** Where the stylesheet is: a name that changes with its content, to be cached for good. */
export const stylesheetPath = stylesheet.path

// Pico draws the marks of its form controls from data: addresses in the stylesheet; no post can place an image.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of a public page: nothing runs, nothing is loaded from elsewhere, nothing frames it. */
export const htmlHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  link: guideLinks,
}

/** Headers of a page for one person: as a public page, and its address and content stay there. */
export const privateHtmlHeaders: Record<string, string> = {
  ...htmlHeaders,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A whole HTML document around the body of a page. The body begins with the page's one h1. */
export function layout(page: Page): string {
  const { title, site, body, description, canonical, head, noindex } = page
  const row = siteRow(site.id)
  const name = row.title
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description && html`<meta name="description" content="${description}">\n`}${noindex && html`<meta name="robots" content="noindex">\n`}${canonical && html`<link rel="canonical" href="${canonical}">\n`}<link rel="stylesheet" href="${stylesheetPath}">
<link rel="icon" href="${favicon.path}" type="${favicon.contentType}">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<nav class="brand" aria-label="Site">
<a href="/">${name}</a>
<ul><li><a href="/index.json">JSON Feed</a></li><li><a href="/feed.xml">RSS</a></li>${row.timed && html`<li><a href="/calendar.ics">Calendar</a></li>`}</ul>
</nav>
</header>
<main id="content">
${body}
</main>
<footer>
<p>Posts are written by third parties and licensed under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. Place names and coordinates: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0.</p>
</footer>
</body>
</html>
`.toString()
}
