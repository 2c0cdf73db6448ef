// The deletion of an account: the section that requests it, the page until then, and the mailed link that takes it back
// (contract.md §11).
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import { moment } from '../../domain/times/moment.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { actingAs } from '../../usecases/acting.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere } from '../private/forms.ts'
import { hidden, messagePage, privatePage } from '../private/frame.ts'
import { parameter, send } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { byMailedLink, type OwnerSession } from './session.ts'

/** The section that offers deletion. It is for sessions from the inbox. */
export function deletionSection({ handle, balance }: Account, csrf: string): Html {
  return html`<section aria-labelledby="deletion">
<h2 id="deletion">Delete the account</h2>
<p>Its keys, webhooks and auto-recharge end at once, and what waits for a decision is withdrawn. You get a mail, and for ${span(limits.deletionMs)} you can take it back. Then name, e-mail address and handle are erased for good. Published posts stay up under CC BY 4.0 without the account.${balance > 0 && ` What is left of the balance, ${rounded(balance)} now, is paid out. Credits of the operator are spent first, and are not paid out.`}</p>
<form method="post" action="/account/delete">
${hidden('csrf', csrf)}
<label>To confirm, type the handle, ${handle} <input name="handle" autocomplete="off" autocapitalize="none" spellcheck="false" required></label>
<button type="submit" class="outline danger">Delete @${handle}</button>
</form>
</section>`
}

/** The request of an agent, at the top of the page that its link opens. `signIn` mails a link to sign in; null without an address. */
export function deletionAsked({ handle }: Account, signIn: Html | null): Html {
  return html`<div class="notice alert"><h2>Your agent asks you to delete this account</h2>
<p>Nothing is deleted yet, and nothing happens if you close this page. Deleting @${handle} ends its keys at once; for ${span(limits.deletionMs)} you can take it back.</p>
<p>${signIn ? 'To delete it, sign in with a link from your mail. The form, in which you type the handle, opens then.' : 'To delete it, verify your e-mail address first, below.'}</p>
${signIn}</div>`
}

/** The front page of an account that will be erased: when, and how to take the deletion back. */
export function deletionPendingBody(
  { handle, erase_at, balance }: Account,
  { grade, csrf }: Pick<OwnerSession, 'grade'> & { csrf: string },
): Html {
  return html`<h1>This account will be deleted</h1>
<p>The account @${handle} will be erased on ${moment(erase_at ?? 0)}. Its keys and webhooks have ended.</p>
${balance > 0 && html`<p>The balance of ${rounded(balance)} is paid out then, without credits of the operator.</p>`}
${
  grade === 'email'
    ? html`<form method="post" action="/account/delete/take-back">
${hidden('csrf', csrf)}
<button type="submit">Keep the account</button>
</form>
<p>Until then you can <a href="/account/settings#export">download everything</a>.</p>`
    : html`<p>To keep it, open the link in the mail about the deletion.</p>`
}`
}

/** Mounts the page of the mailed link. Opening the page changes nothing, because programs that read mail open links too. */
export function registerKeep(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  pages.get('/account/keep', async (request, reply) => {
    const link = await keepLink(platform, parameter(request, 't') ?? '')
    return send(reply, 200, link.waits ? askToKeepPage(request.site, link) : keptPage(request.site, link.account))
  })
  pages.post('/account/keep', async (request, reply) => {
    if (!isFromHere(request)) return foreign(reply)
    const { account, eraseAt } = await keepLink(platform, field(request, 't'))
    const takenBack = { accountId: account.id, eraseAt }
    await actingAs(byMailedLink(request), () => platform.act('takeBackDeletion', takenBack))
    return send(reply, 200, keptPage(request.site, await existingAccount(platform, account.id)))
  })
}

type KeepLink = { account: Account; token: string; eraseAt: number; waits: boolean }

/** The account and the deletion of a mailed link. Throws `bad_signature`, `link_expired`, `not_found`. */
async function keepLink(platform: Platform, token: string): Promise<KeepLink> {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'keep-account') throw new Problem('bad_signature', sentences.otherLink)
  const account = await existingAccount(platform, claim.account)
  return { account, token, eraseAt: claim.eraseAt, waits: account.erase_at === claim.eraseAt }
}

function askToKeepPage(site: SiteContext, { account, token, eraseAt }: KeepLink): string {
  return privatePage(
    site,
    'Keep the account?',
    html`<h1>Keep the account?</h1>
<p>The account @${account.handle} will be erased on ${moment(eraseAt)}.</p>
<form method="post" action="/account/keep">
${hidden('t', token)}
<button type="submit">Keep @${account.handle}</button>
</form>`,
  )
}

/** The result: a link takes back the deletion that it was mailed about, once. */
function keptPage(site: SiteContext, { handle, erase_at }: Account): string {
  const text =
    erase_at === null
      ? [
          `The account @${handle} is not deleted. Its keys and webhooks have ended; new keys are made on the account page.`,
        ]
      : [
          `This link was used before. The deletion of @${handle} has been asked for again since: open the link in the newest mail.`,
        ]
  return messagePage(site, {
    title: erase_at === null ? 'The account stays' : 'This link was used',
    text,
  })
}

/** The page of an expired link. */
export function expiredKeepPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [`It worked for ${span(limits.deletionMs)}. If nobody has taken the deletion back, the account is erased.`],
  })
}
