// The page on which a reader finds a place: a form, the places of a name, and the countries with posts.
import { nearPath, placesPath } from '../../../domain/posts/list-paths.ts'
import type { CountedLink } from '../../../usecases/lists/site-lists.ts'
import { listLink } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { linkName, type NamedLink, placeLabel } from '../kit/list-words.ts'
import { type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { placeFormHtml } from './list-choices.ts'

/** The page. `found` are the places called `q`; null without a name. */
export function nearPageHtml(
  site: PageSite,
  { q, found, countries }: { q: string | undefined; found: readonly NamedLink[]; countries: readonly CountedLink[] },
): string {
  const row = rowIn(site)
  const { say } = row
  return layout({
    title: say('near.where'),
    site,
    description: say('near.told'),
    canonical: `${site.baseUrl}${nearPath}`,
    noindex: q !== undefined,
    body: html`<h1>${say('near.where')}</h1>
${placeFormHtml(row, q)}${
  q !== undefined &&
  html`<section aria-labelledby="found"><h2 id="found">${row.markup('places.found', { name: html`<bdi>${q}</bdi>` })}</h2>
${found.length > 0 ? html`<ul class="counted rows">${found.map(place => linkOf(row, { ...place, name: placeLabel(row, place.name, place.country) }))}</ul>` : html`<p>${say('places.none')}</p>`}
</section>
`
}${
  countries.length > 0 &&
  html`<section class="inside"><h2><a href="${placesPath}">${say('near.by-country')}</a></h2>
<ul class="counted">${countries.map(link => linkOf(row, { ...link, name: linkName(row, link) }))}</ul></section>
`
}`,
  })
}

const linkOf = ({ tongue }: SpokenRow, { name, path, posts }: CountedLink): Html =>
  html`<li>${listLink(path, name)} <span>${tongue.number(posts)}</span></li>`
