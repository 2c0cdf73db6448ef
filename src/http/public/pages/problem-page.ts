// The page of one problem, to which `docs` of every such problem leads: what it means, what to do, and an example (contract.md §13).

import { exampleAbuse } from '../../../contract/operations/examples.ts'
import { type ProblemCode, problemRow } from '../../../contract/problems/problems.ts'
import type { PricedSite } from '../../../contract/sites/priced-site.ts'
import { problemExample } from '../../../documents/openapi/problem-examples.ts'
import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { markdownHtml } from '../kit/markdown-html.ts'
import type { PageSite } from '../kit/spoken.ts'
import { problemEntry } from './problems-page.ts'

/** The page in HTML. */
export function problemPageHtml(site: PageSite, priced: PricedSite, code: ProblemCode): string {
  const { title, meaning } = problemRow(code)
  const path = `/problems/${code}`
  return layout({
    title,
    site,
    description: meaning,
    canonical: site.baseUrl + path,
    head: html`<link rel="alternate" type="application/json" title="The same as JSON" href="${path}.json">`,
    body: html`<div class="document">${markdownHtml(problemPageMarkdown(site, priced, code), site.baseUrl)}</div>`,
  })
}

/** The page in Markdown. */
export function problemPageMarkdown({ baseUrl }: PageSite, priced: PricedSite, code: ProblemCode): string {
  const { status, title, meaning, fix, retryable, forOwner } = problemRow(code)
  const parts = [
    `# ${title}`,
    `\`${code}\`, HTTP status ${status}`,
    meaning,
    `**What to do:** ${fix}`,
    retryable
      ? '**Again?** The same request may succeed when it is sent again, after the seconds of `Retry-After` where the answer has it.'
      : '**Again?** Not as it is: change the request, or have the owner act, first. Only where the answer has `Retry-After` does waiting help.',
    ...(forOwner
      ? [
          '**The owner** alone can go on: forward `message_for_owner` as it is. It is one sentence with the link `account_url`.',
        ]
      : []),
    '## Example',
    `\`\`\`json\n${JSON.stringify(exampleOf(priced, baseUrl, code), null, 2)}\n\`\`\``,
    `[All problems](${baseUrl}/problems/), [this one as JSON](${baseUrl}/problems/${code}.json)`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The page as JSON. */
export function problemPageJson({ baseUrl }: PageSite, priced: PricedSite, code: ProblemCode): string {
  return `${JSON.stringify({ ...problemEntry(baseUrl, code), example: exampleOf(priced, baseUrl, code) }, null, 1)}\n`
}

function exampleOf(priced: PricedSite, baseUrl: string, code: ProblemCode): unknown {
  return problemRow(code).asPost ? exampleAbuse(priced, baseUrl) : problemExample(code, priced, baseUrl).value
}
