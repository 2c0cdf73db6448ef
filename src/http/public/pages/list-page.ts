// The home page of a site: its posts as cards, and where software finds them.

import { guideDocuments } from '../../../contract/guide/documents.ts'
import type { SiteContext } from '../../../contract/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { factsOf, topicList } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import type { Latest } from '../kit/latest.ts'
import { layout } from '../kit/layout.ts'
import { bodyOf, headline, type ShownPost, statusWord } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'

/** The home page, or a later page of it. `now` in epoch milliseconds. */
export function listPageHtml(site: SiteContext, latest: Latest, options: { first: boolean; now: number }): string {
  const row = siteRow(site.id)
  const { first } = options
  const heading = first ? `${row.pageOrder === 'soonest' ? 'Upcoming' : 'Latest'} ${row.nouns}` : `More ${row.nouns}`
  return layout({
    title: first ? row.title : heading,
    site,
    description: row.tagline,
    ...(first && { canonical: `${site.baseUrl}/` }),
    noindex: !first,
    head: html`<link rel="alternate" type="application/feed+json" title="${row.title} (JSON Feed)" href="/index.json">
<link rel="alternate" type="application/rss+xml" title="${row.title} (RSS)" href="/feed.xml">${
      latest.next && html`\n<link rel="next" href="/${latest.next}">`
    }`,
    body: html`<h1>${heading}</h1>
<p class="lede">${row.tagline}</p>
${first && forAgents(row, site)}${cards(row, latest, options)}
${latest.next && html`<p class="next"><a href="/${latest.next}" rel="next">More ${row.nouns}</a></p>\n`}`,
  })
}

function cards(row: SiteRow, { posts }: Latest, { first, now }: { first: boolean; now: number }): Html {
  if (posts.length > 0)
    return html`<ul class="cards">${posts.map(post => html`\n<li>${card(row, post, now)}</li>`)}\n</ul>`
  const text = first
    ? `There are no ${row.nouns} at the moment. New ones show here as soon as they are published.`
    : `There are no more ${row.nouns}.`
  return html`<p class="empty">${text}</p>`
}

function card(row: SiteRow, post: ShownPost, now: number): Html {
  return html`<article class="${row.text.title ? 'card' : 'card untitled'}">
<h2 dir="auto"><a href="/p/${post.id}">${row.text.title ? headline(row, post) : excerpt(bodyOf(row, post), 320)}</a></h2>
<div class="facts">${status(row, post)}${factsOf(row, post, now).map(fact => fact.card)}</div>
${row.text.title && html`<p class="text" dir="auto">${excerpt(bodyOf(row, post))}</p>\n`}${topicList(post)}
</article>`
}

function status(row: SiteRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  return word !== null && html`<p class="status"><strong>${word}</strong></p>`
}

function forAgents(row: SiteRow, { baseUrl }: SiteContext): Html {
  const links = guideDocuments(row).filter(({ optional }) => !optional)
  return html`<section class="agents" aria-labelledby="agents">
<h2 id="agents">For software agents</h2>
<p>Post, read and search ${row.nouns} through the API: <code>GET ${baseUrl}/v1</code> lists every operation and says how to sign up. Every ${row.noun} is paid for and checked against the policy before it is published.${row.relayed && html` Replies to the ${row.relayed.recipient} go through <code>POST /v1/relay</code>.`}</p>
<ul>${links.map(({ path, title, about }) => html`\n<li><a href="${path}">${title}</a>: ${about}</li>`)}\n</ul>
</section>
`
}
