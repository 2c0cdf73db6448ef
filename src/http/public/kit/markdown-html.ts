// Turns Markdown into HTML: the part of CommonMark that pages of documents, the changelog and the operator's texts use.
import { type Html, html } from './html.ts'

/**
 * The HTML of a text: headings (`## Title {#id}`; without an id the words make one), paragraphs, lists, quotes, fenced code,
 * `code`, **bold** and [links](https://…). Everything else is text. Links that begin with `baseUrl` become links inside the site.
 */
export function markdownHtml(text: string, baseUrl: string): Html {
  return html`${blocksOf(text.replaceAll('\r\n', '\n').split('\n')).map(block => blockHtml(block, baseUrl))}`
}

/** The id of a heading. */
export function headingId(words: string): string {
  return (
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  )
}

type Block =
  | { kind: 'heading'; level: number; words: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: string[] }

const headingLine = /^(#{1,6}) (.*?)(?: \{#([\w-]+)\})?$/
const fenceLine = /^(`{3,})\w*$/
const itemLine = /^- (.*)$/

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!.trimEnd()
    if (line === '') continue
    const fence = fenceLine.exec(line)
    if (fence) {
      const end = lines.indexOf(fence[1]!, i + 1)
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') })
      i = last
      continue
    }
    const heading = headingLine.exec(line)
    if (heading) {
      const [, marks, words, id] = heading as unknown as [string, string, string, string | undefined]
      blocks.push({ kind: 'heading', level: marks.length, words, id: id ?? headingId(words) })
      continue
    }
    const first = i
    while (i + 1 < lines.length && continues(lines[i + 1]!)) i++
    blocks.push(...run(lines.slice(first, i + 1)))
  }
  return blocks
}

/** Whether a line continues the block before it. */
const continues = (line: string) => line.trim() !== '' && !headingLine.test(line) && !fenceLine.test(line.trimEnd())

/** The blocks of consecutive lines: a list, a quote or a paragraph. */
function run(lines: readonly string[]): Block[] {
  const [first = ''] = lines
  if (first.startsWith('> ')) return [{ kind: 'quote', text: lines.map(line => line.replace(/^> ?/, '')).join(' ') }]
  const at = lines.findIndex(line => itemLine.test(line))
  if (at > 0) return [...run(lines.slice(0, at)), ...run(lines.slice(at))]
  if (at < 0) return [{ kind: 'paragraph', text: lines.map(line => line.trim()).join(' ') }]
  const items: string[] = []
  for (const line of lines) {
    const item = itemLine.exec(line)
    if (item) items.push(item[1]!)
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return [{ kind: 'list', items }]
}

function blockHtml(block: Block, baseUrl: string): Html {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.level, block.id, inlines(block.words, baseUrl))
    case 'paragraph':
      return html`<p>${inlines(block.text, baseUrl)}</p>\n`
    case 'quote':
      return html`<div class="notice"><p>${inlines(block.text, baseUrl)}</p></div>\n`
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>\n`
    case 'list':
      return html`<ul>${block.items.map(item => html`\n<li>${inlines(item, baseUrl)}</li>`)}\n</ul>\n`
  }
}

function headingHtml(level: number, id: string, words: Html[]): Html {
  if (level === 1) return html`<h1>${words}</h1>\n`
  return level === 2 ? html`<h2 id="${id}">${words}</h2>\n` : html`<h3 id="${id}">${words}</h3>\n`
}

const inline = /`([^`]+)`|\*\*((?:\\.|[^*\\])+)\*\*|\[((?:\\.|[^\]\\])+)\]\(([^()\s]+)\)|\\([!-/:-@[-`{-~])/g

/** The HTML of one line: code, bold, links. Links that begin with `baseUrl` become links inside the site. */
export function inlines(text: string, baseUrl: string): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const found of text.matchAll(inline)) {
    const [whole, code, strong, label, href, escaped] = found
    parts.push(html`${text.slice(end, found.index)}`)
    end = found.index + whole.length
    if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else if (strong !== undefined) parts.push(html`<strong>${inlines(strong, baseUrl)}</strong>`)
    else if (label !== undefined) parts.push(link(inlines(label, baseUrl), href!, baseUrl))
    else parts.push(html`${escaped}`)
  }
  parts.push(html`${text.slice(end)}`)
  return parts
}

/** A link to http, https, mailto, an editor or a page of the site; for any other target the words alone. */
function link(words: Html[], href: string, baseUrl: string): Html {
  const inside = href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href
  return /^(?:https?:\/\/|mailto:|cursor:|vscode:|\/(?!\/)|#)/.test(inside)
    ? html`<a href="${inside}">${words}</a>`
    : html`${words}`
}
