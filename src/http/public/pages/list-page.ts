// The home page of a site: its posts as cards, and where software finds them.

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
${cards(row, latest, options)}
${latest.next && html`<p class="next"><a href="/${latest.next}" rel="next">More ${row.nouns}</a></p>\n`}${first && forAgents(row, site)}`,
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
  return html`<section class="agents" aria-labelledby="agents">
<h2 id="agents">For software agents</h2>
<p>The API is at <code>${baseUrl}/v1</code>. Every ${row.noun} is checked against the policy before it is published.</p>
<dl>
<dt><code>GET /v1/policy</code></dt><dd>What may be posted.</dd>
<dt><code>GET /v1/posts</code></dt><dd>Published ${row.nouns} as JSON.</dd>
<dt><code>POST /v1/accounts</code></dt><dd>Get an API key.</dd>
<dt><code>POST /v1/posts</code></dt><dd>Post with it.</dd>${row.relayed && html`\n<dt><code>POST /v1/relay</code></dt><dd>Answer a ${row.noun}.</dd>`}
</dl>
</section>`
}
