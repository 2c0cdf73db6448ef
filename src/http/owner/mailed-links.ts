// Mailed links that need no session: verifying an address, refusing a sender. Opening a link changes nothing; its button does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { markOfBrowser } from '../../usecases/accounts/sessions.ts'
import { actingAs } from '../../usecases/acting.ts'
import { readerPrefix } from '../../usecases/delivery/refuse-tokens.ts'
import { isRefused } from '../../usecases/delivery/relay-message.ts'
import type { Platform } from '../../usecases/platform.ts'
import { browserName } from '../private/browser-name.ts'
import { field, isFromHere } from '../private/forms.ts'
import { parameter, send } from '../private/route.ts'
import { markBrowser, openSession } from '../private/session.ts'
import { leadTo } from './notices.ts'
import { askToVerifyPage, otherAddressPage, refuseSenderPage, verifiedPage } from './pages.ts'
import { byMailedLink, sessionOf } from './session.ts'

/** Mounts the pages of mailed links. `foreign` answers a form that another site sent. */
export function registerMailedLinks(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  pages.get('/account/verify', async (request, reply) =>
    sendVerification(reply, await mailedLink(platform, request, parameter(request, 't') ?? '')),
  )
  pages.post('/account/verify', async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    const { token, account, isCurrent, hasSession } = await mailedLink(platform, request, field(request, 't'))
    const verify = () => platform.act('verifyEmail', { accountId: account.id, email: account.email })
    const verified = isCurrent && (await actingAs(byMailedLink(request), verify))
    // The browser that has the account link open has now also the mail of the owner: that is a session from the inbox, once.
    if (verified && hasSession && !account.email_verified) return signIn(platform, request, reply, account)
    return reply.redirect(`/account/verify?t=${encodeURIComponent(token)}`, 303)
  })
  pages.get('/account/refuse-sender', async (request, reply) => {
    const { author, sender, token } = await refusalLink(platform, parameter(request, 't') ?? '')
    const refused = await isRefused(platform, author.id, sender.id)
    return send(reply, 200, refuseSenderPage({ site: request.site, sender, token, refused }))
  })
  pages.post('/account/refuse-sender', async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    const { author, sender, token } = await refusalLink(platform, field(request, 't'))
    if (sender.id.startsWith(readerPrefix))
      await platform.act('refuseReader', { authorId: author.id, reader: sender.id.slice(readerPrefix.length) })
    else await platform.act('refuseSender', { authorId: author.id, senderId: sender.id })
    return reply.redirect(`/account/refuse-sender?t=${encodeURIComponent(token)}`, 303)
  })
}

async function signIn(platform: Platform, request: FastifyRequest, reply: FastifyReply, { id: accountId }: Account) {
  const opening = { accountId, browserName: browserName(request.headers['user-agent']) }
  const opened = await actingAs(byMailedLink(request), () => platform.act('openVerified', opening))
  openSession(reply, opened, platform.now(), 'account')
  markBrowser(reply, 'known', markOfBrowser(platform, 'owner', opened.address))
  return leadTo(reply, '/account', 'verified')
}

type MailedLink = { token: string; account: Account; hasSession: boolean; isCurrent: boolean }

/**
 * The account of a verification link, and whether its address is current. Throws `bad_signature`, `link_expired`, `not_found`.
 */
async function mailedLink(platform: Platform, request: FastifyRequest, token: string): Promise<MailedLink> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'verify') throw new Problem('bad_signature', sentences.otherLink)
  const account = await existingAccount(platform, claim.account)
  const hasSession = (await sessionOf(platform, request))?.accountId === account.id
  return { token, account, hasSession, isCurrent: account.email === claim.email }
}

function sendVerification(reply: FastifyReply, { token, account, hasSession, isCurrent }: MailedLink): FastifyReply {
  const page = { site: reply.request.site, account, hasSession }
  if (!isCurrent) return send(reply, 410, otherAddressPage(page))
  return send(reply, 200, account.email_verified ? verifiedPage(page) : askToVerifyPage({ ...page, token }))
}

/** The author and the sender of a refusal link. Throws `bad_signature`, `link_expired`, `not_found`. */
async function refusalLink(
  platform: Platform,
  token: string,
): Promise<{ author: Account; sender: Pick<Account, 'id' | 'handle'>; token: string }> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'refuse-sender') throw new Problem('bad_signature', sentences.otherLink)
  const author = await existingAccount(platform, claim.account)
  if (claim.sender.startsWith(readerPrefix)) return { author, sender: { id: claim.sender, handle: '' }, token }
  return { author, sender: await existingAccount(platform, claim.sender), token }
}
