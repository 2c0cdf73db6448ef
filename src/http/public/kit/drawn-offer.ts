// The line that offers a page in the language of the browser, on pages that no cache gives to somebody else. They run no script, so
// the service draws the line; it is the same as that of offer-language.js.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage } from '../../../domain/languages/accepted.ts'
import { isSpoken } from '../../../domain/languages/addresses.ts'
import { isFromHere } from '../../private/forms.ts'
import { type Html, html } from './html.ts'
import { privateHtmlHeaders } from './layout.ts'

/** The field of a form that shows an answer again in another language: what was done is not done again. */
export const shownAgain = 'shown'

/** Sends a page for one person. `shown` names an answer after which something was done. */
export function sendPrivatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: string,
  shown?: string,
): FastifyReply {
  return reply
    .code(status)
    .headers(privateHtmlHeaders)
    .send(withDrawnOffer(request, page, shown))
}

/** Adds the line to a page whose address exists in the language of the browser. An answer to a form is asked for by its fields. */
export function withDrawnOffer(request: FastifyRequest, page: string, shown?: string): string {
  const { path, url, site, headers, method } = request
  const { tag, all } = site.tongue
  const tags = all.map(each => each.tag)
  const found = all.find(each => each.tag === acceptedLanguage(headers['accept-language'], tags))
  if (!found || found.tag === tag || !isSpoken(path)) return page
  // Nobody is led to send on what another site has put into a form.
  const isForm = method === 'POST'
  if (isForm && !isFromHere(request)) return page
  const there = `${found.prefix}${url}`
  const own = html` lang="${found.tag}" dir="${found.direction}"`
  const line = isForm
    ? html`<form class="offer" method="post" action="${there}">${hidden(request.body, shown)}<button${own}>${found.offer}</button></form>`
    : html`<p class="offer"><a href="${there}" hreflang="${found.tag}"${own}>${found.offer}</a></p>`
  return page.replace('</header>', () => `${line}\n</header>`)
}

function hidden(body: unknown, shown: string | undefined): Html {
  const sent = Object.entries((body ?? {}) as Record<string, unknown>).filter(([name]) => name !== shownAgain)
  const fields = [...sent, ...(shown === undefined ? [] : [[shownAgain, shown] as const])]
  return html`${fields.map(([name, value]) => typeof value === 'string' && html`<input type="hidden" name="${name}" value="${value}">`)}`
}
