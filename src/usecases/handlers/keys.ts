// Handlers of the owner's operations on API keys.

import type { keysOperations } from '../../contract/operations/keys.ts'
import { instant } from '../../domain/times/time.ts'
import { createdKeyView, listKeys, newKey } from '../accounts/key-views.ts'
import { changeKey, endKey, replaceKey, restoreKey } from '../accounts/own-keys.ts'
import { worldsOf } from '../test-mode.ts'
import { type Handlers, ownedAccount } from './handler.ts'

export const keysHandlers: Handlers<typeof keysOperations> = {
  async listKeys({ platform, request }) {
    return { value: { items: await listKeys(platform, ownedAccount(request)) } }
  },

  async createKey({ platform, request, body: { test, ...settings } }) {
    const key = { ...newKey, ...settings }
    const accountId = ownedAccount(request)
    const made = test
      ? await worldsOf(platform).addKey(accountId, key)
      : await platform.act('createKey', { accountId, ...key })
    return { value: createdKeyView(made, platform.now()) }
  },

  async updateKey({ platform, request, params, body }) {
    return { value: await changeKey(platform, { accountId: ownedAccount(request), keyId: params.id }, body) }
  },

  async replaceKey({ platform, request, params: { id: keyId }, body: { grace_seconds: grace = 0 } }) {
    const owned = { accountId: ownedAccount(request), keyId }
    const { now, ...made } = await replaceKey(platform, owned, grace * 1000)
    const replaces = { key_id: keyId, valid_until: instant(made.replaced.valid_until ?? now) }
    return { value: { ...createdKeyView(made, now), replaces } }
  },

  async revokeKey({ platform, request, params: { id: keyId } }) {
    const ended = await endKey(platform, { accountId: ownedAccount(request), keyId })
    const { ended_at: revoked_at, restorable_until } = ended
    return { value: { key_id: keyId, revoked_at, restorable_until: restorable_until ?? revoked_at } }
  },

  async restoreKey({ platform, request, params: { id: keyId } }) {
    return { value: await restoreKey(platform, { accountId: ownedAccount(request), keyId }) }
  },
}
