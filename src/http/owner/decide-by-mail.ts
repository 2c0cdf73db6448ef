// The page of the mailed link about texts that wait for the owner: one text at a time, approved or refused without signing in. Opening it
// changes nothing; its buttons do.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../contract/activity.ts'
import { rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import type { ApprovalState } from '../../contract/posts.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'
import { actingAs } from '../../usecases/acting.ts'
import { inTime } from '../../usecases/deadline.ts'
import type { Platform } from '../../usecases/platform.ts'
import { countWaiting, shownMembers, waitingText } from '../../usecases/posts/approvals.ts'
import { type DecisionLink, decisionLink } from '../../usecases/posts/decide-by-mail.ts'
import { field, isFromHere } from '../private/forms.ts'
import { hidden, messagePage, notices, privatePage } from '../private/frame.ts'
import { parameter, send } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { type Alert, answerIn } from './account/approvals.ts'
import { waitingArticle } from './account/approvals-section.ts'
import { draftHeadline } from './account/as-read.ts'
import { leadTo, takeNotice } from './notices.ts'
import { byMailedLink } from './session.ts'

const path = '/account/decide'

/** Mounts the page of the link. `foreign` answers a form that another site sent. */
export function registerDecideByMail(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  pages.get(path, async (request, reply) => {
    const token = parameter(request, 't') ?? ''
    return show(platform, reply, { token, link: await decisionLink(platform, token) })
  })
  pages.post(path, async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    const token = field(request, 't')
    const link = await decisionLink(platform, token)
    // A text that the link does not name is answered like one that was decided.
    const named = link.texts.some(({ id }) => id === field(request, 'text'))
    const answer = () => inTime(platform.times.answerMs, () => answerIn(platform, request, link.account.id))
    const outcome = named ? await actingAs(readerOf(link, request), answer) : 'decided-before'
    return typeof outcome === 'string'
      ? leadTo(reply, `${path}?t=${encodeURIComponent(token)}`, outcome)
      : show(platform, reply, { token, link, alert: outcome })
  })
}

/** Who acts: the person to whom the link was mailed. */
const readerOf = ({ person: { member, email } }: DecisionLink, request: FastifyRequest): Actor => ({
  ...byMailedLink(request),
  ...{ id: member, name: email },
})

type Shown = { token: string; link: DecisionLink; alert?: Alert }

async function show(platform: Platform, reply: FastifyReply, { token, link, alert }: Shown): Promise<FastifyReply> {
  const { account, texts } = link
  const { site } = reply.request
  const of = { handle: account.handle, now: platform.now() }
  // Read again: the answer of this request may have changed a text or its price.
  const waiting = (await decisionLink(platform, token)).texts.filter(({ status }) => status === 'awaiting_owner')
  const text = waiting[0] ? await waitingText(platform, waiting[0]) : null
  const [refused, done] = [alert && html`<p><strong>${alert.title}</strong> ${alert.text}</p>`, takeNotice(reply)]
  if (!text)
    return send(
      reply,
      alert?.status ?? 200,
      nothingLeftPage(site, {
        texts,
        said: notices(refused, undefined),
        ...of,
        others: await countWaiting(platform, account.id),
      }),
    )
  const tooLittle = account.balance < text.price
  const body = html`<h1>${waiting.length === 1 ? 'A text waits for your approval' : `${waiting.length} texts wait for your approval`}</h1>
${notices(refused, done)}<p class="lede">An agent of @${account.handle} wrote this. It is neither published nor charged before you approve it.</p>
${tooLittle && html`<p>The balance is ${rounded(account.balance)}, and that is too little. <a href="/account">Top up</a> first, then open the link of the mail again.</p>\n`}${waitingArticle(text, { action: path, proof: hidden('t', token), level: 2 }, of)}
${waiting.length > 1 && html`<p>The next one is shown once you have decided.</p>`}`
  return send(reply, alert?.status ?? 200, privatePage(site, alert ? 'Not decided · Approval' : 'Approval', body))
}

const outcomes: Record<Exclude<ApprovalState, 'awaiting'>, [title: string, text: string]> = {
  approved: ['Approved', 'It is published once it has been checked.'],
  refused: ['Refused', 'Nothing was published or charged.'],
  expired: ['Dropped', `Nobody decided on it within ${span(limits.approvalMs)}. Nothing was published or charged.`],
  withdrawn: ['Taken back', 'Its agent took it back before anybody decided. Nothing was published or charged.'],
}

/** What became of a text that does not wait any more. */
function outcomeOf({ approval, status }: RevisionRow): [title: string, text: string] {
  const [title, text] = outcomes[(approval ?? 'approved') as keyof typeof outcomes]
  if (approval !== 'approved') return [title, text]
  if (status === 'published') return [title, 'It is public.']
  return [title, status === 'rejected' ? 'The check refused it: it is not public.' : text]
}

type NothingLeft = { texts: readonly RevisionRow[]; said: Html; handle: string; now: number; others: number }

/** What became of the texts of a link. `said`: why the last answer was not taken. `others`: further texts of the account that wait. */
function nothingLeftPage(site: SiteContext, { texts, said, others, ...of }: NothingLeft): string {
  const decided = texts.map(text => ({ text, outcome: outcomeOf(text) }))
  const title = decided.length === 1 ? (decided[0]?.outcome[0] ?? '') : 'Nothing of this waits any more'
  return privatePage(
    site,
    title,
    html`<h1>${title}</h1>
${said}${
  decided.length > 0 &&
  html`<ul class="records">
${decided.map(
  ({ text, outcome: [name, words] }) => html`<li>
<p class="title"><bdi>${draftHeadline({ site: text.site, shown: shownMembers(text), ...of })}</bdi></p>
<p>${decided.length > 1 && `${name}. `}${words} <a href="/account/posts/${text.post_id}">See it in your account</a></p>
</li>
`,
)}</ul>`
}
${others > 0 ? html`<p><a href="/account/approvals" role="button">${others} more ${others === 1 ? 'waits' : 'wait'}: see your account</a></p>` : html`<p><a href="/account">Your account</a></p>`}`,
  )
}

/** The page of a link that is too old. */
export function expiredDecisionPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [
      `A text waits for ${span(limits.approvalMs)}. What this link was about was decided, or dropped without being published or charged.`,
    ],
    end: html`<p><a href="/account">Your account</a></p>`,
  })
}
