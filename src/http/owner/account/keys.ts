// The page of API keys, and its forms: making, changing and ending a key.
import { limits } from '../../../contract/limits.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { listEndedKeys, listKeys } from '../../../usecases/accounts/key-views.ts'
import { changeKey, endKey, replaceKey } from '../../../usecases/accounts/own-keys.ts'
import { field } from '../../private/forms.ts'
import { send } from '../../private/route.ts'
import { html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage } from './frame.ts'
import { readKeySettings } from './key-form.ts'
import { type KeysSection, keysSection } from './keys-section.ts'

const path = '/account/keys'

export const keyRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => show(visit) },
  {
    method: 'POST',
    path,
    grade: 'email',
    async run(visit) {
      const { platform, session, request } = visit
      const settings = readKeySettings(request, sitesOf(visit))
      if ('error' in settings) return show(visit, { wrong: settings.error })
      const { apiKey } = await platform.act('createKey', { accountId: session.accountId, ...settings })
      return show(visit, { created: { name: settings.name, apiKey } })
    },
  },
  {
    method: 'POST',
    path: '/account/keys/change',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const settings = readKeySettings(request, sitesOf(visit))
      if ('error' in settings) return show(visit, { wrong: settings.error })
      await changeKey(platform, { accountId: session.accountId, keyId: field(request, 'key') }, settings)
      return leadTo(reply, path, 'key-changed')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/replace',
    grade: 'email',
    async run(visit) {
      const { platform, session, request } = visit
      const graceMs = field(request, 'grace') === 'day' ? limits.keyGraceMs : 0
      const owned = { accountId: session.accountId, keyId: field(request, 'key') }
      const { key, apiKey } = await replaceKey(platform, owned, graceMs)
      return show(visit, { created: { name: key.name, apiKey } })
    },
  },
  {
    method: 'POST',
    path: '/account/keys/revoke',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      await endKey(platform, { accountId: session.accountId, keyId: field(request, 'key') })
      return leadTo(reply, path, 'key-revoked')
    },
  },
]

const sitesOf = ({ platform }: Visit) => platform.facts.sites.map(({ id }) => id)

async function show(visit: Visit, { created, wrong }: { created?: KeysSection['created']; wrong?: string } = {}) {
  const { platform, session, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const keys = await listKeys(platform, account.id)
  const ended = await listEndedKeys(platform, account.id)
  const page = accountPage(visit, {
    account,
    title: wrong === undefined ? 'API keys' : 'Not saved · API keys',
    section: path,
    body: keysSection({ keys, ended, sites: sitesOf(visit), csrf, created }),
    alert: wrong === undefined ? undefined : html`<p><strong>Not saved.</strong> ${wrong}</p>`,
  })
  return send(reply, wrong !== undefined ? problems.invalid.status : created ? 201 : 200, page)
}
