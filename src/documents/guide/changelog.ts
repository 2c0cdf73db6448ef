// The changelog of the API for its callers: a section for each day, the newest first, which its page shows and its feed lists.
import { type ApiChange, apiChanges } from '../../contract/api-changes.ts'
import { markdownList } from '../../contract/markdown.ts'

/** The changes with full addresses, as /v1 answers them. */
export function changesAt(baseUrl: string): ApiChange[] {
  return apiChanges.map(({ docs, ...change }) => ({ ...change, ...(docs !== undefined && { docs: baseUrl + docs }) }))
}

/** A section below the title: its day, and its changes as a list in Markdown. */
export type ChangelogEntry = { title: string; body: string }

export function changesByDay(baseUrl: string): ChangelogEntry[] {
  const changes = changesAt(baseUrl)
  return [...new Set(changes.map(({ date }) => date))].map(day => ({
    title: day,
    body: markdownList(
      changes.flatMap(({ date, change, docs }) =>
        date === day ? [`${change}${docs === undefined ? '' : ` [More](${docs})`}`] : [],
      ),
    ),
  }))
}

/** The page in Markdown. */
export function changelogMarkdown(baseUrl: string): string {
  const sections = changesByDay(baseUrl).map(({ title, body }) => `## ${title}\n\n${body}`)
  return `# Changelog of the API\n\nWhat has changed for callers, in UTC days, the newest first. The same as JSON: \`api_changes\` of [/v1](${baseUrl}/v1); [as a feed](${baseUrl}/changelog/feed.xml).\n\n${sections.join('\n\n')}\n`
}
