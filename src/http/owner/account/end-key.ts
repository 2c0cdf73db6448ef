// The page that asks before a key ends: what the key holds, and what else would do.
import { limits } from '../../../contract/limits.ts'
import type { ManagedKey } from '../../../contract/operations/keys.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { counted, span } from '../../../contract/words.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { type HeldByKey, heldByKey, listKeys } from '../../../usecases/accounts/key-views.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage } from './frame.ts'

export const endKeyRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path: '/account/keys/:id/end', grade: 'email', run: visit => askToEnd(visit) },
]

async function askToEnd(visit: Visit) {
  const { platform, session, request, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const { id } = request.params as { id: string }
  const key = (await listKeys(platform, account.id)).find(({ key_id }) => key_id === id)
  if (!key) throw new Problem('not_found', 'The account has no such key, or it has ended.')
  const body = endBody(key, await heldByKey(platform, account.id, id), csrf)
  return send(reply, 200, accountPage(visit, { account, title: 'End a key', section: '/account/keys', body }))
}

function endBody({ key_id: id, name, paused }: ManagedKey, held: HeldByKey, csrf: string): Html {
  const form = (action: string, inside: Html) => html`<form method="post" action="/account/keys/${action}">
${hidden('csrf', csrf)}
${hidden('key', id)}
${inside}
</form>`
  return html`<p><a href="/account/keys">All keys</a></p>
<h1>End the key <bdi>${name}</bdi>?</h1>
<p class="lede">${holdings(held)}</p>
${
  !paused &&
  html`<article class="box" aria-labelledby="pause"><h2 id="pause">Stop the agent for now</h2>
<p>A paused key can read, and neither post nor spend. You can resume it at any time.</p>
${form('pause', html`${hidden('paused', 'yes')}<button type="submit" class="outline">Pause it instead</button>`)}
</article>`
}
<article class="box" aria-labelledby="replace"><h2 id="replace">The key was lost or stolen</h2>
<p>A new key gets its posts, limits and spending, and this one ends at once. So an agent can still change and cancel the posts.</p>
${form('replace', html`${hidden('grace', 'none')}<button type="submit" class="outline">Replace it instead</button>`)}
</article>
<article class="box" aria-labelledby="end"><h2 id="end">End it</h2>
<p>Every process refuses the key within a second. You can take that back for ${span(limits.endedKeyRestorableMs)}; later its posts can still be given to a new key, and you can change, cancel and delete them here.</p>
${form('revoke', html`<button type="submit" class="outline danger">End this key</button>`)}
</article>`
}

function holdings({ published, waiting }: HeldByKey): string {
  const parts = [
    published > 0 && counted(published, 'published post'),
    waiting > 0 && `${counted(waiting, 'post')} that ${waiting === 1 ? 'waits' : 'wait'}`,
  ].filter(part => part !== false)
  return parts.length === 0
    ? 'It has no posts.'
    : `It has ${parts.join(' and ')}. ${published + waiting === 1 ? 'It stays as it is.' : 'They stay as they are.'}`
}
