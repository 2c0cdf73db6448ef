// Mounts the form with which a reader without an account answers a post; it works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { siteRow } from '../../../contract/sites.ts'
import { sourceLanguage } from '../../../domain/languages/tongue.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { readerRate } from '../../../edge/reader-rate.ts'
import { mailReaderCode, sendReaderMessage } from '../../../usecases/delivery/reader-message.ts'
import { publicPost } from '../../../usecases/lists/public-posts.ts'
import { problemOf } from '../../../usecases/outage.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field, isFromHere, readAddress } from '../../private/forms.ts'
import { sendPrivatePage, shownAgain } from '../kit/drawn-offer.ts'
import { shownPost } from '../kit/post-words.ts'
import { rowIn } from '../kit/spoken.ts'
import { answerCodePage, answerFormPage, answerSentPage } from './answer-page.ts'
import { missingPageHtml } from './post-page.ts'
import { foreignHtml, refusalHtml } from './report-page.ts'

type IdRequest = FastifyRequest<{ Params: { id: string } }>

/** Mounts `POST /p/:id/answer`. Form bodies have to be parsed already; the edge has set the site. */
export function registerAnswers(app: FastifyInstance, platform: Platform): void {
  const take = readerRate(platform.now, limits.readerSearchesPerMinute)
  app.post('/p/:id/answer', async (request: IdRequest, reply) => {
    const { site } = request
    try {
      if (!isFromHere(request)) return sendPrivatePage(request, reply, 403, foreignHtml(site))
      if (!siteRow(site.id).relayed) throw new Problem('not_found', 'The posts of this site are not answered here.')
      take(callerAddress(request))
      return await answer(platform, request, reply)
    } catch (error) {
      return refuse(platform, request, reply, error)
    }
  })
}

async function answer(platform: Platform, request: IdRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { site, params } = request
  const send = (status: number, page: string, shown?: string) => sendPrivatePage(request, reply, status, page, shown)
  const { json } = await publicPost(platform, site.id, params.id)
  const post = shownPost(json)
  const { value, errors } = storableText(field(request, 'message').replaceAll('\r\n', '\n').trim())
  const message = String(value)
  const email = readAddress(request)
  const length = [...message].length
  const fits = length >= limits.relayMessageMinCodePoints && length <= limits.relayMessageCodePoints
  const wrong = [...(fits && errors.length === 0 ? [] : ['message']), ...(email === null ? ['email'] : [])]
  if (email === null || wrong.length > 0)
    return send(400, answerFormPage(site, post, { message, email: field(request, 'email'), wrong }))
  const shown = field(request, shownAgain)
  const from = { ip: callerAddress(request), language: site.tongue.tag }
  const asked = { site: site.id, postId: params.id, message, email, ...from }
  const code = field(request, 'code').trim()
  if (shown === 'sent' || shown === 'held') return send(200, answerSentPage(site, post, shown), shown)
  if (code === '') {
    if (shown !== 'code') await mailReaderCode(platform, asked)
    return send(200, answerCodePage(site, post, { message, email, wrong: false }), 'code')
  }
  const outcome = await sendReaderMessage(platform, { ...asked, code })
  if (outcome === null) return send(400, answerCodePage(site, post, { message, email, wrong: true }))
  return send(200, answerSentPage(site, post, outcome), outcome)
}

function refuse(platform: Platform, request: IdRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { site } = request
  const { say, tongue } = rowIn(site)
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const { code, status, extras, message } = problemOf(platform, error, fields, 'a request failed')
  const send = (page: string) => sendPrivatePage(request, reply, status, page)
  // What the rules say of a text is in English.
  const inEnglish = tongue.tag === sourceLanguage
  reply.headers(extras.headers ?? {})
  if (code === 'not_found') return send(missingPageHtml(site, 404))
  if (code === 'rate_limited')
    return send(
      refusalHtml(site, say('answer.limit'), [
        inEnglish ? message : say('answer.limit-told'),
        say('answer.limit-later'),
      ]),
    )
  if (status === 422)
    return send(refusalHtml(site, say('answer.not-sent'), [inEnglish ? message : say('answer.refused')]))
  if (code === 'gone') return send(refusalHtml(site, say('answer.gone'), [say('answer.gone-told')]))
  return send(refusalHtml(site, inEnglish ? problems[code].title : say('error.failed'), [say('answer.again')]))
}
