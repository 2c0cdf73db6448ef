// The frame of every page (head, skip link, landmarks, footer) and its headers.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { guideLinks } from '../../../documents/guide/documents.ts'
import { type Html, html } from './html.ts'
import { entriesAt } from './navigation.ts'
import { icons, stylesheet } from './stylesheet.ts'

export { type Html, html } from './html.ts'

export type Page = {
  /** Without the site's name, which `layout` adds; the title of the home page is the site's name. */
  title: string
  site: SiteContext
  body: Html
  description?: string
  canonical?: string
  /** More of the head: links to feeds, data blocks. */
  head?: Html
  noindex?: boolean
  /** The header and footer of a page that does not have those of public pages. */
  frame?: { header: Html; footer: Html }
  /** The share image of the page. Sizes in pixels. */
  image?: { url: string; width: number; height: number; alt: string }
}

/** The path of the stylesheet; it changes with the content, so the file can be cached for good. */
export const stylesheetPath = stylesheet.path

// Pico's form controls have images from data: URLs in the stylesheet. No post can add an image.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Browser tools that inspect a page fetch robots.txt, llms.txt and the catalogues through it.
const publicPolicy = `${contentSecurityPolicy}; connect-src 'self'`

/** The headers of a public page: no scripts, no files of other origins, no framing. */
export const htmlHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': publicPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  link: guideLinks,
}

/** The headers of a public page with scripts of this service. */
export const scriptedHtmlHeaders: Record<string, string> = {
  ...htmlHeaders,
  'content-security-policy': publicPolicy.replace("script-src 'none'", "script-src 'self'"),
}

/** The headers of the home page, whose script finds what is near; no shared cache keeps what a cookie could change. */
export const homeHtmlHeaders: Record<string, string> = { ...scriptedHtmlHeaders, 'cache-control': 'private, no-cache' }

/** The headers of the home page of a reader who has chosen a place. */
export const ownHomeHtmlHeaders: Record<string, string> = {
  ...htmlHeaders,
  'cache-control': 'private, no-cache',
  vary: 'Accept, Cookie',
}

/** The headers of a page for one person: as a public page, but never stored, and without a referrer. */
export const privateHtmlHeaders: Record<string, string> = {
  ...htmlHeaders,
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** The headers of a page for one person with a script of this service. */
export const privateScriptedHtmlHeaders: Record<string, string> = {
  ...privateHtmlHeaders,
  'content-security-policy': contentSecurityPolicy.replace("script-src 'none'", "script-src 'self'"),
}

/** The HTML document around the body of a page. The body begins with the only h1. */
export function layout(page: Page): string {
  const { title, site, body, description, canonical, head, noindex } = page
  const row = siteRow(site.id)
  const name = row.title
  const { frame = publicFrame(page) } = page
  return html`<!doctype html>
<html lang="en" data-site="${row.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description && html`<meta name="description" content="${description}">\n`}${noindex && html`<meta name="robots" content="noindex">\n`}${canonical && html`<link rel="canonical" href="${canonical}">\n${shared(page, canonical)}`}<link rel="stylesheet" href="${stylesheetPath}">
<link rel="icon" href="${icons[row.id].path}" type="${icons[row.id].contentType}">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
${frame.header}
</header>
<main id="content">
${body}
</main>
<footer>
${frame.footer}</footer>
</body>
</html>
`.toString()
}

function publicFrame(page: Page): { header: Html; footer: Html } {
  const { site } = page
  const row = siteRow(site.id)
  return {
    header: html`<a class="brand" href="/"><img src="${icons[row.id].path}" alt="" width="24" height="24">${row.title}</a>
<nav aria-label="Main">${links(entriesAt('header', row), page)}</nav>`,
    footer: html`<nav aria-label="About this site">${links(entriesAt('footer', row), page)}
<details class="folded"><summary>For developers</summary>${links(entriesAt('developers', row), page)}</details></nav>
${siblings(site)}<p>Posts are written by third parties and licensed under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. Place names and coordinates: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0.</p>
${operator(site)}`,
  }
}

/** The tags for a shared address: Open Graph, and the card type of Twitter. */
function shared({ title, site, description, image }: Page, canonical: string): Html {
  const property = (name: string, content: string | undefined) =>
    content && html`<meta property="og:${name}" content="${content}">\n`
  return html`${property('type', image ? 'article' : 'website')}${property('site_name', siteRow(site.id).title)}${property('title', title)}${property('description', description)}${property('url', canonical)}${
    image &&
    html`${property('image', image.url)}${property('image:type', 'image/png')}${property('image:width', String(image.width))}${property('image:height', String(image.height))}${property('image:alt', image.alt)}`
  }<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
`
}

function links(entries: readonly { path: string; label: string }[], { site, canonical }: Page): Html {
  const current = (path: string) => canonical === `${site.baseUrl}${path}` && html` aria-current="page"`
  return html`<ul class="links">${entries.map(({ path, label }) => html`<li><a href="${path}"${current(path)}>${label}</a></li>`)}</ul>`
}

function siblings({ siblings = [] }: SiteContext): Html | false {
  if (siblings.length === 0) return false
  const others = siblings.map(({ id, baseUrl }) => html`<li><a href="${baseUrl}/">${siteRow(id).title}</a></li>`)
  return html`<nav aria-label="Sister sites"><ul class="links">${others}</ul></nav>\n`
}

function operator({
  operator: { name, contact } = { name: null, contact: null, disputes: null },
}: SiteContext): Html | false {
  if (name === null && contact === null) return false
  const link = contact?.startsWith('https://') ? contact : `mailto:${contact}`
  return html`<p>${name === null ? 'This site is run by its operator' : html`Run by <bdi>${name}</bdi>`}${
    contact !== null && html`: <a href="${link}">${name === null ? contact : 'contact'}</a>`
  }</p>\n`
}
