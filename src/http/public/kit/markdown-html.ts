// Writes Markdown as HTML, for the pages of documents, the changelog and the operator's texts.
import type { MarkedToken, Token, Tokens } from 'marked'
import { type Html, html } from './html.ts'
import { lineTokens, markdownTokens } from './markdown-tokens.ts'

/**
 * The HTML of a text in CommonMark with tables. `## Title {#id}` gives a heading its id; without one the words make it. Markup and
 * bare addresses are text. Links that begin with `baseUrl` become links inside the site. Any text takes milliseconds.
 */
export function markdownHtml(text: string, baseUrl: string): Html {
  const tokens = markdownTokens(text)
  return tokens ? blocks(tokens, baseUrl) : html`<pre tabindex="0">${text}</pre>\n`
}

/** The HTML of one line: code, emphasis, links. */
export function inlines(text: string, baseUrl: string): Html {
  return spans(lineTokens(text), baseUrl)
}

export function headingId(words: string): string {
  return (
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  )
}

function blocks(tokens: readonly Token[], baseUrl: string): Html {
  return html`${tokens.map(token => block(token as MarkedToken, baseUrl))}`
}

function block(token: MarkedToken, baseUrl: string): Html {
  switch (token.type) {
    case 'space':
    case 'def':
      return html``
    case 'heading':
      return heading(token, baseUrl)
    case 'paragraph':
      return html`<p>${spans(token.tokens, baseUrl)}</p>\n`
    case 'blockquote':
      return html`<div class="notice">${blocks(token.tokens, baseUrl)}</div>\n`
    case 'code':
      return html`<pre tabindex="0"><code>${token.text}</code></pre>\n`
    case 'list':
      return list(token, baseUrl)
    case 'table':
      return table(token, baseUrl)
    case 'hr':
      return html`<hr>\n`
    default:
      return span(token, baseUrl)
  }
}

function heading({ depth, text, tokens }: Tokens.Heading, baseUrl: string): Html {
  const own = / \{#([\w-]+)\}$/.exec(text)
  const words = own ? spans(lineTokens(text.slice(0, own.index)), baseUrl) : spans(tokens, baseUrl)
  if (depth === 1) return html`<h1>${words}</h1>\n`
  const id = own?.[1] ?? headingId(text)
  return depth === 2 ? html`<h2 id="${id}">${words}</h2>\n` : html`<h3 id="${id}">${words}</h3>\n`
}

function list({ ordered, start, items }: Tokens.List, baseUrl: string): Html {
  const rows = items.map(item => html`\n<li>${blocks(item.tokens, baseUrl)}</li>`)
  if (!ordered) return html`<ul>${rows}\n</ul>\n`
  return start === 1 ? html`<ol>${rows}\n</ol>\n` : html`<ol start="${start}">${rows}\n</ol>\n`
}

function table({ header, rows }: Tokens.Table, baseUrl: string): Html {
  const cells = (row: Tokens.TableCell[]) => row.map(cell => html`<td>${spans(cell.tokens, baseUrl)}</td>`)
  return html`<div class="overflow-auto" tabindex="0"><table>
<thead><tr>${header.map(cell => html`<th scope="col">${spans(cell.tokens, baseUrl)}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`\n<tr>${cells(row)}</tr>`)}
</tbody>
</table></div>
`
}

function spans(tokens: readonly Token[], baseUrl: string): Html {
  return html`${tokens.map(token => span(token as MarkedToken, baseUrl))}`
}

function span(token: MarkedToken, baseUrl: string): Html {
  switch (token.type) {
    case 'strong':
      return html`<strong>${spans(token.tokens, baseUrl)}</strong>`
    case 'em':
      return html`<em>${spans(token.tokens, baseUrl)}</em>`
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'link':
    case 'image':
      return link(token, baseUrl)
    case 'br':
      return html`<br>\n`
    case 'text':
      return 'tokens' in token && token.tokens ? spans(token.tokens, baseUrl) : html`${token.text}`
    case 'escape':
      return html`${token.text}`
    default:
      return html`${token.raw}`
  }
}

/** A link to http, https, mailto, an editor or a page of the site; for any other target the words alone. Pictures are links too. */
function link({ href, tokens }: Tokens.Link | Tokens.Image, baseUrl: string): Html {
  const words = spans(tokens, baseUrl)
  const inside = href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href
  return isAllowed(inside) ? html`<a href="${inside}">${words}</a>` : words
}

/** A browser takes `/\host` and `/<tab>/host` for an address of another host too. */
function isAllowed(href: string): boolean {
  if (/^(?:https?:\/\/|mailto:|cursor:|vscode:|#)/.test(href)) return true
  return href.startsWith('/') && URL.parse(href, 'https://site.invalid')?.host === 'site.invalid'
}
