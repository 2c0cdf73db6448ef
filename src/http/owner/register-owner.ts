// Mounts the owner's pages: what costs money or binds the owner is done here by the owner, never by the API (contract.md §11).
import { randomBytes } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../contract/problem.ts'
import { type ProblemCode, problems } from '../../contract/problems.ts'
import type { SiteContext } from '../../contract/site-context.ts'
import { verificationMail } from '../../mails/verification-mail.ts'
import type { Account } from '../../store/money/accounts.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { inTime } from '../../usecases/deadline.ts'
import { problemOf } from '../../usecases/outage.ts'
import { moneyView } from '../../usecases/payments/money-view.ts'
import { afterPaying, confirmTopUp, ownPayment, type TopUpStep, topUp } from '../../usecases/payments/top-up.ts'
import type { Platform } from '../../usecases/platform.ts'
import { isRefused } from '../../usecases/relay/relay-message.ts'
import { html, privateHtmlHeaders } from '../public/kit/layout.ts'
import { type AccountForms, type ControlsState, controls, registerControls } from './controls.ts'
import { deletionSection, expiredKeepPage, leavingPage, registerDeletion } from './deletion.ts'
import { field, isFromHere, readAddress, readTopUp, type TopUpErrors } from './forms.ts'
import {
  accountPage,
  askToSwitchPage,
  askToVerifyPage,
  expiredMailPage,
  expiredPage,
  expiredRefusalPage,
  messagePage,
  otherAddressPage,
  refuseSenderPage,
  verifiedPage,
} from './pages.ts'
import { confirmPage, payPage } from './payment-pages.ts'
import { agentClaim, leaveNotice, type OwnerSession, openSession, sessionOf, takeNotice } from './session.ts'

type Query = { t?: unknown; payment?: unknown }
type Route = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Mounts /account and what is below it. Cookies and form bodies have to be parsed by then; the edge has set the site. */
export function registerOwner(app: FastifyInstance, platform: Platform): void {
  app.register(async pages => {
    pages.addHook('onRequest', async (_, reply) => void reply.headers(privateHtmlHeaders))
    pages.setErrorHandler((error, request, reply) => {
      // A guard refused the request before it had a site, and with it words for its owner.
      if (!request.site) throw error
      return sendProblem(platform, error, request, reply)
    })

    pages.get('/account', async (request, reply) => {
      const { t } = request.query as Query
      if (t !== undefined) return enter(platform, request, reply)
      const session = sessionOf(platform, request)
      return session
        ? sendAccount(platform, reply, session, { notice: takeNotice(reply) })
        : send(reply, 410, expiredPage(request.site))
    })

    pages.post('/account/verification', withSession(platform, askForMail))
    pages.post('/account/address', withSession(platform, changeAddress))
    pages.post('/account/top-up', withSession(platform, startTopUp))
    pages.post('/account/confirm', withSession(platform, confirm))
    pages.get('/account/confirm', withOpenSession(platform, askToConfirm))
    pages.get('/account/paid', withOpenSession(platform, comeBack))
    pages.post('/account/switch', withSession(platform, switchAccount))
    const forms: AccountForms = {
      form: run => withSession(platform, run),
      back: backWith,
      show: (reply, session, state, status) => sendAccount(platform, reply, session, { state, status }),
    }
    registerControls(pages, forms)
    registerDeletion(pages, { ...forms, platform })
    // Where a form was sent to stays in the address bar when its answer is a page; opening it again leads back.
    for (const path of ['/account/verification', '/account/address', '/account/top-up', '/account/switch'])
      pages.get(path, async (_, reply) => reply.redirect('/account', 303))

    pages.get('/account/verify', showVerification(platform))
    pages.post('/account/verify', verify(platform))
    pages.get('/account/refuse-sender', showSender(platform))
    pages.post('/account/refuse-sender', refuseSender(platform))
  })
}

/**
 * Moves the token of the link into the cookie, and the browser to the address without it. Where another account is open it
 * asks first: whoever sends a link to an account of their own would otherwise be paid what the owner pays into it.
 */
async function enter(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = tokenIn(request.query)
  const session = agentClaim(platform, token)
  const open = sessionOf(platform, request)
  // A session from the inbox may do more: a link of an agent takes nothing from it.
  if (open?.accountId === session.accountId && open.grade === 'email') return reply.redirect('/account', 303)
  if (!open || open.accountId === session.accountId) return openAccount(platform, reply, session)
  const account = await existingAccount(platform, open.accountId)
  const other = await existingAccount(platform, session.accountId)
  const csrf = platform.links.csrf(open.value)
  return send(reply, 200, askToSwitchPage({ site: request.site, account, other, token, csrf }))
}

function openAccount(platform: Platform, reply: FastifyReply, session: OwnerSession): FastifyReply {
  openSession(reply, session, platform.now())
  return reply.redirect('/account', 303)
}

async function switchAccount(platform: Platform, _: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  return openAccount(platform, reply, agentClaim(platform, field(request, 't')))
}

type OwnersRoute = (
  platform: Platform,
  session: OwnerSession,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** A page of the account: the session, then what it shows. */
function withOpenSession(platform: Platform, run: OwnersRoute): Route {
  return async (request, reply) => {
    const session = sessionOf(platform, request)
    if (!session) return send(reply, 410, expiredPage(request.site))
    return inTime(platform.times.answerMs, () => run(platform, session, request, reply))
  }
}

/** A form of the account page: the session, then where the form comes from, then what it asks for. */
function withSession(platform: Platform, run: OwnersRoute): Route {
  return async (request, reply) => {
    const session = sessionOf(platform, request)
    if (!session) return send(reply, 410, expiredPage(request.site))
    if (!isFromHere(request) || !platform.links.csrfMatches(session.value, field(request, 'csrf')))
      return sendForeign(reply, true)
    return inTime(platform.times.answerMs, () => run(platform, session, request, reply))
  }
}

async function askForMail(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  const { id, handle, email } = await existingAccount(platform, session.accountId)
  const { site } = request
  const now = platform.now()
  const token = platform.links.sign({ account: id, grade: 'verify', email }, now)
  const mail = verificationMail(site, handle, `${site.baseUrl}/account/verify?t=${token}`, now)
  const outcome = await platform.act('requestVerification', { accountId: id, email, ...mail })
  return backWith(reply, outcome === 'sent' ? 'mail-sent' : outcome)
}

/** Sets another address and mails the link to it. */
async function changeAddress(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  const email = readAddress(request)
  if (email === null) throw new Problem('invalid', 'This is not an e-mail address. Nothing was changed.')
  const outcome = await platform.act('changeAddress', { accountId: session.accountId, email })
  if (outcome === 'already-verified') return backWith(reply, outcome)
  if (outcome !== 'changed') throw new Problem(outcome, addressRefused[outcome])
  return askForMail(platform, session, request, reply)
}

const addressRefused = {
  email_taken: 'An account has verified this address already. Give another one.',
  banned: 'The account is banned, or this address belongs to an account that is. Nothing was changed.',
} as const

async function startTopUp(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  const { payments } = platform
  const form = readTopUp(request, payments.entry === 'form' ? payments.methodOf : null)
  if (!('nonce' in form)) return sendAccount(platform, reply, session, { errors: form, status: 400 })
  const account = await existingAccount(platform, session.accountId)
  return sendStep(platform, session, reply, await topUp(platform, { ...form, site: request.site, account }))
}

async function confirm(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  const agrees = field(request, 'answer') === 'yes'
  const { accountId } = session
  const step = await confirmTopUp(platform, { accountId, paymentId: field(request, 'payment'), agrees })
  return sendStep(platform, session, reply, step)
}

async function askToConfirm(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  const payment = await ownPayment(platform, session.accountId, paymentIn(request.query))
  if (payment.state !== 'authenticate') return reply.redirect('/account', 303)
  const { id: paymentId, amount: amountMicros } = payment
  const csrf = platform.links.csrf(session.value)
  return send(reply, 200, confirmPage({ site: request.site, amountMicros, csrf, paymentId }))
}

async function comeBack(platform: Platform, session: OwnerSession, request: FastifyRequest, reply: FastifyReply) {
  return sendStep(platform, session, reply, await afterPaying(platform, session.accountId, paymentIn(request.query)))
}

/** Shows what comes next of a top-up. */
async function sendStep(
  platform: Platform,
  session: OwnerSession,
  reply: FastifyReply,
  step: TopUpStep,
): Promise<FastifyReply> {
  const { site } = reply.request
  switch (step.step) {
    case 'booked':
      return backWith(reply, `topped-up-${step.amount}`)
    case 'booked-before':
      return backWith(reply, 'already-booked')
    case 'declined':
      return sendAccount(platform, reply, session, {
        errors: { card: `${step.why} Nothing was charged.`, chosenMicros: step.amount },
        status: 402,
      })
    case 'confirm':
      return reply.redirect(`/account/confirm?payment=${step.payment.id}`, 303)
    case 'pay':
      return send(reply, 200, payPage({ site, amountMicros: step.payment.amount, url: step.url }))
    case 'waiting':
      return backWith(reply, 'payment-waiting')
    case 'stale':
      return backWith(reply, 'payment-stale')
    case 'banned':
      return send(
        reply,
        403,
        messagePage(site, { title: 'The payment was not taken', text: [step.why], hasSession: true }),
      )
  }
}

type MailedLink = { token: string; account: Account; hasSession: boolean; isCurrent: boolean }

function showVerification(platform: Platform): Route {
  return async (request, reply) => sendVerification(reply, await mailedLink(platform, request, tokenIn(request.query)))
}

function verify(platform: Platform): Route {
  return async (request, reply) => {
    if (!isFromHere(request)) return sendForeign(reply, false)
    const { token, account, isCurrent } = await mailedLink(platform, request, field(request, 't'))
    if (isCurrent) await platform.act('verifyEmail', { accountId: account.id, email: account.email })
    return reply.redirect(`/account/verify?t=${encodeURIComponent(token)}`, 303)
  }
}

/** What a link from the mail is for. Throws `bad_signature`, `link_expired`, `not_found`. */
async function mailedLink(platform: Platform, request: FastifyRequest, token: string): Promise<MailedLink> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'verify') throw new Problem('bad_signature', 'This link is for another purpose.')
  const account = await existingAccount(platform, claim.account)
  const hasSession = sessionOf(platform, request)?.accountId === account.id
  return { token, account, hasSession, isCurrent: account.email === claim.email }
}

function sendVerification(reply: FastifyReply, { token, account, hasSession, isCurrent }: MailedLink): FastifyReply {
  const page = { site: reply.request.site, account, hasSession }
  if (!isCurrent) return send(reply, 410, otherAddressPage(page))
  return send(reply, 200, account.email_verified ? verifiedPage(page) : askToVerifyPage({ ...page, token }))
}

function showSender(platform: Platform): Route {
  return async (request, reply) => {
    const { author, sender, token } = await refusable(platform, tokenIn(request.query))
    const refused = await isRefused(platform, author.id, sender.id)
    return send(reply, 200, refuseSenderPage({ site: request.site, sender, token, refused }))
  }
}

function refuseSender(platform: Platform): Route {
  return async (request, reply) => {
    if (!isFromHere(request)) return sendForeign(reply, false)
    const { author, sender, token } = await refusable(platform, field(request, 't'))
    await platform.act('refuseSender', { authorId: author.id, senderId: sender.id })
    return reply.redirect(`/account/refuse-sender?t=${encodeURIComponent(token)}`, 303)
  }
}

/** What a link in a mail with a message is for. Throws `bad_signature`, `link_expired`, `not_found`. */
async function refusable(
  platform: Platform,
  token: string,
): Promise<{ author: Account; sender: Account; token: string }> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'refuse-sender') throw new Problem('bad_signature', 'This link is for another purpose.')
  const author = await existingAccount(platform, claim.account)
  return { author, sender: await existingAccount(platform, claim.sender), token }
}

async function sendAccount(
  platform: Platform,
  reply: FastifyReply,
  session: OwnerSession,
  {
    status = 200,
    state,
    ...shown
  }: { status?: number; state?: ControlsState; notice?: string | undefined; errors?: TopUpErrors },
): Promise<FastifyReply> {
  const account = await existingAccount(platform, session.accountId)
  const csrf = platform.links.csrf(session.value)
  const deletion = { account, grade: session.grade, csrf }
  if (account.erase_at !== null)
    return send(reply, status, leavingPage(reply.request.site, { ...deletion, notice: shown.notice }))
  const page = accountPage({
    ...shown,
    controls: html`${await controls(platform, account, session, state)}
${deletionSection(deletion)}`,
    site: reply.request.site,
    account,
    money: await moneyView(platform, account.id),
    csrf,
    nonce: randomBytes(16).toString('base64url'),
    expiresAt: session.expiresAt,
  })
  return send(reply, status, page)
}

/** The token of a link; empty, which no signature fits, when it is missing or there are two. */
function tokenIn(query: unknown): string {
  const { t } = query as Query
  return typeof t === 'string' ? t : ''
}

/** The id of a payment in an address; empty, which no payment has, when it is missing or there are two. */
function paymentIn(query: unknown): string {
  const { payment } = query as Query
  return typeof payment === 'string' ? payment : ''
}

function backWith(reply: FastifyReply, notice: string): FastifyReply {
  leaveNotice(reply, notice)
  return reply.redirect('/account', 303)
}

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  // Again, because the framework drops the content-type of an answer that an error has overtaken.
  return reply.code(status).headers(privateHtmlHeaders).send(page)
}

function sendForeign(reply: FastifyReply, hasSession: boolean): FastifyReply {
  const title = 'The form was not sent from here'
  const text = ['Nothing was done. Open the page again and send the form from there.']
  return send(reply, 403, messagePage(reply.request.site, { title, text, hasSession }))
}

/** What each problem says to the owner, where the words for API callers would not help. */
const ownersWords: Partial<Record<ProblemCode, { title: string; text: string[] }>> = {
  bad_signature: {
    title: 'This link does not work',
    text: [
      'It is not complete, or is not one of ours. Open it exactly as you got it, or ask your agent for a new one.',
    ],
  },
  overloaded: {
    title: 'Not right now',
    text: ['Please send the same form again in a minute. However often it is sent, it is done once.'],
  },
  rate_limited: { title: 'Enough for today', text: ['It works again after 00:00 UTC.'] },
  internal: {
    title: 'Something went wrong on our side',
    text: ['Please try again. If it fails again, tell the operator the number of this request:'],
  },
}

const ownWords: ReadonlySet<ProblemCode> = new Set(['bad_signature', 'overloaded'])

/** Any failure as a page: the words of a Problem, never those of a driver. */
function sendProblem(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const { code, message, extras } =
    refusedByFramework(error as FastifyError) ?? problemOf(platform, error, fields, 'a request failed')
  const status = problems[code].status
  reply.headers(extras.headers ?? {})
  if (code === 'link_expired')
    return send(reply, status, (expiredPages[request.routeOptions.url ?? ''] ?? expiredPage)(request.site))
  const words = ownersWords[code] ?? { title: problems[code].title, text: [] }
  const text = ownWords.has(code)
    ? words.text
    : code === 'internal'
      ? [...words.text, request.id]
      : [message, ...words.text]
  return send(
    reply,
    status,
    messagePage(request.site, { title: words.title, text, hasSession: sessionOf(platform, request) !== null }),
  )
}

const expiredPages: Record<string, (site: SiteContext) => string> = {
  '/account/verify': expiredMailPage,
  '/account/refuse-sender': expiredRefusalPage,
  '/account/keep': expiredKeepPage,
}

function refusedByFramework({ code, statusCode = 500 }: FastifyError): Problem | null {
  if (statusCode < 400 || statusCode > 499) return null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('too_large', 'The form is too long. Nothing was done.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Problem('unsupported_media_type', 'This is not a form. Nothing was done.')
  return new Problem('invalid', 'The request could not be read. Nothing was done.')
}
