// Mounts the form that reports a post and the page of a report; both work without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { type MessageKey, sourceLanguage } from '../../../domain/languages/tongue.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { requestCheck } from '../../../usecases/handlers/check-request.ts'
import { operation } from '../../../usecases/handlers/handlers.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import { problemOf } from '../../../usecases/outage.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { reportState } from '../../../usecases/posts/report-state.ts'
import { field, isFromHere } from '../../private/forms.ts'
import { sendPrivatePage, withDrawnOffer } from '../kit/drawn-offer.ts'
import { privateHtmlHeaders } from '../kit/layout.ts'
import { draftOf, formAsked, keyOf, twinOf } from '../kit/mount-page.ts'
import { shownPost } from '../kit/post-words.ts'
import { rowIn, type SpokenRow } from '../kit/spoken.ts'
import { missingPageHtml } from './post-page.ts'
import { registerHandleReports } from './register-handle-report.ts'
import {
  foreignHtml,
  needsStatement,
  type ReportForm,
  refusalHtml,
  reportFormHtml,
  reportFormMarkdown,
  reportPath,
} from './report-page.ts'
import { type ComplaintForm, reportStateHtml, reportStateMarkdown, reportStatePath } from './report-state-page.ts'

type IdRequest = FastifyRequest<{ Params: { id: string } }>

const reportOperation = operation('reportPost')
const getReportOperation = operation('getReport')

/** Mounts `/p/:id/report` and the page of a report. Form bodies have to be parsed already; the edge has set the site. */
export function registerReports(app: FastifyInstance, platform: Platform): void {
  const check = requestCheck(reportOperation)
  const { documents, policy } = platform

  for (const path of ['/p/:id/report', twinOf('/p/:id/report')])
    app.get(path, (request: IdRequest, reply) =>
      withPages(platform, request, reply, async () => {
        const { site, params } = request
        const kind = formAsked(request)
        const at = { baseUrl: site.baseUrl, path: reportPath(params.id), query: '' }
        const form = await documents.get(`${site.id} report ${keyOf(kind, site)} ${params.id}`, async () => {
          const post = shownPost((await publicPost(platform, site.id, params.id)).json)
          const written = { html: reportFormHtml, markdown: reportFormMarkdown }[kind]
          return draftOf(kind, written(site, post, policy), at)
        })
        return sendDocument(request, reply, form)
      }),
    )

  app.post('/p/:id/report', (request: IdRequest, reply) =>
    withPages(platform, request, reply, async () => {
      const { site, params } = request
      if (!isFromHere(request)) return sendPrivatePage(request, reply, 403, foreignHtml(site))
      const { json } = await publicPost(platform, site.id, params.id)
      const form = formOf(request)
      const sent = bodyOf(params.id, form)
      const wrong = wrongFields(() => check(site.id, { params: {}, query: {}, body: sent }))
      if (!form.goodFaith && needsStatement(policy, form)) wrong.push('good_faith')
      if (wrong.length > 0)
        return sendPrivatePage(request, reply, 400, reportFormHtml(site, shownPost(json), policy, { ...form, wrong }))
      const report = (await answerOf(reportOperation, platform, request, sent)) as { report_id: string }
      return reply
        .headers(privateHtmlHeaders)
        .redirect(`${site.tongue.prefix}${reportStatePath(report.report_id)}`, 303)
    }),
  )

  registerStates(app, platform)
  registerHandleReports(app, platform)
}

/** Mounts the page of a report, which takes the complaint of its reporter. */
function registerStates(app: FastifyInstance, platform: Platform): void {
  const checkId = requestCheck(getReportOperation)
  const { policy } = platform
  const stateOf = ({ site, params }: IdRequest) => {
    checkId(site.id, { params, query: {}, body: undefined })
    return reportState(platform, site.id, params.id)
  }

  for (const path of ['/reports/:id', twinOf('/reports/:id')])
    app.get(path, (request: IdRequest, reply) =>
      withPages(platform, request, reply, async () => {
        const { site, params } = request
        const kind = formAsked(request)
        const report = await stateOf(request)
        const written = { html: reportStateHtml, markdown: reportStateMarkdown }[kind]
        const path = reportStatePath(params.id)
        const at = { baseUrl: site.baseUrl, path, query: '', htmlHeaders: privateHtmlHeaders }
        const { body, headers } = draftOf(kind, written(site, report, policy), at)
        const shown = kind === 'html' ? withDrawnOffer(request, String(body)) : body
        return reply.headers({ ...headers, 'cache-control': 'no-store', vary: 'Accept' }).send(shown)
      }),
    )

  app.post('/reports/:id', (request: IdRequest, reply) =>
    withPages(platform, request, reply, async () => {
      const { site, params } = request
      if (!isFromHere(request)) return sendPrivatePage(request, reply, 403, foreignHtml(site))
      const report = await stateOf(request)
      const sent = complaintIn(request, rowIn(site))
      if (sent.wrong !== '') return sendPrivatePage(request, reply, 400, reportStateHtml(site, report, policy, sent))
      const from = { ip: callerAddress(request), language: site.tongue.tag }
      const complaint = { reportId: params.id, site: site.id, message: sent.message, ...from }
      const { id } = await platform.act('complainAboutReport', complaint)
      return reply.headers(privateHtmlHeaders).redirect(site.tongue.prefix + reportStatePath(id), 303)
    }),
  )
}

/** The complaint of the form, and what is wrong with it; empty when nothing is. */
function complaintIn(request: FastifyRequest, { say }: SpokenRow): ComplaintForm {
  const { value, errors } = storableText({ message: field(request, 'message') })
  const { message } = value as { message: string }
  if (message === '') return { message, wrong: say('complaint.fault.empty') }
  const fits = errors.length === 0 && [...message].length <= limits.reportDetailsCodePoints
  return { message, wrong: fits ? '' : say('form.plain-text', { most: limits.reportDetailsCodePoints }) }
}

/** The fields of the form. */
function formOf(request: FastifyRequest): Omit<ReportForm, 'wrong'> {
  const text = (name: string) => field(request, name).replaceAll('\r\n', '\n').trim()
  const said = { reason: field(request, 'reason'), details: text('details'), law: text('law') }
  return { ...said, email: text('email'), name: text('name'), goodFaith: field(request, 'good_faith') === 'yes' }
}

/** The body of the operation for a form. */
function bodyOf(postId: string, { reason, details, law, email, name, goodFaith }: Omit<ReportForm, 'wrong'>) {
  return {
    ...{ post_id: postId, reason },
    ...(details && { details }),
    ...(law && { law }),
    ...(email && { email }),
    ...(name && { name }),
    ...(goodFaith && { good_faith: true }),
  }
}

/** The fields that the operation refuses, from the JSON pointers of its errors. */
function wrongFields(check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof Problem) || !error.extras.errors) throw error
    return error.extras.errors.map(text => /^\/(\w+)/.exec(text)?.[1] ?? '')
  }
}

/** The answer of the operation to a reader without a key. */
async function answerOf(row: typeof reportOperation, platform: Platform, request: IdRequest, body: unknown) {
  const { site, params, url } = request
  const asked = {
    site,
    caller: null,
    ip: callerAddress(request),
    url,
    idempotencyKey: undefined,
    language: () => request.site.tongue.tag,
  }
  const answer = await row.handler({ platform, request: asked, params, query: {}, body })
  return answer.document ? undefined : answer.value
}

/** Runs `answer`, and answers every failure with a page. */
async function withPages(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => unknown | Promise<unknown>,
) {
  const { site } = request
  try {
    return await answer()
  } catch (error) {
    const fields = { request_id: request.id, route: request.routeOptions.url }
    const { code, status, extras } = problemOf(platform, error, fields, 'a request failed')
    reply.headers(extras.headers ?? {})
    if (formAsked(request) === 'markdown')
      return reply
        .code(status)
        .header('content-type', 'text/markdown; charset=utf-8')
        .send(`# ${problems[code].title}\n`)
    if (code === 'not_found' || code === 'gone')
      return sendPrivatePage(request, reply, status, missingPageHtml(site, status as 404 | 410))
    const { say, tongue } = rowIn(site)
    const known = words[code]
    const usual = tongue.tag === sourceLanguage ? problems[code].title : say('error.failed')
    const title = known ? say(known.title) : usual
    return sendPrivatePage(request, reply, status, refusalHtml(site, title, [say(known?.text ?? 'error.again')]))
  }
}

const words: Partial<Record<Problem['code'], { title: MessageKey; text: MessageKey }>> = {
  rate_limited: {
    title: 'report.limit',
    text: 'report.limit-told',
  },
  not_appealable: {
    title: 'complaint.late',
    text: 'complaint.late-told',
  },
}
