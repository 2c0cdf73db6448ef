// The home page of a site: its posts as cards, and where software finds them.
import { type SiteRow, siteRow } from '../../contract/sites.ts'
import type { SiteContext } from '../site-context.ts'
import { type Html, html } from './html.ts'
import type { Latest } from './latest.ts'
import { layout } from './layout.ts'
import { bodyOf, dayWords, headline, moreDates, nextTime, placeWords, type ShownPost, timeWords } from './post-words.ts'
import { excerpt } from './prose.ts'

/** The home page, or a later page of it. `now` in epoch milliseconds. */
export function listPageHtml(site: SiteContext, latest: Latest, options: { first: boolean; now: number }): string {
  const row = siteRow(site.id)
  const { first } = options
  return layout({
    title: first ? row.title : `More ${row.nouns}`,
    site,
    description: row.tagline,
    ...(first && { canonical: `${site.baseUrl}/` }),
    noindex: !first,
    head: html`<link rel="alternate" type="application/feed+json" title="${row.title} (JSON Feed)" href="/index.json">
<link rel="alternate" type="application/rss+xml" title="${row.title} (RSS)" href="/feed.xml">${
      latest.next && html`\n<link rel="next" href="/${latest.next}">`
    }`,
    body: html`<h1>${first ? row.title : `More ${row.nouns}`}</h1>
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
  return html`<article class="card">
<h2 dir="auto"><a href="/p/${post.id}">${headline(row, post)}</a></h2>
<div class="facts">${when(post, now)}${where(post)}</div>
<p class="text" dir="auto">${excerpt(bodyOf(row, post))}</p>
${topicList(post)}
</article>`
}

function when(post: ShownPost, now: number): Html {
  const next = nextTime(post, now)
  if (!next)
    return html`<p class="when"><time datetime="${post.published_at}">${dayWords(post.published_at)}</time></p>`
  const more = next.more > 0 && html` <span class="zone">${moreDates(next.more)}</span>`
  return html`<p class="when"><time datetime="${next.time.starts_at}">${timeWords(next.time)}</time> <span class="zone">(${post.timezone})</span>${more}</p>`
}

function where({ location, online_url }: ShownPost): Html {
  return html`${location && html`\n<p dir="auto">${placeWords(location)}</p>`}${online_url && html`\n<p>Online</p>`}`
}

/** The topics of a post as a list. */
export function topicList({ topics }: ShownPost): Html {
  return html`<ul class="topics" aria-label="Topics">${topics.map(topic => html`<li>${topic}</li>`)}</ul>`
}

function forAgents(row: SiteRow, { baseUrl }: SiteContext): Html {
  return html`<section class="agents" aria-labelledby="agents">
<h2 id="agents">For software agents</h2>
<p>The API is at <code>${baseUrl}/v1</code>. Every ${row.noun} is checked against the policy before it is published.</p>
<dl>
<dt><code>GET /v1/policy</code></dt><dd>What may be posted.</dd>
<dt><code>GET /v1/posts</code></dt><dd>Published ${row.nouns} as JSON.</dd>
<dt><code>POST /v1/posts</code></dt><dd>Post; with an API key.</dd>
</dl>
</section>`
}
