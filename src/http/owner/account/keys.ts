// The page of API keys, and its forms: making, changing, pausing, replacing and ending a key.
import { limits } from '../../../contract/limits.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { listEndedKeys, listKeys, pausedTogether } from '../../../usecases/accounts/key-views.ts'
import { changeKey, endKey, replaceKey, restoreKey } from '../../../usecases/accounts/own-keys.ts'
import { field } from '../../private/forms.ts'
import { send } from '../../private/route.ts'
import { html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { endKeyRoutes } from './end-key.ts'
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
      if ('faults' in settings) return show(visit, { faulty: { ...settings, keyId: null } })
      const { apiKey } = await platform.act('createKey', { accountId: session.accountId, ...settings })
      return show(visit, { created: { name: settings.name, apiKey } })
    },
  },
  {
    method: 'POST',
    path: '/account/keys/change',
    grade: 'email',
    async run(visit) {
      const { platform, request, reply } = visit
      const settings = readKeySettings(request, sitesOf(visit))
      const owned = ownedKey(visit)
      if ('faults' in settings) return show(visit, { faulty: { ...settings, keyId: owned.keyId } })
      await changeKey(platform, owned, settings)
      return leadTo(reply, path, 'key-changed')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/pause',
    grade: 'email',
    async run(visit) {
      const paused = field(visit.request, 'paused') === 'yes'
      await changeKey(visit.platform, ownedKey(visit), { paused })
      return leadTo(visit.reply, path, paused ? 'key-paused' : 'key-resumed')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/pause-all',
    grade: 'email',
    async run({ platform, session: { accountId }, reply }) {
      await platform.act('pauseAllKeys', { accountId })
      return leadTo(reply, path, 'keys-paused')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/resume-all',
    grade: 'email',
    async run({ platform, session: { accountId }, request, reply }) {
      const pausedAt = Number(field(request, 'paused_at'))
      if (Number.isSafeInteger(pausedAt)) await platform.act('resumeAllKeys', { accountId, pausedAt })
      return leadTo(reply, path, 'keys-resumed')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/restore',
    grade: 'email',
    async run(visit) {
      await restoreKey(visit.platform, ownedKey(visit))
      return leadTo(visit.reply, path, 'key-restored')
    },
  },
  {
    method: 'POST',
    path: '/account/keys/replace',
    grade: 'email',
    async run(visit) {
      const { platform, request } = visit
      const graceMs = field(request, 'grace') === 'day' ? limits.keyGraceMs : 0
      const { key, apiKey } = await replaceKey(platform, ownedKey(visit), graceMs)
      return show(visit, { created: { name: key.name, apiKey } })
    },
  },
  {
    method: 'POST',
    path: '/account/keys/revoke',
    grade: 'email',
    async run(visit) {
      const { restorable_until } = await endKey(visit.platform, ownedKey(visit))
      return leadTo(visit.reply, path, restorable_until === null ? 'key-revoked' : 'key-ended')
    },
  },
  ...endKeyRoutes,
]

const ownedKey = ({ session, request }: Visit) => ({ accountId: session.accountId, keyId: field(request, 'key') })

const sitesOf = ({ platform }: Visit) => platform.facts.sites.map(({ id }) => id)

async function show(visit: Visit, { created, faulty }: Pick<KeysSection, 'created' | 'faulty'> = {}) {
  const { platform, session, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const keys = await listKeys(platform, account.id)
  const ended = await listEndedKeys(platform, account.id)
  const page = accountPage(visit, {
    account,
    title: faulty ? 'Not saved · Keys' : 'Keys',
    section: path,
    body: keysSection({
      keys,
      ended,
      sites: sitesOf(visit),
      csrf,
      pausedTogether: await pausedTogether(platform, account.id),
      created,
      faulty,
    }),
    alert:
      faulty &&
      html`<p><strong>Not saved.</strong> ${Object.values(faulty.faults).join(' ')} What was typed is below.</p>`,
  })
  return send(reply, faulty ? problems.invalid.status : created ? 201 : 200, page)
}
