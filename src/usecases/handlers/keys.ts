// Handlers of the owner's operations on API keys.

import type { keysOperations } from '../../contract/operations/keys.ts'
import { instant } from '../../domain/times/time.ts'
import { createdKeyView, homeOfKey, listKeys, managedKeyView, newKey } from '../accounts/key-views.ts'
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
    const at = await homeOfKey(platform, ownedAccount(request), params.id)
    const key = await at.platform.act('changeKey', { accountId: at.accountId, keyId: params.id, ...body })
    return { value: managedKeyView(key, at.platform.now(), at.test) }
  },

  async replaceKey({ platform, request, params: { id: keyId }, body: { grace_seconds: grace = 0 } }) {
    const owned = { accountId: ownedAccount(request), keyId }
    const made = await platform.act('replaceKey', { ...owned, graceMs: grace * 1000 })
    const replaces = { key_id: keyId, valid_until: instant(made.replaced.valid_until ?? platform.now()) }
    return { value: { ...createdKeyView(made, platform.now()), replaces } }
  },

  async revokeKey({ platform, request, params: { id: keyId } }) {
    const at = await homeOfKey(platform, ownedAccount(request), keyId)
    await at.platform.act('endKey', { accountId: at.accountId, keyId })
    return { value: { key_id: keyId, revoked_at: instant(platform.now()) } }
  },
}
