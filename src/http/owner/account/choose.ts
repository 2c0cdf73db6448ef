// The page on which a person of several accounts chooses one.
import { Problem } from '../../../contract/problems/problem.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { accountsOfPerson } from '../../../usecases/accounts/people.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { browserName } from '../../private/browser-name.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { openSession } from '../../private/session.ts'
import { html } from '../../public/kit/layout.ts'
import { wantedPage } from '../hand-over.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'

const path = '/account/choose'

/** Where a session begins: the choice, for a person of several accounts; null for any other. `address`: the key of the address. */
export async function placeToEnter(platform: Platform, address: string): Promise<string | null> {
  return (await accountsOfPerson(platform, address)).length > 1 ? path : null
}

export const chooseRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: show },
  { method: 'POST', path, grade: 'email', run: choose },
]

async function show(visit: Visit) {
  const { platform, session, csrf, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const seats = await accountsOfPerson(platform, session.person?.email ?? '')
  const body = html`${heading('Choose an account', 'Your address opens each of these. The choice holds until you sign out.')}
<ul class="records">
${seats.map(
  ({ accountId, handle, role }) => html`<li>
<p class="title">@${handle}${accountId === account.id && html` <span class="badge good">Open</span>`}</p>
<p class="small">You are ${role === 'owner' ? 'an' : 'a'} ${role}.</p>
<form method="post" action="${path}">${hidden('csrf', csrf)}${hidden('account', accountId)}<button type="submit" class="outline">Open @${handle}</button></form>
</li>
`,
)}</ul>`
  return send(reply, 200, accountPage(visit, { account, title: 'Choose an account', section: '/account', body }))
}

async function choose({ platform, session, request, reply }: Visit) {
  const { id: sessionId } = session
  if (sessionId === null) throw new Problem('link_expired', 'The session has ended.')
  const name = browserName(request.headers['user-agent'])
  const chosen = { sessionId, accountId: field(request, 'account'), browserName: name }
  const opened = await platform.act('chooseAccount', chosen)
  openSession(reply, opened, platform.now(), 'account')
  return reply.redirect(wantedPage(reply, '/account'), 303)
}
