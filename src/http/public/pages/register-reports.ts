// Mounts the form that reports a post and the page of a report; both work without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReportView } from '../../../contract/operations/reports.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { requestCheck } from '../../../usecases/handlers/check-request.ts'
import { operation } from '../../../usecases/handlers/handlers.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import { problemOf } from '../../../usecases/outage.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field, isFromHere } from '../../private/forms.ts'
import { privateHtmlHeaders } from '../kit/layout.ts'
import { draftOf, formAsked, keyOf, siteFor, twinOf, varyOf } from '../kit/mount-page.ts'
import { shownPost } from '../kit/post-words.ts'
import { missingPageHtml } from './post-page.ts'
import {
  refusalHtml,
  reportFormHtml,
  reportFormMarkdown,
  reportPath,
  reportStatusHtml,
  reportStatusMarkdown,
} from './report-page.ts'

type IdRequest = FastifyRequest<{ Params: { id: string } }>

const reportOperation = operation('reportPost')
const getReportOperation = operation('getReport')

/** Mounts `/p/:id/report` and `/reports/:id`. Form bodies have to be parsed already; the edge has set the site. */
export function registerReports(app: FastifyInstance, platform: Platform): void {
  const check = requestCheck(reportOperation)
  const checkId = requestCheck(getReportOperation)
  const { documents, policy } = platform

  for (const path of ['/p/:id/report', twinOf('/p/:id/report')])
    app.get(path, (request: IdRequest, reply) =>
      withPages(platform, request, reply, async () => {
        const { params } = request
        const kind = formAsked(request)
        const site = siteFor(kind, request, platform)
        const at = { site, path: reportPath(params.id), query: '' }
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
      if (!isFromHere(request))
        return send(
          reply,
          403,
          refusalHtml(site, site.tongue.say('error.foreign-title'), [site.tongue.say('error.foreign')]),
        )
      const { json } = await publicPost(platform, site.id, params.id)
      const [reason, email] = [field(request, 'reason'), field(request, 'email').trim()]
      const details = field(request, 'details').replaceAll('\r\n', '\n').trim()
      const sent = { post_id: params.id, reason, ...(details && { details }), ...(email && { email }) }
      const wrong = wrongFields(() => check(site.id, { params: {}, query: {}, body: sent }))
      if (wrong.length > 0)
        return send(reply, 400, reportFormHtml(site, shownPost(json), policy, { reason, details, email, wrong }))
      const report = (await answerOf(reportOperation, platform, request, sent)) as { report_id: string }
      return reply.headers(privateHtmlHeaders).redirect(`${site.tongue.prefix}/reports/${report.report_id}`, 303)
    }),
  )

  for (const path of ['/reports/:id', twinOf('/reports/:id')])
    app.get(path, (request: IdRequest, reply) =>
      withPages(platform, request, reply, async () => {
        const { params } = request
        const kind = formAsked(request)
        const site = siteFor(kind, request, platform)
        checkId(site.id, { params, query: {}, body: undefined })
        const report = (await answerOf(getReportOperation, platform, request, undefined)) as ReportView
        const written = { html: reportStatusHtml, markdown: reportStatusMarkdown }[kind]
        const at = { site, path: `/reports/${params.id}`, query: '', htmlHeaders: privateHtmlHeaders }
        const { body, headers } = draftOf(kind, written(site, report, policy), at)
        return reply
          .headers({ ...headers, 'cache-control': 'no-store', vary: varyOf(kind, request.path, site) })
          .send(body)
      }),
    )
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
  const asked = { site, caller: null, ip: callerAddress(request), url, idempotencyKey: undefined }
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
    if (code === 'not_found' || code === 'gone') return send(reply, status, missingPageHtml(site, status as 404 | 410))
    const { tongue } = site
    if (code === 'rate_limited')
      return send(reply, status, refusalHtml(site, tongue.say('report.limit'), [tongue.say('report.limit-told')]))
    const title = tongue.tag === sourceLanguage ? problems[code].title : tongue.say('error.failed')
    return send(reply, status, refusalHtml(site, title, [tongue.say('error.again')]))
  }
}

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(privateHtmlHeaders).send(page)
}
