// The page of passkeys: those of the account with their names, and the form that adds one.
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { addPasskey, creationOptions, listPasskeys, passkeyHome } from '../../../usecases/accounts/passkeys.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { type Html, html, privateScriptedHtmlHeaders } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import { passkeyForm } from '../passkey-form.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'
import { when } from './words.ts'

const path = '/account/passkeys'

export const passkeyRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => show(visit) },
  { method: 'POST', path, grade: 'email', run: add },
  {
    method: 'POST',
    path: `${path}/rename`,
    grade: 'email',
    async run({ platform, session: { accountId }, request, reply }) {
      await platform.act('renamePasskey', { accountId, id: field(request, 'passkey'), name: nameIn(request) })
      return leadTo(reply, path, 'passkey-renamed')
    },
  },
  {
    method: 'POST',
    path: `${path}/remove`,
    grade: 'email',
    async run({ platform, session: { accountId }, request, reply }) {
      await platform.act('removePasskey', { accountId, id: field(request, 'passkey') })
      return leadTo(reply, path, 'passkey-removed')
    },
  },
]

const refusals = {
  over: { status: 410, text: 'That took too long, or was sent twice. Try again.' },
  wrong: { status: 400, text: 'What the browser sent is no passkey for this site. Try again, or with another device.' },
  known: { status: 409, text: 'This passkey is one of an account already.' },
} as const

async function add(visit: Visit) {
  const { platform, session, request, reply } = visit
  const { accountId, value, person } = session
  if (person?.member != null)
    throw new Problem('invalid', `A passkey signs in the person of the address of the account. ${addsNone}`)
  const answered = { answer: field(request, 'answer'), ip: callerAddress(request), name: nameIn(request) }
  const added = await addPasskey(platform, { ...answered, accountId, session: value })
  return added === 'added' ? leadTo(reply, path, 'passkey-added') : show(visit, refusals[added])
}

const addsNone = 'As a member you sign in by mail. Nothing was changed.'

/** The name of a form. Throws `invalid` for none, and for one that cannot be stored. */
function nameIn(request: Visit['request']): string {
  const { errors, value } = storableText({ name: field(request, 'name').trim() })
  const { name } = value as { name: string }
  if (errors.length > 0 || name === '' || [...name].length > limits.passkeyNameCodePoints)
    throw new Problem(
      'invalid',
      `Give the passkey a name of 1 to ${limits.passkeyNameCodePoints} characters. Nothing was changed.`,
    )
  return name
}

async function show(visit: Visit, refused?: { status: number; text: string }) {
  const { platform, session, csrf, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const passkeys = await listPasskeys(platform, account.id)
  const page = accountPage(visit, {
    account,
    title: refused ? 'Not added · Passkeys' : 'Passkeys',
    section: '/account/settings',
    alert: refused && html`<p><strong>Not added.</strong> ${refused.text}</p>`,
    body: html`${heading('Passkeys', 'Sign in with your fingerprint, your face or the PIN of a device, without a mail. A link in a mail goes on working.')}
<ul class="records">
${passkeys.map(
  ({ id, name, host, created_at, used_at }) => html`<li>
<p class="title"><bdi>${name}</bdi></p>
<p class="small">Added ${when(created_at)} for ${host}. ${used_at === null ? 'Not used yet.' : html`Used last ${when(used_at)}.`}</p>
<details><summary>Rename or remove</summary>
<form method="post" action="${path}/rename">${hidden('csrf', csrf)}${hidden('passkey', id)}<label>Name <input name="name" required maxlength="${limits.passkeyNameCodePoints}" value="${name}"></label><button type="submit" class="outline">Rename</button></form>
<form method="post" action="${path}/remove">${hidden('csrf', csrf)}${hidden('passkey', id)}<button type="submit" class="outline danger">Remove this passkey</button></form>
</details></li>
`,
)}</ul>
${session.person?.member != null ? html`<p>A passkey signs in the person of the address of the account, who alone adds one. As a member you sign in by mail.</p>` : await addingSection(visit, account, passkeys.length)}
<p><a href="/account/settings">Back to the settings</a></p>`,
  })
  return send(reply, refused?.status ?? 200, page, privateScriptedHtmlHeaders)
}

async function addingSection(
  { platform, session, csrf, request }: Visit,
  account: Parameters<typeof creationOptions>[2]['account'],
  count: number,
): Promise<Html> {
  const home = passkeyHome(platform)
  if (!home) return html`<p>Browsers keep passkeys only for sites with https and a name: this one has none.</p>`
  if (count >= limits.passkeysPerAccount)
    return html`<p>An account has up to ${limits.passkeysPerAccount} passkeys. Remove one to add another.</p>`
  if (home.site.id !== request.site.id)
    return html`<p><a role="button" href="${home.site.baseUrl}${path}">Add a passkey on ${home.host}</a></p>
<p class="small">It then signs you in on every site of this platform.</p>`
  return html`<h2>Add a passkey</h2>
${passkeyForm({
  ...{ does: 'create', action: path, page: path, csrf, button: 'Add a passkey' },
  options: await creationOptions(platform, home, { account, session: session.value }),
  fields: html`<label>Name <input name="name" required maxlength="${limits.passkeyNameCodePoints}" placeholder="My laptop"></label>`,
})}
<p class="small">It needs a browser that knows passkeys, with scripts. You get a mail about every new passkey.</p>`
}

/** The offer on the front page for an owner without a passkey; the section of the settings. */
export async function passkeyHint({ platform, session }: Visit): Promise<Html | null> {
  if (
    session.person?.member != null ||
    !passkeyHome(platform) ||
    (await listPasskeys(platform, session.accountId)).length > 0
  )
    return null
  return html`<p class="small">Sign in without a mail next time: <a href="${path}">add a passkey</a>.</p>`
}

export function passkeysSection(count: number): Html {
  return html`<section aria-labelledby="passkeys">
<h2 id="passkeys">Passkeys</h2>
<p>${count === 0 ? 'You have none: you sign in with a link in a mail.' : `You have ${count}, beside the link in a mail.`} <a href="${path}">${count === 0 ? 'Add a passkey' : 'See and change them'}</a></p>
</section>`
}
