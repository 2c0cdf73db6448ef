// The page on which a reader finds a place: a form, the places of a name, and the countries with posts.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { nearPath, placesPath } from '../../../domain/posts/list-paths.ts'
import type { CountedLink } from '../../../usecases/lists/site-lists.ts'
import { choiceWords as words } from '../kit/choice-words.ts'
import { listLink } from '../kit/facts.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { placeFormHtml } from './list-choices.ts'

/** The page. `found` are the places called `q`; null without a name. */
export function nearPageHtml(
  site: SiteContext,
  { q, found, countries }: { q: string | undefined; found: readonly CountedLink[]; countries: readonly CountedLink[] },
): string {
  const { nouns } = siteRow(site.id)
  return layout({
    title: words.near,
    site,
    description: `Find ${nouns} near a city or town.`,
    canonical: `${site.baseUrl}${nearPath}`,
    noindex: q !== undefined,
    body: html`<h1>${words.near}</h1>
${placeFormHtml(q)}${
  q !== undefined &&
  html`<section aria-labelledby="found"><h2 id="found"><bdi>${words.named(q)}</bdi></h2>
${found.length > 0 ? html`<ul class="counted rows">${found.map(linkOf)}</ul>` : html`<p>${words.noPlace}</p>`}
</section>
`
}${
  countries.length > 0 &&
  html`<section class="inside"><h2><a href="${placesPath}">${words.byCountry}</a></h2>
<ul class="counted">${countries.map(linkOf)}</ul></section>
`
}`,
  })
}

const linkOf = ({ name, path, posts }: CountedLink): Html =>
  html`<li>${listLink(path, name)} <span>${posts.toLocaleString('en')}</span></li>`
