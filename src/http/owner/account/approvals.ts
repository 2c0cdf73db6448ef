// The page of texts that wait for the owner, and the two answers to each.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { type ProblemCode, problems } from '../../../contract/problems/problems.ts'
import { storableText } from '../../../domain/text/text.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { approve, waitingForOwner } from '../../../usecases/posts/approvals.ts'
import { field } from '../../private/forms.ts'
import { asOnPages } from '../../private/money.ts'
import { send } from '../../private/route.ts'
import { html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { approvalsSection } from './approvals-section.ts'
import { accountPage } from './frame.ts'

const path = '/account/approvals'

export const approvalRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => show(visit) },
  { method: 'POST', path, grade: 'email', run: decide },
]

async function decide(visit: Visit) {
  const { platform, session, request, reply } = visit
  const outcome = await answerIn(platform, request, session.accountId)
  return typeof outcome === 'string' ? leadTo(reply, path, outcome) : show(visit, outcome)
}

/** Carries out the answer of the form of a waiting text. Returns the notice about it, or why it was not taken. */
export async function answerIn(
  platform: Platform,
  request: FastifyRequest,
  accountId: string,
): Promise<'approved' | 'refused' | 'decided-before' | Alert> {
  const asked = { accountId, revisionId: field(request, 'text') }
  const answer = field(request, 'answer')
  if (answer === 'refuse') {
    const reason = reasonIn(request)
    if (reason === undefined) return wrong('The reason is too long, or cannot be stored.')
    const refused = await platform.act('refuseText', { ...asked, reason })
    return refused === 'decided' ? 'decided-before' : refused
  }
  if (answer !== 'approve') return wrong('Approve the text or refuse it.')
  try {
    const approved = await approve(platform, { ...asked, seen: field(request, 'seen') })
    if (approved === 'changed') return changed
    return approved === 'decided' ? 'decided-before' : approved
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'overloaded') throw error
    const then = codesSolvedByTopUp.has(error.code) ? 'Top up, then approve it.' : ''
    const text = `${asOnPages(error.message)} It goes on waiting. ${then}`
    return { status: error.status, title: 'Not approved, and nothing was charged.', text }
  }
}

/** Why an answer was not taken, and the status of the page that says so. */
export type Alert = { status: number; title: string; text: string }

const wrong = (text: string): Alert => ({ status: problems.invalid.status, title: 'Not saved.', text })

const changed: Alert = {
  status: problems.not_editable.status,
  title: 'Not approved yet.',
  text: 'What would be published, or what it costs, has changed since this page was opened. Look at it once more.',
}

const codesSolvedByTopUp: ReadonlySet<ProblemCode> = new Set(['needs_card', 'insufficient_balance'])

/** The owner's reason for a refusal; null for none, undefined for one that cannot be stored. */
function reasonIn(request: FastifyRequest): string | null | undefined {
  const { errors, value } = storableText({ reason: field(request, 'reason').trim() })
  const { reason } = value as { reason: string }
  if (errors.length > 0 || [...reason].length > limits.approvalReasonCodePoints) return undefined
  return reason === '' ? null : reason
}

async function show(visit: Visit, alert?: Alert) {
  const { platform, session, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const waiting = await waitingForOwner(platform, account.id)
  const page = accountPage(visit, {
    account,
    title: 'Approvals',
    section: '/account',
    body: approvalsSection({ ...waiting, csrf, handle: account.handle, now: platform.now() }),
    alert: alert && html`<p><strong>${alert.title}</strong> ${alert.text}</p>`,
  })
  return send(reply, alert?.status ?? 200, page)
}
