// What browsers ask a site for beside its pages: the description of its search, its manifest, and its icons as pixels.
import { iconShapes } from '../../../contract/icon.ts'
import { siteRow } from '../../../contract/sites.ts'
import { html } from '../kit/html.ts'
import { type PageSite, rowIn } from '../kit/spoken.ts'
import { iconOf, ownLogo } from '../kit/stylesheet.ts'

/** Sizes in pixels; the page background of `site.css` in light is behind those that devices cut out in a shape of their own. */
export const iconSizes = { touch: 180, manifest: [192, 512], favicon: 32 } as const

/** A description of the search page (OpenSearch 1.1), by which browsers offer it as a search engine. */
export function openSearchXml(site: PageSite): string {
  const { tongue, title, say, id } = rowIn(site)
  const icon = iconOf(id)
  const at = `${site.baseUrl}${tongue.prefix}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${title.slice(0, 16)}</ShortName>
<Description>${say('search.told')}</Description>
<Url type="text/html" rel="results" template="${at}/search?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${at}/opensearch.xml"/>
<Image type="${icon.contentType}">${site.baseUrl}${icon.path}</Image>
<Language>${tongue.tag}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
</OpenSearchDescription>
`}`
}

/** The manifest of a site (W3C Web Application Manifest), by which a phone keeps it like an app. */
export function manifestJson(site: PageSite): string {
  const { id, tongue, title, tagline, face } = rowIn(site)
  const icon = iconOf(id)
  return JSON.stringify({
    name: title,
    short_name: title,
    description: tagline,
    id: '/',
    lang: tongue.tag,
    dir: tongue.direction,
    start_url: `${tongue.prefix}/`,
    scope: '/',
    display: 'minimal-ui',
    theme_color: face.light,
    background_color: '#ffffff',
    icons: [
      { src: icon.path, sizes: 'any', type: icon.contentType },
      ...iconSizes.manifest.map(size => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
    ],
  })
}

/** The icon of a site, or the logo of the operator, on white, as an SVG of `size` pixels. */
export function iconSvg({ id }: PageSite, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-4 -4 24 24"><path fill="#fff" d="M-4-4h24v24H-4z"/>${shapesOf(id)}</svg>`
}

function shapesOf(id: PageSite['id']): string {
  const logo = ownLogo()
  if (logo === null) return iconShapes(siteRow(id).face.light)
  const body = Buffer.from(logo.body).toString('base64')
  return `<image width="16" height="16" href="data:${logo.contentType};base64,${body}"/>`
}

/** A PNG as a file of the kind that browsers have asked for since the first icons. */
export function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
