// The page of what a reader has saved. It is the same for everybody: a script fills it with what this browser keeps.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { savedPath } from '../../../domain/posts/list-paths.ts'
import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { englishRow, type PageSite, rowIn } from '../kit/spoken.ts'
import { savedList } from './saved-scripts.ts'

export function savedPageHtml(site: PageSite): string {
  const { say, timed } = rowIn(site)
  return layout({
    title: say('saved.title'),
    site,
    description: say('saved.told'),
    canonical: `${site.baseUrl}${savedPath}`,
    noindex: true,
    head: html`<script type="module" src="${savedList.path}"></script>`,
    body: html`<h1>${say('saved.title')}</h1>
<p class="lede">${say('saved.told')}</p>
<div id="saved" data-changed="${say('saved.changed')}" data-gone="${say('saved.gone')}" data-remove="${say('saved.remove')}"${timed && html` data-calendar="${say('saved.calendar')}"`} data-empty="${say('saved.empty')}"><noscript><p>${say('saved.scripts')}</p></noscript></div>`,
  })
}

/** The page for programs, which have nothing saved. */
export function savedMarkdown(site: SiteContext): string {
  const { say } = englishRow(site)
  return `# ${say('saved.title')}\n\n${say('saved.told')}\n`
}
