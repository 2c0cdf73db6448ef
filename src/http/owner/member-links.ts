// Mailed links about the people and the address of an account: accepting an invitation, confirming an address, taking it back. Opening
// one changes nothing; its button does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountAreas } from '../../contract/members.ts'
import { addressChangeAt, invitationAt } from '../../usecases/accounts/people.ts'
import { actingAs } from '../../usecases/acting.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere } from '../private/forms.ts'
import { hidden, messagePage, privatePage } from '../private/frame.ts'
import { parameter, send } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { byMailedLink } from './session.ts'

const over = (reply: FastifyReply) =>
  send(
    reply,
    410,
    messagePage(reply.request.site, {
      title: 'This link is over',
      text: ['It was used or ended, a newer one has taken its place, or its time has passed. Nothing was changed.'],
    }),
  )

const signInLink = html`<p><a role="button" href="/account/sign-in">Sign in by mail</a></p>`

/** Mounts the pages of the links. `foreign` answers a form that another site sent. */
export function registerMemberLinks(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  const form = (path: string, run: (token: string, reply: FastifyReply) => Promise<FastifyReply>) =>
    pages.post(path, async (request, reply) =>
      isFromHere(request) ? actingAs(byMailedLink(request), () => run(field(request, 't'), reply)) : foreign(reply),
    )
  pages.get('/account/invitation', async (request, reply) => {
    const found = await invitationAt(platform, tokenOf(request))
    if (!found) return over(reply)
    const { invitation, account } = found
    const areas = accountAreas.filter(({ roles }) => roles.includes(invitation.role))
    return ask(request, reply, {
      path: '/account/invitation',
      title: `Join the account @${account.handle}?`,
      text: html`<p>You are invited as ${invitation.role}, with the address <bdi>${invitation.email}</bdi>. You may then:</p>
<ul>${areas.map(({ about }) => html`<li>${about}</li>`)}</ul>`,
      button: `Join @${account.handle}`,
    })
  })
  form('/account/invitation', async (token, reply) => {
    if ((await platform.act('acceptInvitation', { token })) === 'over') return over(reply)
    const text = ['You are in the account now. Sign in with your address: a link is mailed to it.']
    return done(reply, 'You have joined', text, signInLink)
  })
  pages.get('/account/new-address', async (request, reply) => {
    const found = await addressChangeAt(platform, tokenOf(request), false)
    if (!found) return over(reply)
    const { change, account } = found
    if (change.applied_at !== null) return done(reply, 'The address has changed', [moved(account.handle)], signInLink)
    return ask(request, reply, {
      path: '/account/new-address',
      title: 'Confirm another address?',
      text: html`<p>The account @${account.handle} moves from <bdi>${change.old_email}</bdi> to <bdi>${change.new_email}</bdi> once both mailboxes have confirmed it. Whoever is signed in with the old address is then signed out.</p>`,
      button: 'Confirm the change',
    })
  })
  form('/account/new-address', async (token, reply) => {
    const outcome = await platform.act('confirmNewAddress', { token })
    if (outcome === 'over') return over(reply)
    return outcome === 'waits'
      ? done(reply, 'Confirmed', ['Now the other mailbox has to confirm it too: it has a mail of its own.'])
      : done(reply, 'The address has changed', ['Both mailboxes have confirmed it.'], signInLink)
  })
  pages.get('/account/old-address', async (request, reply) => {
    const found = await addressChangeAt(platform, tokenOf(request), true)
    if (!found) return over(reply)
    const { change, account } = found
    return ask(request, reply, {
      path: '/account/old-address',
      title: 'Take the change back?',
      text: html`<p>The account @${account.handle} gets the address <bdi>${change.old_email}</bdi> again. All sessions end, and so does what was added since: keys, people and invitations. Auto-recharge is turned off.</p>`,
      button: 'Take the change back',
    })
  })
  form('/account/old-address', async (token, reply) => {
    if ((await platform.act('takeBackAddress', { token })) === 'over') return over(reply)
    const text = ['The account has its former address again. Sign in, and look at its keys, people and activity.']
    return done(reply, 'Taken back', text, signInLink)
  })
}

const moved = (handle: string) => `The account @${handle} has moved to the new address.`

const tokenOf = (request: FastifyRequest) => parameter(request, 't') ?? ''

const done = (reply: FastifyReply, title: string, text: readonly string[], end: Html | null = null) =>
  send(reply, 200, messagePage(reply.request.site, { title, text, end }))

function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, title, text, button }: { path: string; title: string; text: Html; button: string },
) {
  const body = html`<h1>${title}</h1>
${text}
<form method="post" action="${path}">
${hidden('t', tokenOf(request))}
<button type="submit">${button}</button>
</form>
<p class="small">Do you not know this account? Then close this page: nothing happens.</p>`
  return send(reply, 200, privatePage(request.site, title, body))
}
