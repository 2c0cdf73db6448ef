// What an owner lets agents do: the sections of the account page about keys, approvals and warnings, and the forms in them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import { storableText } from '../../domain/text.ts'
import type { Account } from '../../store/money/accounts.ts'
import { listKeys } from '../../usecases/accounts/key-views.ts'
import type { Platform } from '../../usecases/platform.ts'
import { approve, countWaiting, waitingForOwner } from '../../usecases/posts/approvals.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { approvalsSection } from './approvals-section.ts'
import { field } from './forms.ts'
import { microsIn, readKeySettings } from './key-form.ts'
import { keysSection } from './keys-section.ts'
import { dollars } from './money.ts'
import { byEmail, type OwnerSession } from './session.ts'
import { warningSection } from './warning-section.ts'

/** What the page says above these sections, after a form of them was sent. */
export type ControlsState = {
  /** What stood in the way. */
  error?: { title: string; text: string }
  /** A key that was just made. */
  created?: { name: string; apiKey: string }
}

/** Notices that these forms leave for the next page. */
export const controlNotices: Record<string, string> = {
  'key-changed': 'The key has its new settings.',
  'key-revoked': 'The key has ended.',
  approved: 'Approved. It is on its way.',
  refused: 'Refused. Nothing was published or charged.',
  'decided-before': 'This text waits no more: it was decided or taken back before.',
  'warning-set': 'Saved.',
}

/** The sections as a session sees them: one that was not opened from the inbox is told what there is, and no more. */
export async function controls(
  platform: Platform,
  account: Account,
  session: OwnerSession,
  { error, created }: ControlsState = {},
): Promise<Html> {
  const csrf = platform.links.csrf(session.value)
  if (session.grade !== 'email') return locked(await countWaiting(platform, account.id))
  const sites = platform.facts.sites.map(({ id }) => id)
  const keys = await listKeys(platform, account.id)
  return html`${error && html`<div class="notice" role="alert"><p><strong>${error.title}</strong> ${error.text}</p></div>`}
${approvalsSection({ ...(await waitingForOwner(platform, account.id)), csrf })}
${keysSection({ keys, sites, csrf, created })}
${warningSection(account.low_balance_threshold, csrf)}`
}

function locked(waiting: number): Html {
  const wait = `${waiting} ${waiting === 1 ? 'text waits' : 'texts wait'} for your approval.`
  return html`<section aria-labelledby="keys">
<h2 id="keys">Keys and approvals</h2>
${waiting > 0 && html`<p><strong>${wait}</strong></p>`}
<p>What your agents wait for, their keys and their limits are shown where this page was opened from a link in your mail.</p>
</section>`
}

type Route = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
type Run = (
  platform: Platform,
  session: OwnerSession,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** What the account page lends to its forms. */
export type AccountForms = {
  /** A form of the page: checks the session and where the form was sent from. */
  form(run: Run): Route
  /** Leads back to the page, which shows a notice. */
  back(reply: FastifyReply, notice: string): FastifyReply
  /** The page itself, as the answer to a form. */
  show(reply: FastifyReply, session: OwnerSession, state: ControlsState, status: number): Promise<FastifyReply>
}

/** Mounts the forms. Each needs a session that was opened from the inbox. */
export function registerControls(pages: FastifyInstance, { form, back, show }: AccountForms): void {
  const wrong = (reply: FastifyReply, session: OwnerSession, text: string) =>
    show(reply, session, { error: { title: 'Not saved.', text } }, problems.invalid.status)

  pages.post(
    '/account/keys',
    form(async (platform, session, request, reply) => {
      const accountId = byEmail(session)
      const settings = readKeySettings(request, sitesOf(platform))
      if ('error' in settings) return wrong(reply, session, settings.error)
      const { apiKey } = await platform.act('createKey', { accountId, ...settings })
      return show(reply, session, { created: { name: settings.name, apiKey } }, 201)
    }),
  )

  pages.post(
    '/account/keys/change',
    form(async (platform, session, request, reply) => {
      const accountId = byEmail(session)
      const settings = readKeySettings(request, sitesOf(platform))
      if ('error' in settings) return wrong(reply, session, settings.error)
      await platform.act('changeKey', { accountId, keyId: field(request, 'key'), ...settings })
      return back(reply, 'key-changed')
    }),
  )

  pages.post(
    '/account/keys/revoke',
    form(async (platform, session, request, reply) => {
      await platform.act('endKey', { accountId: byEmail(session), keyId: field(request, 'key') })
      return back(reply, 'key-revoked')
    }),
  )

  pages.post(
    '/account/warning',
    form(async (platform, session, request, reply) => {
      const accountId = byEmail(session)
      const thresholdMicros = microsIn(field(request, 'threshold'))
      if (thresholdMicros === null) return wrong(reply, session, 'An amount is dollars, such as 5 or 0.25.')
      await platform.act('setLowBalance', { accountId, thresholdMicros })
      return back(reply, 'warning-set')
    }),
  )

  pages.post(
    '/account/approvals',
    form(async (platform, session, request, reply) => {
      const asked = { accountId: byEmail(session), revisionId: field(request, 'text') }
      if (field(request, 'answer') === 'refuse') {
        const reason = reasonIn(request)
        if (reason === undefined) return wrong(reply, session, 'The reason is too long, or cannot be stored.')
        const refused = await platform.act('refuseText', { ...asked, reason })
        return back(reply, refused === 'decided' ? 'decided-before' : refused)
      }
      if (field(request, 'answer') !== 'approve') return wrong(reply, session, 'Approve the text or refuse it.')
      try {
        const approved = await approve(platform, { ...asked, seen: field(request, 'seen') })
        if (approved !== 'changed') return back(reply, approved === 'decided' ? 'decided-before' : approved)
        return show(reply, session, { error: changed }, problems.not_editable.status)
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'overloaded') throw error
        const then = topUpHelps.has(error.code) ? 'Top up, then approve it.' : ''
        const text = `${inDollars(error.message)} It goes on waiting. ${then}`
        return show(reply, session, { error: { title: 'Not approved, and nothing was charged.', text } }, error.status)
      }
    }),
  )

  const paths = ['keys', 'keys/change', 'keys/revoke', 'warning', 'approvals']
  // Where a form was sent to stays in the address bar when its answer is a page; opening it again leads back.
  for (const path of paths) pages.get(`/account/${path}`, async (_, reply) => reply.redirect('/account', 303))
}

const topUpHelps: ReadonlySet<ProblemCode> = new Set(['needs_card', 'insufficient_balance'])

/** The words of a problem, with amounts as people read them. */
const inDollars = (text: string) => text.replace(/(\d+) micros/g, (_, micros) => dollars(Number(micros)))

const changed = {
  title: 'Not approved yet.',
  text: 'What would be published, or what it costs, has changed since this page was opened. Look at it once more.',
}

const sitesOf = ({ facts }: Platform) => facts.sites.map(({ id }) => id)

/** Why the owner refuses; null when the owner does not say, undefined when it cannot be stored. */
function reasonIn(request: FastifyRequest): string | null | undefined {
  const { errors, value } = storableText({ reason: field(request, 'reason').trim() })
  const { reason } = value as { reason: string }
  if (errors.length > 0 || [...reason].length > limits.approvalReasonCodePoints) return undefined
  return reason === '' ? null : reason
}
