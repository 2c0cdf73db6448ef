// The sections of the changelog, which its page links to and its feed lists.

export type Change = { title: string; body: string }

/** The sections below the title, the newest first, as they stand. */
export function changesIn(changelog: string): Change[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n')
      return { title: title.trim(), body: lines.join('\n').trim() }
    })
}

/** The changelog as it is shown: links to files beside it are their words alone. */
export function shownChangelog(changelog: string): string {
  return changelog.replace(/\[([^\]]+)\]\((?!https?:|\/|#)[^)\s]+\)/g, '$1')
}
