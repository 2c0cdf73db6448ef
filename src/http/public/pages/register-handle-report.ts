// Mounts the form that reports the handle of an author; it works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { handlePattern } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { categoryOfReason, reportReasons, wordsOfReason } from '../../../contract/moderation/report-reasons.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { sentences } from '../../../contract/sentences.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { authorPath } from '../../../domain/posts/list-paths.ts'
import { isAbuse } from '../../../domain/review/policy-category.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { problemOf } from '../../../usecases/outage.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field, foreignWords, isFromHere } from '../../private/forms.ts'
import { html } from '../kit/html.ts'
import { layout, privateHtmlHeaders } from '../kit/layout.ts'
import { missingPageHtml } from './post-page.ts'
import { refusalHtml } from './report-page.ts'

type HandleRequest = FastifyRequest<{ Params: { handle: string } }>
type Form = { reason: string; details: string; wrong: string }

/** The path of the form for a handle. */
const handleReportPath = (handle: string) => `${authorPath(handle)}report`

/** Mounts `/by/:handle/report`. Form bodies have to be parsed already; the edge has set the site. */
export function registerHandleReports(app: FastifyInstance, platform: Platform): void {
  const reasons = reportReasons.filter(reason => {
    const category = categoryOfReason(reason)
    return category === null || isAbuse(platform.policy, category)
  })
  const formHtml = (site: SiteContext, handle: string, { reason, details, wrong }: Form) =>
    layout({
      ...{ title: wrong === '' ? 'Report this handle' : 'Not sent · Report a handle', site, noindex: true },
      body: html`<h1>Report the handle <bdi>@${handle}</bdi></h1>
${wrong !== '' && html`<div class="notice" role="alert"><p><strong>The report was not sent.</strong> ${wrong}</p></div>\n`}<p>For a handle that poses as somebody, insults, or offers what is not allowed. A person looks at it and may give the account a neutral one. For what a post says, use the link below the post. Reporting is free, and the author is not told who reported it.</p>
<form class="form report" method="post" action="${handleReportPath(handle)}">
<label for="reason">What is wrong with it?</label>
<select id="reason" name="reason" required>
<option value="">Choose</option>
${reasons.map(id => html`<option value="${id}"${id === reason && html` selected`}>${wordsOfReason(id)}</option>\n`)}</select>
<label for="details">What should we know? (optional)</label>
<textarea id="details" name="details" rows="4" maxlength="${limits.reportDetailsCodePoints}">\n${details}</textarea>
<button type="submit">Send the report</button>
</form>`,
    })
  const show = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).headers(privateHtmlHeaders).send(page)
  const handleOf = ({ params: { handle } }: HandleRequest) => {
    if (new RegExp(handlePattern).test(handle)) return handle
    throw new Problem('not_found', 'There is no such handle.')
  }

  app.get('/by/:handle/report', (request: HandleRequest, reply) =>
    answered(platform, request, reply, async () =>
      show(reply, 200, formHtml(request.site, handleOf(request), { reason: '', details: '', wrong: '' })),
    ),
  )
  app.post('/by/:handle/report', (request: HandleRequest, reply) =>
    answered(platform, request, reply, async () => {
      const { site } = request
      const handle = handleOf(request)
      if (!isFromHere(request)) return show(reply, 403, refusalHtml(site, foreignWords.title, [foreign]))
      const details = field(request, 'details').replaceAll('\r\n', '\n').trim()
      const { value, errors } = storableText(details)
      const reason = reasons.find(each => each === field(request, 'reason'))
      const fits = errors.length === 0 && [...details].length <= limits.reportDetailsCodePoints
      const wrong = reason === undefined ? 'Please choose what is wrong.' : fits ? '' : tooLong
      if (reason === undefined || wrong !== '')
        return show(reply, 400, formHtml(site, handle, { reason: reason ?? '', details, wrong }))
      const ip = callerAddress(request)
      const said = { handle, site: site.id, reason, details: (value as string) || null }
      const { counted } = await platform.act('reportHandle', { ...said, reporter: platform.links.pseudonym(ip), ip })
      const told = counted ? sentences.handleCounted : sentences.handleReported
      return show(reply, 200, refusalHtml(site, 'The report was received', [told]))
    }),
  )
}

const foreign = 'Nothing was done. Open the page of the author again and send the form from there.'
const tooLong = `Write plain text of at most ${limits.reportDetailsCodePoints} characters.`

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
    const { code, status, extras } = problemOf(platform, error, fields, 'a request failed')
    const page =
      code === 'not_found'
        ? missingPageHtml(site, 404)
        : code === 'rate_limited'
          ? refusalHtml(site, 'Enough reports for today', ['You can report again after 00:00 UTC.'])
          : refusalHtml(site, 'The report was not taken', ['Please try again in a minute.'])
    return reply
      .code(status)
      .headers({ ...extras.headers, ...privateHtmlHeaders })
      .send(page)
  }
}
