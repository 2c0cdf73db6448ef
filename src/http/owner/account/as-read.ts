// A text as its readers will see it: the heading, the facts in words, the text and the topics, without any link.
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { instant } from '../../../domain/times/time.ts'
import { timeWords } from '../../../domain/times/time-words.ts'
import type { Shown } from '../../../usecases/posts/approvals.ts'
import { factLines } from '../../public/kit/facts.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { bodyOf, headline, occurrencesOf, ofText, type ShownPost, zoneOf } from '../../public/kit/post-words.ts'
import { englishRow } from '../../public/kit/spoken.ts'

export type TextDraft = { site: SiteId; shown: Shown; handle: string; now: number }

/** The draft as a post of its site. */
function postOf({ shown, handle, now }: TextDraft): ShownPost {
  const published_at = instant(now)
  const rest = { risk_flags: [], expires_at: null, attribution: '', policy_version: '', content_trust: '' }
  return {
    ...rest,
    id: '',
    url: '',
    license: { id: '', url: '' },
    author: { handle },
    published_at,
    ...shown,
  } as unknown as ShownPost
}

/** The heading of a draft; for a text without a title its beginning. */
export function draftHeadline(draft: TextDraft): string {
  return headline(siteRow(draft.site), postOf(draft))
}

/** The facts of a draft in words. A series has a line for each of its times, also for those that a list does not name. */
function factsInWords(row: SiteRow, post: ShownPost, now: number): string[] {
  const times = occurrencesOf(row, post)
  const facts = factLines(englishRow({ id: row.id }), post, now)
  if (times.length < 2) return facts
  const each = times.map(time => `${timeWords(time)} (${zoneOf(row, post)})${time.cancelled ? ', cancelled' : ''}`)
  return [...each, ...facts.slice(1)]
}

/** What readers see of a draft, under its heading. */
export function asReadHtml(draft: TextDraft): Html {
  const row = siteRow(draft.site)
  const post = postOf(draft)
  const paragraphs = bodyOf(row, post).split(/\n[ \t]*(?:\n[ \t]*)+/)
  return html`<div class="as-read">
<ul class="facts">${factsInWords(row, post, draft.now).map(line => html`<li><bdi>${line}</bdi></li>`)}</ul>
<div${ofText(post)}>
${paragraphs.map(paragraph => html`<p>${paragraph.split('\n').map((line, i) => [i > 0 && html`<br>`, line])}</p>\n`)}</div>
<p class="small">by @${draft.handle} · topics: ${post.topics.join(', ')}</p>
</div>`
}

/** What an edit changes, in the words of readers: a line for each, before and after. */
export function changedLines(before: TextDraft, after: TextDraft): Html {
  const row = siteRow(after.site)
  const linesOf = (draft: TextDraft) => {
    const post = postOf(draft)
    const { title } = row.text
    return [
      ...(title === undefined ? [] : [headline(row, post)]),
      ...factsInWords(row, post, draft.now),
      ...bodyOf(row, post)
        .split('\n')
        .filter(line => line.trim() !== ''),
      `topics: ${post.topics.join(', ')}`,
    ]
  }
  const [was, is] = [linesOf(before), linesOf(after)]
  const gone = was.filter(line => !is.includes(line))
  const come = is.filter(line => !was.includes(line))
  if (gone.length + come.length === 0) return html`<p>Nothing that readers see as words; the fields below.</p>`
  return html`<div class="changes">
${gone.map(line => html`<p><del><bdi>${line}</bdi></del></p>\n`)}${come.map(line => html`<p><ins><bdi>${line}</bdi></ins></p>\n`)}</div>`
}
