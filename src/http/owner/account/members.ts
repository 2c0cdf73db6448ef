// The page of the people of an account, and its forms: inviting, changing a role, removing, leaving.
import { limits } from '../../../contract/limits.ts'
import { accountAreas, type MemberRole, memberRoles } from '../../../contract/members.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { capital, span } from '../../../contract/words.ts'
import type { Account } from '../../../store/accounts/accounts.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { peopleOf } from '../../../usecases/accounts/people.ts'
import { field, readAddress } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { clearCookie } from '../../private/session.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'
import { when } from './words.ts'

const path = '/account/members'

export const memberRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => show(visit) },
  { method: 'POST', path: `${path}/invite`, grade: 'email', run: invite },
  {
    method: 'POST',
    path: `${path}/uninvite`,
    grade: 'email',
    async run({ platform, session: { accountId }, request, reply }) {
      await platform.act('endInvitation', { accountId, invitationId: field(request, 'invitation') })
      return leadTo(reply, path, 'uninvited')
    },
  },
  {
    method: 'POST',
    path: `${path}/role`,
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const role = roleIn(visit)
      if (!role) return show(visit, 'Choose a role.')
      const of = { accountId: session.accountId, memberId: field(request, 'member') }
      await platform.act('changeMember', { ...of, role })
      return leadTo(reply, path, 'member-changed')
    },
  },
  {
    method: 'POST',
    path: `${path}/remove`,
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const memberId = field(request, 'member')
      await platform.act('removeMember', { accountId: session.accountId, memberId, leaves: false })
      return leadTo(reply, path, 'member-removed')
    },
  },
  {
    method: 'POST',
    path: `${path}/leave`,
    grade: 'email',
    async run({ platform, session: { accountId, person }, reply }) {
      await platform.act('removeMember', { accountId, memberId: person?.member ?? '', leaves: true })
      clearCookie(reply, 'account')
      return reply.redirect('/account/sign-in', 303)
    },
  },
]

const roleIn = ({ request }: Visit): MemberRole | undefined => memberRoles.find(role => role === field(request, 'role'))

async function invite(visit: Visit) {
  const { platform, session, request, reply } = visit
  const [email, role] = [readAddress(request), roleIn(visit)]
  if (email === null || !role) return show(visit, email === null ? 'This is not an e-mail address.' : 'Choose a role.')
  try {
    const { accountId } = session
    await platform.act('inviteMember', { accountId, email, role, baseUrl: request.site.baseUrl })
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'overloaded') throw error
    return show(visit, error.message, error.status)
  }
  return leadTo(reply, path, 'invited')
}

async function show(visit: Visit, wrong?: string, status = wrong === undefined ? 200 : 400) {
  const { platform, session, csrf, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const { members, invitations } = await peopleOf(platform, account.id)
  const body = html`${heading('People', 'Who can sign in to this account, each with the own address.')}
${peopleList(account, members, csrf)}
${
  invitations.length > 0 &&
  html`<section aria-labelledby="invitations"><h2 id="invitations">Open invitations</h2>
<ul class="records">
${invitations.map(
  ({ id, email, role, expires_at }) => html`<li>
<p class="title"><bdi>${email}</bdi></p>
<p class="small">As ${role}, until ${when(expires_at)}</p>
<form method="post" action="${path}/uninvite">${hidden('csrf', csrf)}${hidden('invitation', id)}<button type="submit" class="outline secondary">End the invitation</button></form>
</li>
`,
)}</ul></section>`
}
<section aria-labelledby="invite"><h2 id="invite">Invite somebody</h2>
<p>The link in the mail works once, for ${span(limits.invitationMs)}.</p>
<form method="post" action="${path}/invite">
${hidden('csrf', csrf)}
<label>E-mail address <input name="email" type="email" maxlength="${limits.emailLength}" required value="${wrong === undefined ? '' : field(visit.request, 'email')}"></label>
<label>Role ${roleChoice('bookkeeper')}</label>
<button type="submit">Mail an invitation</button>
</form></section>
<section aria-labelledby="roles"><h2 id="roles">Who may do what</h2>
<dl class="details">
${accountAreas.map(({ about, roles }) => html`<dt>${about}</dt><dd>${roles.length === memberRoles.length ? 'everybody' : roles.map(role => `${role}s`).join(', ')}</dd>\n`)}</dl></section>
<p><a href="/account/activity">What was done in this account</a></p>`
  const alert = wrong === undefined ? undefined : html`<p><strong>Not done.</strong> ${wrong}</p>`
  return send(reply, status, accountPage(visit, { account, title: 'People', section: path, body, alert }))
}

const roleChoice = (chosen: MemberRole) =>
  html`<select name="role">${memberRoles.map(role => html`<option value="${role}"${role === chosen && html` selected`}>${capital(role)}</option>`)}</select>`

function peopleList(
  { email }: Account,
  members: readonly { id: string; email: string; role: MemberRole; created_at: number }[],
  csrf: string,
): Html {
  return html`<ul class="records">
<li><p class="title"><bdi>${email}</bdi></p><p class="small">Owner: the address of the account</p></li>
${members.map(
  ({ id, email: address, role, created_at }) => html`<li>
<p class="title"><bdi>${address}</bdi></p>
<p class="small">${capital(role)} since ${when(created_at)}</p>
<form method="post" action="${path}/role">${hidden('csrf', csrf)}${hidden('member', id)}<label>Role ${roleChoice(role)}</label><button type="submit" class="outline">Change the role</button></form>
<form method="post" action="${path}/remove">${hidden('csrf', csrf)}${hidden('member', id)}<button type="submit" class="outline danger">Remove</button></form>
</li>
`,
)}</ul>`
}
