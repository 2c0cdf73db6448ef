// The page on which readers take a list along: into a calendar that looks again by itself, as a feed, or onto a page of their own.
import { markdownText } from '../../../contract/markdown.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { linkName, listTitle } from '../kit/list-words.ts'
import { qrCode } from '../kit/qr-code.ts'
import { englishRow, type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { frameCode } from './embed-page.ts'
import { breadcrumb } from './list-page.ts'

/** The file of the page below a list. */
export const followFile = 'follow/'

/** The page; `query` is that of the feeds of the list, with its question mark. */
export function followPageHtml(site: PageSite, list: SiteList, query: string): string {
  const row = rowIn(site)
  const { say } = row
  const title = listTitle(row, list)
  const at = (file: string) => `${site.baseUrl}${list.path}${file}${query}`
  const code = frameCode(site, { title, path: `${list.path}${query}`, kind: 'list' })
  return layout({
    title: say('follow.title', { title }),
    site,
    description: say('follow.told', { title }),
    canonical: `${site.baseUrl}${list.path}${followFile}`,
    noindex: true,
    body: html`${breadcrumb(row, inFollow(row, list))}<h1>${say('follow.title', { title })}</h1>
${row.timed && calendar(row, at('calendar.ics'), title)}<section><h2>${say('follow.feed')}</h2>
${address('JSON Feed', at('index.json'))}${address('RSS', at('feed.xml'))}</section>
<section><h2>${say('follow.embed')}</h2>
<label>${say('follow.code')}<textarea rows="4" readonly dir="ltr">${code.toString()}</textarea></label>
</section>
<section><h2>${say('follow.phone')}</h2>
<p>${say('follow.phone-told')}</p>
${qrCode(`${site.baseUrl}${row.tongue.prefix}${list.path}${followFile}${query}`, say('follow.code-of'))}
</section>`,
  })
}

/** The breadcrumb of the page; its last link is the list. */
function inFollow(row: SpokenRow, { about, above, path }: SiteList): Pick<SiteList, 'above' | 'about' | 'path'> {
  const name = about ? linkName(row, { name: about.name, path }) : row.title
  return {
    above: [...above, { name, path }],
    about: { word: 'in', name: row.say('follow.follow') },
    path: `${path}${followFile}`,
  }
}

function calendar({ say }: SpokenRow, url: string, name: string): Html {
  const webcal = url.replace(/^https?:/, 'webcal:')
  const outlook = new URLSearchParams({ url, name })
  return html`<section><h2>${say('follow.calendar')}</h2>
<p>${say('follow.calendar-told')}</p>
<p class="actions"><a href="${webcal}">${say('follow.open')}</a><a class="plain" href="https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal }).toString()}" rel="noopener"><bdi>Google</bdi></a><a class="plain" href="https://outlook.live.com/calendar/0/addfromweb?${outlook.toString()}" rel="noopener"><bdi>Outlook</bdi></a></p>
${address(say('follow.address'), url)}</section>
`
}

/** A field with an address to copy. */
const address = (label: string, url: string) =>
  html`<label>${label}<input type="url" value="${url}" readonly dir="ltr"></label>\n`

/** The page in Markdown: the addresses. */
export function followMarkdown({ baseUrl, ...site }: SiteContext, list: SiteList, query: string): string {
  const row = englishRow(site)
  const files = ['index.json', 'feed.xml', ...(row.timed ? ['calendar.ics'] : [])]
  const lines = files.map(file => `- ${baseUrl}${list.path}${file}${query}`)
  return `# Follow ${markdownText(listTitle(row, list))}\n\n${lines.join('\n')}\n`
}
