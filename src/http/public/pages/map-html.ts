// The map of a country or a state as a picture whose dots are links. The lists below it have the same links for keyboards and
// screen readers.
import { cityName } from '../../../domain/places/city-names.ts'
import type { AreaMap } from '../../../usecases/lists/area-map.ts'
import { type Html, html } from '../kit/html.ts'
import type { SpokenRow } from '../kit/spoken.ts'

const [smallest, largest] = [5, 13]

/** The radius of a dot: its area grows with the number of posts. */
const radiusOf = (posts: number) => Math.round(Math.min(largest, smallest + 1.6 * Math.sqrt(posts - 1)) * 10) / 10

export function mapHtml({ tongue }: SpokenRow, { map, dots }: AreaMap): Html {
  return html`<svg class="map" viewBox="0 0 ${map.width} ${map.height}" aria-hidden="true"><path d="${map.outline}"/>${dots.map(
    ({ name, path, posts, geonamesId, x, y }) =>
      html`<a href="${path}" tabindex="-1"><title>${cityName(tongue.tag, geonamesId, name)}: ${tongue.number(posts)}</title><circle cx="${x}" cy="${y}" r="${radiusOf(posts)}"/></a>`,
  )}</svg>
`
}
