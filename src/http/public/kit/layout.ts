// The frame of every page (head, skip link, landmarks, footer) and its headers.

import { guideLinks } from '../../../documents/guide/documents.ts'
import { isSpoken, withPrefix } from '../../../domain/languages/addresses.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { homePath } from '../../../domain/posts/list-paths.ts'
import { firstFonts } from './faces-of-type.ts'
import { type Html, html } from './html.ts'
import { entriesAt, joinPath, type NavigationEntry } from './navigation.ts'
import { linkTo, type PageSite, rowIn, type SpokenRow, tongueOf } from './spoken.ts'
import { iconOf, stylesheet, stylesheets } from './stylesheet.ts'

export { type Html, html } from './html.ts'

export type Page = {
  /** Without the site's name, which `layout` adds; the title of the home page is the site's name. */
  title: string
  site: PageSite
  body: Html
  description?: string
  canonical?: string
  /** More of the head: links to feeds, data blocks. */
  head?: Html
  noindex?: boolean
  /** Where the skip link leads: to the list of posts, past what is chosen above it; to all of `main` when left out. */
  skipTo?: 'list'
  /** Somebody is signed in, who is not asked to join. */
  signedIn?: boolean
  /** The page has one text for all languages, in English or another one: its canonical address has no language in front of it. */
  inOneLanguage?: boolean
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
  "font-src 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
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
  'content-security-policy': publicPolicy.replace("script-src 'none'", "script-src 'self'; worker-src 'self'"),
}

/** The headers of the home page, whose script finds what is near; no shared cache keeps what a cookie could change. */
export const homeHtmlHeaders: Record<string, string> = { ...scriptedHtmlHeaders, 'cache-control': 'private, no-cache' }

/** The headers of the home page of a reader who has chosen a place. */
export const ownHomeHtmlHeaders: Record<string, string> = {
  ...scriptedHtmlHeaders,
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
  const { title, site, body, description, head, noindex } = page
  const row = rowIn(site)
  const { tongue } = row
  const path = pathOf(page)
  const canonical = path === null ? page.canonical : `${site.baseUrl}${page.inOneLanguage ? '' : tongue.prefix}${path}`
  const name = row.title
  const icon = iconOf(row.id)
  const { frame = publicFrame(page) } = page
  const text = html`<!doctype html>
<html lang="${tongue.tag}"${tongue.direction === 'rtl' && html` dir="rtl"`} data-site="${row.id}"${tongue.tag !== sourceLanguage && html` data-locate="${row.say('near.locate')}" data-yours="${row.say('time.yours', { time: '{time}' })}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description && html`<meta name="description" content="${description}">\n`}${noindex && html`<meta name="robots" content="noindex">\n`}${canonical && html`<link rel="canonical" href="${canonical}">\n${path !== null && !page.inOneLanguage && alternates(page, path)}${shared(page, canonical)}`}${firstFonts(tongue.tag).map(({ path: file }) => html`<link rel="preload" href="${file}" as="font" crossorigin>\n`)}${stylesheets().map(({ path: file }) => html`<link rel="stylesheet" href="${file}">\n`)}<link rel="icon" href="${icon.path}" type="${icon.contentType}">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title="${name}">
${head}
</head>
<body>
<a class="skip" href="#${page.skipTo ?? 'content'}">${row.say('frame.skip')}</a>
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
`
  return withPrefix(text.toString(), tongue.prefix)
}

/** The path of a page that exists in every language; null for any other page. */
function pathOf({ canonical, site }: Page): string | null {
  if (!canonical?.startsWith(`${site.baseUrl}/`)) return null
  const path = canonical.slice(site.baseUrl.length)
  return isSpoken(path) ? path : null
}

/** The addresses of a page in every language, for search engines. */
function alternates({ site }: Page, path: string): Html {
  const { all } = tongueOf(site)
  const link = (tag: string, prefix: string) =>
    html`<link rel="alternate" hreflang="${tag}" href="${site.baseUrl}${prefix}${path}">\n`
  return html`${all.length > 1 && [...all.map(({ tag, prefix }) => link(tag, prefix)), link('x-default', '')]}`
}

/** Links to the page in every language, or to the home page where the page is in one language alone. */
function languageLinks(page: Page, row: SpokenRow): Html | false {
  const { tongue: here } = row
  if (here.all.length < 2) return false
  const path = pathOf(page) ?? homePath
  const same = pathOf(page) !== null && !page.inOneLanguage
  // A path without a language is led on in the language of the page: the way back to English is a whole address.
  const origin = (prefix: string) => (prefix === '' && here.prefix !== '' ? page.site.baseUrl : '')
  const links = here.all.map(
    ({ tag, name, prefix, direction, offer }) =>
      html`<li><a href="${origin(prefix)}${prefix}${path}" lang="${tag}"${direction !== here.direction && html` dir="${direction}"`}${same && html` data-offer="${offer}"`}${tag === here.tag && html` aria-current="true"`}>${name}</a></li>`,
  )
  return html`<nav id="languages" aria-label="${row.say('frame.language')}"><ul class="links">${links}</ul></nav>\n`
}

function publicFrame(page: Page): { header: Html; footer: Html } {
  const { site } = page
  const row = rowIn(site)
  return {
    header: html`<a class="brand" href="/"><img src="${iconOf(row.id).path}" alt="" width="24" height="24">${row.title}</a>
<nav aria-label="${row.say('frame.main')}">${links(
      entriesAt('header', row).filter(({ path }) => !page.signedIn || path !== joinPath),
      page,
    )}</nav>`,
    footer: html`<nav aria-label="${row.say('frame.about')}">${links(entriesAt('footer', row), page)}
<details class="folded"><summary>${row.say('frame.developers')}</summary>${links(entriesAt('developers', row), page)}</details></nav>
${languageLinks(page, row)}${siblings(page)}<p>${row.markup('frame.licence', { cc: linkTo('https://creativecommons.org/licenses/by/4.0/'), geonames: linkTo('https://www.geonames.org/') })}</p>
${operator(row, site)}`,
  }
}

/** The tags for a shared address: Open Graph, and the card type of Twitter. */
function shared({ title, site, description, image }: Page, canonical: string): Html {
  const property = (name: string, content: string | undefined) =>
    content && html`<meta property="og:${name}" content="${content}">\n`
  return html`${property('type', image ? 'article' : 'website')}${property('site_name', rowIn(site).title)}${property('title', title)}${property('description', description)}${property('url', canonical)}${
    image &&
    html`${property('image', image.url)}${property('image:type', 'image/png')}${property('image:width', String(image.width))}${property('image:height', String(image.height))}${property('image:alt', image.alt)}`
  }${image && html`<meta name="twitter:card" content="summary_large_image">\n`}`
}

function links(entries: readonly NavigationEntry[], { site, canonical }: Page): Html {
  const row = rowIn(site)
  const current = (path: string) => canonical === `${site.baseUrl}${path}` && html` aria-current="page"`
  // What is in English in every language says so.
  const foreign = ({ path, key }: NavigationEntry) =>
    row.tongue.tag !== sourceLanguage && !isSpoken(path) && html` hreflang="en"${!key && html` lang="en"`}`
  const said = ({ key, label }: NavigationEntry) => (key ? row.word(key, label) : label)
  return html`<ul class="links">${entries.map(entry => html`<li><a href="${entry.path}"${current(entry.path)}${foreign(entry)}>${said(entry)}</a></li>`)}</ul>`
}

function siblings({ site }: Page): Html | false {
  const { siblings = [] } = site
  const tongue = tongueOf(site)
  if (siblings.length === 0) return false
  const others = siblings.map(
    ({ id, baseUrl }) => html`<li><a href="${baseUrl}${tongue.prefix}/">${rowIn({ id, tongue }).title}</a></li>`,
  )
  return html`<nav aria-label="${tongue.say('frame.sisters')}"><ul class="links">${others}</ul></nav>\n`
}

function operator({ say, markup }: SpokenRow, { operator }: PageSite): Html | false {
  const { name, contact } = operator ?? { name: null, contact: null }
  if (name === null && contact === null) return false
  const link = contact?.startsWith('https://') ? contact : `mailto:${contact}`
  const who = name === null ? say('frame.operator') : markup('frame.operator-named', { name: html`<bdi>${name}</bdi>` })
  return html`<p>${who}${contact !== null && html`: <a href="${link}">${name === null ? contact : say('frame.contact')}</a>`}</p>\n`
}
