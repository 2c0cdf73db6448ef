// Mounts the form that reports the handle of an author; it works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handlePattern } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import {
  categoryOfReason,
  type ReportReason,
  reportReasons,
  wordsOfReason,
} from '../../../contract/moderation/report-reasons.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { authorPath } from '../../../domain/posts/list-paths.ts'
import { isAbuse } from '../../../domain/review/policy-category.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { problemOf } from '../../../usecases/outage.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field, isFromHere } from '../../private/forms.ts'
import { sendPrivatePage, shownAgain } from '../kit/drawn-offer.ts'
import { html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { type PageSite, rowIn, strong } from '../kit/spoken.ts'
import { missingPageHtml } from './post-page.ts'
import { foreignHtml, refusalHtml } from './report-page.ts'

type HandleRequest = FastifyRequest<{ Params: { handle: string } }>
type Form = { handle: string; reason: string; details: string; wrong: string }

/** The path of the form for a handle. */
const handleReportPath = (handle: string) => `${authorPath(handle)}report`

/** Mounts `/by/:handle/report`. Form bodies have to be parsed already; the edge has set the site. */
export function registerHandleReports(app: FastifyInstance, platform: Platform): void {
  const reasons = reportReasons.filter(reason => {
    const category = categoryOfReason(reason)
    return category === null || isAbuse(platform.policy, category)
  })
  const handleOf = ({ params: { handle } }: HandleRequest) => {
    if (new RegExp(handlePattern).test(handle)) return handle
    throw new Problem('not_found', 'There is no such handle.')
  }

  app.get('/by/:handle/report', (request: HandleRequest, reply) =>
    answered(platform, request, reply, async () =>
      sendPrivatePage(
        request,
        reply,
        200,
        formHtml(request.site, reasons, { handle: handleOf(request), reason: '', details: '', wrong: '' }),
      ),
    ),
  )
  app.post('/by/:handle/report', (request: HandleRequest, reply) =>
    answered(platform, request, reply, async () => {
      const { site } = request
      const { say } = rowIn(site)
      const handle = handleOf(request)
      if (!isFromHere(request)) return sendPrivatePage(request, reply, 403, foreignHtml(site))
      const details = field(request, 'details').replaceAll('\r\n', '\n').trim()
      const { value, errors } = storableText(details)
      const reason = reasons.find(each => each === field(request, 'reason'))
      const fits = errors.length === 0 && [...details].length <= limits.reportDetailsCodePoints
      const wrong =
        reason === undefined
          ? say('form.choose-one')
          : fits
            ? ''
            : say('form.plain-text', { most: limits.reportDetailsCodePoints })
      if (reason === undefined || wrong !== '')
        return sendPrivatePage(
          request,
          reply,
          400,
          formHtml(site, reasons, { handle, reason: reason ?? '', details, wrong }),
        )
      const ip = callerAddress(request)
      const said = { handle, site: site.id, reason, details: (value as string) || null }
      const shown = field(request, shownAgain)
      const counted =
        shown === ''
          ? (await platform.act('reportHandle', { ...said, reporter: platform.links.pseudonym(ip), ip })).counted
          : shown === 'counted'
      const told = counted ? say('handle.counted', { count: limits.reportersToReadAgain }) : say('handle.reported')
      const page = refusalHtml(site, say('report.received'), [told])
      return sendPrivatePage(request, reply, 200, page, counted ? 'counted' : 'reported')
    }),
  )
}

/** The form; `wrong` is the sentence about a fault, empty where there is none. */
function formHtml(site: PageSite, reasons: readonly ReportReason[], { handle, reason, details, wrong }: Form): string {
  const row = rowIn(site)
  const { say } = row
  const title = say('list.report-handle')
  return layout({
    ...{ title: wrong === '' ? title : `${say('answer.not-sent')} · ${title}`, site },
    ...{ canonical: `${site.baseUrl}${handleReportPath(handle)}`, noindex: true },
    body: html`<h1>${row.markup('handle.heading', { handle: html`<bdi>@${handle}</bdi>` })}</h1>
${wrong !== '' && html`<div class="notice" role="alert"><p>${row.markup('report.wrong', { b: strong })} ${wrong}</p></div>\n`}<p>${say('handle.told')}</p>
<form class="form report" method="post" action="${handleReportPath(handle)}">
<label for="reason">${say('handle.wrong')}</label>
<select id="reason" name="reason" required>
<option value="">${say('report.choose')}</option>
${reasons.map(id => html`<option value="${id}"${id === reason && html` selected`}>${row.word(`reason.${id}`, wordsOfReason(id))}</option>\n`)}</select>
<label for="details">${say('report.details')}</label>
<textarea id="details" name="details" rows="4" maxlength="${limits.reportDetailsCodePoints}">\n${details}</textarea>
<button type="submit">${say('report.send')}</button>
</form>`,
  })
}

/** Runs `answer`, and answers every failure with a page. */
async function answered(
  platform: Platform,
  request: HandleRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
) {
  const { site } = request
  try {
    return await answer()
  } catch (error) {
    const fields = { request_id: request.id, route: request.routeOptions.url }
    const { say } = rowIn(site)
    const { code, status, extras } = problemOf(platform, error, fields, 'a request failed')
    const page =
      code === 'not_found'
        ? missingPageHtml(site, 404)
        : code === 'rate_limited'
          ? refusalHtml(site, say('report.limit'), [say('report.limit-told')])
          : refusalHtml(site, say('error.failed'), [say('error.again')])
    return sendPrivatePage(request, reply.headers(extras.headers ?? {}), status, page)
  }
}
