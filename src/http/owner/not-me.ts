// The mailed link with which an owner ends all keys and sessions: "This was not me". Opening it changes nothing; its button does.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { actingAs } from '../../usecases/acting.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere } from '../private/forms.ts'
import { hidden, messagePage, privatePage } from '../private/frame.ts'
import { parameter, send } from '../private/route.ts'
import { html } from '../public/kit/layout.ts'
import { byMailedLink } from './session.ts'

/** Mounts the page of the link. `foreign` answers a form that another site sent. */
export function registerNotMe(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  pages.get('/account/not-me', async (request, reply) => {
    const token = parameter(request, 't') ?? ''
    const { account, member } = await accountOf(platform, token)
    const ask = member === null ? askPage : askMemberPage
    return send(reply, 200, ask(request.site, account.handle, token))
  })
  pages.post('/account/not-me', async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    const { account, member } = await accountOf(platform, field(request, 't'))
    const { id: accountId, handle } = account
    await actingAs(byMailedLink(request), () =>
      member === null
        ? platform.act('endEverything', { accountId })
        : platform.act('endMembersSessions', { accountId, memberId: member }),
    )
    return send(reply, 200, member === null ? donePage(request.site, handle) : signedOutPage(request.site, handle))
  })
}

/** The account of a link, and the member whose sessions alone it ends. Throws `bad_signature`, `link_expired`, `not_found`. */
async function accountOf(platform: Platform, token: string): Promise<{ account: Account; member: string | null }> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'not-me') throw new Problem('bad_signature', sentences.otherLink)
  return { account: await existingAccount(platform, claim.account), member: claim.member ?? null }
}

function askMemberPage(site: SiteContext, handle: string, token: string): string {
  return privatePage(
    site,
    'Was it not you?',
    html`<h1>Was it not you?</h1>
<p>This ends every session that you have in the account @${handle}, and every link to sign in. To have more ended, tell an owner of the account.</p>
<form method="post" action="/account/not-me">
${hidden('t', token)}
<button type="submit" class="danger">End my sessions</button>
</form>`,
  )
}

function signedOutPage(site: SiteContext, handle: string): string {
  return messagePage(site, {
    title: 'Your sessions have ended',
    text: [`Nobody is signed in to @${handle} as you any more. Tell an owner of the account what has happened.`],
  })
}

function askPage(site: SiteContext, handle: string, token: string): string {
  return privatePage(
    site,
    'Was it not you?',
    html`<h1>Was it not you?</h1>
<p>This ends every key, every passkey and every session of the account @${handle} at once, and turns auto-recharge off. Published posts stay, and so does the balance. You then sign in by mail and make new keys, which can take over the posts of the old ones.</p>
<form method="post" action="/account/not-me">
${hidden('t', token)}
<button type="submit" class="danger">End all keys and sessions</button>
</form>
<p class="small">Was it you? Then close this page: nothing has changed.</p>`,
  )
}

function donePage(site: SiteContext, handle: string): string {
  return messagePage(site, {
    title: 'All keys have ended',
    text: [
      `Nothing can be posted or spent for @${handle} with the keys that it had, and nobody is signed in any more.`,
      'Sign in by mail, look at the ledger and the posts, and make new keys. If money or posts are gone that you did not agree to, write to the operator.',
    ],
    end: html`<p><a role="button" href="/account/sign-in">Sign in by mail</a></p>`,
  })
}

/** The page of a link that is too old. */
export function expiredNotMePage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [
      `It works for ${span(limits.notMeLinkMs)}. Sign in by mail, and end the keys that you do not know on your account page.`,
    ],
    end: html`<p><a href="/account/sign-in">Sign in by mail</a></p>`,
  })
}
