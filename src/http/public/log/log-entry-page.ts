// The page of one entry of the log of decisions: its public form, and what it proves.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { LogEntryView } from '../../../usecases/review/public-log.ts'
import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { logEntryPath } from './checked-line.ts'

const lede =
  'The log of decisions is a chain of hashes. The hash of an entry is the SHA-256 of "BEFORE ENTRY SEQ DIGEST": the hash of the entry before it, its number, its sequence number and the digest of its content.'
const closed =
  'The sequence number and the digest of this entry are not public: a digest of few possible contents could tell who decided.'
const proves =
  'Recomputing shows that entries still belong together. It does not show whether a decision was right. Whether the whole log was replaced shows only an end of the log that was kept elsewhere.'

type Row = [label: string, value: string]

function rowsOf({ entry, before, hash, seq, digest }: LogEntryView): Row[] {
  const open: Row[] =
    seq === undefined || digest === undefined
      ? []
      : [
          ['SEQ', String(seq)],
          ['DIGEST', digest],
        ]
  return [['ENTRY', String(entry)], ['BEFORE', before || '(empty: the first entry)'], ...open, ['Hash', hash]]
}

export function logEntryHtml(site: SiteContext, view: LogEntryView): string {
  const { entry, digest } = view
  return layout({
    title: `Entry ${entry} of the log of decisions`,
    site,
    canonical: `${site.baseUrl}${logEntryPath(entry)}`,
    noindex: true,
    body: html`<h1>Entry ${entry} of the log of decisions</h1>
<p class="lede">${lede}</p>
<dl class="details">
${rowsOf(view).map(([label, value]) => html`<dt>${label}</dt><dd><code>${value}</code></dd>\n`)}</dl>
${digest === undefined && html`<p>${closed}</p>\n`}<p>${proves} The end is at <a href="/transparency/">/transparency/</a>; entries are at <a href="/transparency/log/entries.json?after=${entry - 1}">/transparency/log/entries.json</a>.</p>`,
  })
}

export function logEntryMarkdown({ baseUrl }: SiteContext, view: LogEntryView): string {
  const { entry, digest } = view
  const rows = rowsOf(view).map(([label, value]) => `- ${label}: \`${value}\``)
  const told = digest === undefined ? [closed] : []
  const at = `Entries: ${baseUrl}/transparency/log/entries.json?after=${entry - 1}`
  return `# Entry ${entry} of the log of decisions\n\n${[lede, rows.join('\n'), ...told, proves, at].join('\n\n')}\n`
}
