// What the pages of signed-in people share: the document, pages with one message, notices, hidden fields and faults of fields.

import { type Html, html, layout } from '../public/kit/layout.ts'
import type { PageSite } from '../public/kit/spoken.ts'

/** A page for one person outside the frame of a realm. */
export function privatePage(site: PageSite, title: string, body: Html): string {
  return layout({ title, site, body, noindex: true })
}

export function messagePage(
  site: PageSite,
  { title, text, end = null }: { title: string; text: readonly string[]; end?: Html | null },
): string {
  return privatePage(site, title, html`${message(title, text)}${end}`)
}

/** A heading with paragraphs. */
export function message(title: string, text: readonly string[]): Html {
  return html`<h1>${title}</h1>
${text.map(paragraph => html`<p>${paragraph}</p>\n`)}`
}

/** Why the form that a page answers was not taken, and what the last form did. */
export function notices(alert: Html | undefined, done: string | undefined, between: Html | null = null): Html {
  return html`${alert && html`<div class="notice alert" role="alert">${alert}</div>\n`}${between}${done && html`<div class="notice done" role="status"><p>${done}</p></div>\n`}`
}

/** The items of a navigation. */
export function sectionLinks(sections: readonly (readonly [path: string, name: string])[], open?: string): Html {
  return html`${sections.map(([path, name]) => html`<li><a href="${path}"${path === open && html` aria-current="page"`}>${name}</a></li>`)}`
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}

/** The line about the fault of a field. */
export function problemLine(id: string, text: string | undefined): Html | undefined {
  return text ? html`<p id="${id}"><strong>${text}</strong></p>` : undefined
}
