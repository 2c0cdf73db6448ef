// The mailed link with which a reviewer ends all sessions: "This was not me". Opening it changes nothing; its button does.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere } from '../private/forms.ts'
import { hidden, messagePage, privatePage } from '../private/frame.ts'
import { parameter, send } from '../private/route.ts'
import { html } from '../public/kit/layout.ts'

const notMePath = '/review/not-me'

/** Mounts the page of the link. `foreign` answers a form that another site sent. */
export function registerNotMe(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => Promise<FastifyReply>,
): void {
  pages.get(notMePath, (request, reply) => {
    const token = parameter(request, 't') ?? ''
    return send(reply, 200, askPage(request.site, reviewerOf(platform, token), token))
  })
  pages.post(notMePath, async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    await platform.act('endReviewersSessions', { reviewer: reviewerOf(platform, field(request, 't')) })
    const done = {
      title: 'All sessions have ended',
      text: ['Nobody is signed in to the review console with this address any more, and no link to it works.'],
      end: html`<p><a role="button" href="/review/sign-in">Sign in by mail</a></p>`,
    }
    return send(reply, 200, messagePage(request.site, done))
  })
}

/** The address of a link. Throws `bad_signature`, `link_expired`. */
function reviewerOf(platform: Platform, token: string): string {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'not-reviewer') throw new Problem('bad_signature', sentences.otherLink)
  return claim.reviewer
}

function askPage(site: SiteContext, reviewer: string, token: string): string {
  return privatePage(
    site,
    'Was it not you?',
    html`<h1>Was it not you?</h1>
<p>This ends every session of ${reviewer} in the review console at once, and every link to it that was not used. Decisions stay: look at them afterwards, and tell the operator if one is not yours.</p>
<form method="post" action="${notMePath}">
${hidden('t', token)}
<button type="submit" class="danger">End all sessions</button>
</form>
<p class="small">Was it you? Then close this page: nothing has changed.</p>`,
  )
}

/** The words for a link that is too old. */
export const expiredWords = {
  title: 'This link has expired',
  text: [`It works for ${span(limits.notMeLinkMs)}. A new link to sign in brings a new one with it.`],
  alone: true,
} as const
