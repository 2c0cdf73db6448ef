// Lists and posts for frames on pages of others: no script, no form, every link in a tab of its own; and their oEmbed answers.
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { authorHtml, factsOf } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { htmlHeaders } from '../kit/layout.ts'
import { listTitle } from '../kit/list-words.ts'
import { nameClass, rootClass } from '../kit/microformats.ts'
import { announcedHeadline, authorPathOf, bodyOf, ofText, type ShownPost } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { linkTo, type PageSite, rowIn } from '../kit/spoken.ts'
import { stylesheets } from '../kit/stylesheet.ts'

/** The most posts of an embedded list. */
const embeddedPosts = 10

/** The headers of a page that every page may frame. */
export const embedHeaders: Record<string, string> = {
  ...htmlHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors *",
}

/** The size that a frame should have, in pixels. */
const embedSize = { width: 480, height: { list: 480, post: 260 } } as const

export function embeddedListHtml(site: PageSite, list: SiteList, posts: readonly ShownPost[], now: number): string {
  const row = rowIn(site)
  const title = listTitle(row, list)
  const items = posts.slice(0, embeddedPosts).map(post => html`<li>${summary(site, post, now)}</li>\n`)
  return frame(site, {
    ...{ title, path: list.path },
    body: html`<h1><a href="${site.baseUrl}${row.tongue.prefix}${list.path}"><bdi>${title}</bdi></a></h1>
${items.length > 0 ? html`<ul class="cards">\n${items}</ul>` : html`<p>${row.say('list.empty-short')}</p>`}`,
  })
}

export function embeddedPostHtml(site: PageSite, post: ShownPost, now: number): string {
  return frame(site, {
    ...{ title: announcedHeadline(rowIn(site), post), path: `/p/${post.id}` },
    body: summary(site, post, now),
  })
}

function summary(site: PageSite, post: ShownPost, now: number): Html {
  const row = rowIn(site)
  const short =
    row.text.title && html`<p class="text p-summary"${ofText(post)}>${excerpt(bodyOf(row, post), 160)}</p>\n`
  return html`<article class="card untitled ${rootClass(row)}"><h2${ofText(post)} class="${nameClass(row)}"><a href="${site.baseUrl}${row.tongue.prefix}/p/${post.id}" class="u-url">${announcedHeadline(row, post)}</a></h2>
<div class="facts">${factsOf(row, post, now).map(fact => fact.card)}</div>
${short}<p class="by"><span class="p-author h-card">${authorHtml(post)}</span> · ${row.title}</p></article>`
}

function frame(site: PageSite, { title, path, body }: { title: string; path: string; body: Html }): string {
  const row = rowIn(site)
  const cc = linkTo('https://creativecommons.org/licenses/by/4.0/')
  const geonames = linkTo('https://www.geonames.org/')
  return html`<!doctype html>
<html lang="${row.tongue.tag}" dir="${row.tongue.direction}" data-site="${row.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<base target="_blank">
<title>${title} · ${row.title}</title>
<link rel="canonical" href="${site.baseUrl}${row.tongue.prefix}${path}">
${stylesheets().map(({ path: file }) => html`<link rel="stylesheet" href="${file}">\n`)}</head>
<body class="embed">
<main>
${body}
</main>
<footer><p>${row.markup('frame.licence', { cc, geonames })}</p></footer>
</body>
</html>
`.toString()
}

/** What an address is embedded as: its title, its author for a post, and its kind, which has a height. */
export type Embedded = { title: string; path: string; kind: keyof typeof embedSize.height; post?: ShownPost }

/** The markup that frames an address on another page. */
export function frameCode({ baseUrl }: PageSite, { title, path, kind }: Embedded): Html {
  return html`<iframe src="${baseUrl}/embed${path}" title="${title}" width="${embedSize.width}" height="${embedSize.height[kind]}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`
}

/** The answer of oEmbed 1.0 for an address, within the size that the asking page has. */
export function oEmbedJson(site: PageSite, embedded: Embedded, most: { width: number; height: number }): string {
  const { title, kind, post } = embedded
  const author = post && authorPathOf(post)
  return JSON.stringify({
    version: '1.0',
    type: 'rich',
    title,
    ...(post && author && { author_name: `@${post.author.handle}`, author_url: site.baseUrl + author }),
    provider_name: rowIn(site).title,
    provider_url: `${site.baseUrl}/`,
    cache_age: 3600,
    html: frameCode(site, embedded).toString(),
    width: Math.min(embedSize.width, most.width),
    height: Math.min(embedSize.height[kind], most.height),
  })
}
