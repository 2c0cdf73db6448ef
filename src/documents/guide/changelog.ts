// The sections of the changelog, which its page links to and its feed lists.

export type ChangelogEntry = { title: string; body: string }

/** The sections below the title, in the order of the changelog: the newest first. */
export function changesIn(changelog: string): ChangelogEntry[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n')
      return { title: title.trim(), body: lines.join('\n').trim() }
    })
}

/** The changelog for its page: a link to a file of the repository becomes plain text. */
export function shownChangelog(changelog: string): string {
  return changelog.replace(/\[([^\]]+)\]\((?!https?:|\/|#)[^)\s]+\)/g, '$1')
}
