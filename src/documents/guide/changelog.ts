// The changelog of the API for its callers: a section for each day, the newest first, which its page shows and its feed lists.
import { type ApiChange, apiChanges } from '../../contract/api-changes.ts'
import { markdownList } from '../../contract/markdown.ts'

/** The changes with full addresses. */
function changesAt(baseUrl: string): ApiChange[] {
  return apiChanges.map(({ docs, ...change }) => ({ ...change, ...(docs !== undefined && { docs: baseUrl + docs }) }))
}

/** The changes of one day. */
export type ChangelogDay = { day: string; changes: readonly ApiChange[] }

export function changesByDay(baseUrl: string): ChangelogDay[] {
  const all = changesAt(baseUrl)
  return [...new Set(all.map(({ date }) => date))].map(day => ({
    day,
    changes: all.filter(({ date }) => date === day),
  }))
}

/** The page in Markdown. */
export function changelogMarkdown(baseUrl: string): string {
  const line = ({ change, docs }: ApiChange) => `${change}${docs === undefined ? '' : ` [More](${docs})`}`
  const sections = changesByDay(baseUrl).map(({ day, changes }) => `## ${day}\n\n${markdownList(changes.map(line))}`)
  return `# Changelog of the API\n\nWhat has changed for callers, in UTC days, the newest first. [As a feed](${baseUrl}/changelog/feed.xml).\n\n${sections.join('\n\n')}\n`
}
