// The catalogue of problems as a page and as JSON; the `type` of every problem links to it (contract.md §13).

import { type ProblemCode, problemCodes, problemRow } from '../../../contract/problems/problems.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { inlines } from '../kit/markdown-html.ts'
import type { PageSite } from '../kit/spoken.ts'

const rows = problemCodes.map(code => [code, problemRow(code)] as const)
type Row = ReturnType<typeof problemRow>

/** The page. Every code is the id of its section. */
export function problemsPageHtml(site: PageSite): string {
  return layout({
    title: 'Problems',
    site,
    description: 'What the API answers when a request cannot be done, what it means, and what to do.',
    canonical: `${site.baseUrl}/problems/`,
    head: html`<link rel="alternate" type="application/json" title="Problems (JSON)" href="/problems.json">`,
    body: html`<h1>Problems</h1>
<p class="lede">When a request cannot be done, the API answers with <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these; <code>detail</code> says what was wrong this time. The same list is at <a href="/problems.json">/problems.json</a>.</p>
<nav aria-label="Codes"><ul class="topics">${rows.map(([code]) => html`<li><a href="#${code}">${code}</a></li>`)}</ul></nav>
${rows.map(([code, row]) => section(site, code, row))}`,
  })
}

function section({ baseUrl }: PageSite, code: ProblemCode, { status, title, meaning, fix }: Row): Html {
  return html`<section aria-labelledby="${code}">
<h2 id="${code}"><a href="/problems/${code}">${title}</a></h2>
<dl class="details">
<dt>Code</dt><dd><code>${code}</code></dd>
<dt>HTTP status</dt><dd>${status}</dd>
<dt>Meaning</dt><dd>${inlines(meaning, baseUrl)}</dd>
<dt>What to do</dt><dd>${inlines(fix, baseUrl)}</dd>
</dl>
</section>
`
}

/** The page in Markdown, one section per code. */
export function problemsMarkdown(): string {
  const sections = rows.map(
    ([code, { status, title, meaning, fix }]) =>
      `## ${code}: ${title}\n\nHTTP status ${status}. ${meaning}\n\n**What to do:** ${fix}`,
  )
  return `# Problems\n\n${lede}\n\n${sections.join('\n\n')}\n`
}

const lede =
  'When a request cannot be done, the API answers with `application/problem+json` (RFC 9457). Its `code` is one of these; `detail` says what was wrong this time.'

/** An entry of the catalogue as JSON. */
export function problemEntry(baseUrl: string, code: ProblemCode) {
  const { status, title, meaning, fix, retryable = false, forOwner, headers } = problemRow(code)
  const type = `${baseUrl}/problems/#${code}`
  const docs = `${baseUrl}/problems/${code}`
  return {
    code,
    type,
    docs,
    status,
    title,
    meaning,
    fix,
    retryable,
    ...(forOwner && { forOwner }),
    ...(headers && { headers }),
  }
}

/** The catalogue as JSON. */
export function problemsJson({ baseUrl }: PageSite): string {
  return `${JSON.stringify({ problems: rows.map(([code]) => problemEntry(baseUrl, code)) }, null, 1)}\n`
}
