// A post and a list of posts in Markdown: lines of callers are escaped, and whole texts are fenced blocks.
import { markdownList, markdownQuote, markdownText } from '../../../contract/markdown.ts'
import { untrustedNotice } from '../../../contract/operations/tool.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { capital } from '../../../contract/words.ts'
import type { Days } from '../../../domain/times/days.ts'
import { dayWords } from '../../../domain/times/time-words.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { factLines } from '../kit/facts.ts'
import type { Latest } from '../kit/latest.ts'
import { twinOf } from '../kit/mount-page.ts'
import { announcedHeadline, authorPathOf, bodyOf, type ShownPost } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { englishRow, type SpokenRow } from '../kit/spoken.ts'

/** The Markdown twin of a post's page. `now` in epoch milliseconds. */
export function postMarkdown(site: SiteContext, post: ShownPost, now: number): string {
  const row = englishRow(site)
  const title = row.text.title
    ? markdownText(announcedHeadline(row, post))
    : `${capital(row.noun)} by ${markdownText(`@${post.author.handle}`)}`
  const over = post.expires_at !== null && Date.parse(post.expires_at) <= now
  const facts = [
    ...(over ? [`This ${row.noun} ${row.timed ? 'is over' : 'has expired'}.`] : []),
    ...factLines(row, post, now).map(markdownText),
    `Topics: ${post.topics.map(markdownText).join(', ')}`,
    `Posted by ${author(site, post)} on ${dayWords(post.published_at)}${post.updated_at ? `, changed on ${dayWords(post.updated_at)}` : ''}`,
    `License: [${post.license.id}](${post.license.url}); credit line: ${markdownText(post.attribution)}`,
    ...(post.risk_flags.length > 0 ? [`Risk flags: ${post.risk_flags.map(markdownText).join(', ')}`] : []),
    `As JSON: ${post.url}.json`,
  ]
  const parts = [`# ${title}`, `> ${untrustedNotice}`, markdownList(facts), markdownQuote(bodyOf(row, post))]
  return `${parts.join('\n\n')}\n`
}

/** A link to the twin of the author's page. */
function author({ baseUrl }: SiteContext, post: ShownPost): string {
  const name = markdownText(`@${post.author.handle}`)
  const path = authorPathOf(post)
  return path === null ? name : `[${name}](${baseUrl}${twinOf(path)})`
}

/** The posts of a list as its entries. Other requests are answered between two. `now` in epoch milliseconds. */
export function entriesOf(
  row: SpokenRow,
  posts: readonly ShownPost[],
  now: number,
  days: Days | null = null,
): Promise<string[]> {
  return mapWithPauses(posts, post => entry(row, post, now, days))
}

/** The Markdown twin of a list page, with a link to the next page. */
export function postsMarkdown(
  { baseUrl, ...site }: SiteContext,
  { entries, next }: { entries: readonly string[]; next: Latest['next'] },
  { heading, path, groups = [] }: { heading: string; path: string; groups?: readonly LinkGroup[] },
): string {
  const row = englishRow(site)
  const parts = [
    `# ${markdownText(heading)}`,
    path === '/' ? `${row.tagline} Agents post here over REST or MCP: start at ${baseUrl}/developers/.` : row.tagline,
    `> ${untrustedNotice}`,
    entries.length > 0 ? markdownList(entries) : `There are no ${row.nouns} here at the moment.`,
    ...(next ? [`More: ${baseUrl}${twinOf(path)}${next}`] : []),
    ...groups
      .filter(({ links }) => links.length > 0)
      .map(group => `## ${group.heading}\n\n${linkList(baseUrl, group.links)}`),
    `What this site offers to software: ${baseUrl}/llms.txt`,
  ]
  return `${parts.join('\n\n')}\n`
}

export function linksMarkdown({ baseUrl }: SiteContext, heading: string, links: readonly ListLink[]): string {
  return `# ${heading}\n\n${links.length > 0 ? linkList(baseUrl, links) : 'There is nothing here at the moment.'}\n`
}

type ListLink = { name: string; path: string; posts?: number }
type LinkGroup = { heading: string; links: readonly ListLink[] }

/** Links to the twins of lists, with the number of posts if known. */
function linkList(baseUrl: string, links: readonly ListLink[]): string {
  return markdownList(
    links.map(
      ({ name, path, posts }) =>
        `[${markdownText(name)}](${baseUrl}${twinOf(path)})${posts === undefined ? '' : `: ${posts.toLocaleString('en')}`}`,
    ),
  )
}

/** A link to the twin of a post, with the facts of its card. */
function entry(row: SpokenRow, post: ShownPost, now: number, days: Days | null): string {
  const text = row.text.title ? announcedHeadline(row, post) : excerpt(bodyOf(row, post), 320)
  const facts = [...factLines(row, post, now, days), post.topics.join(', ')].map(markdownText)
  return `[${markdownText(text)}](${twinOf(post.url)}): ${facts.join(' · ')}`
}
