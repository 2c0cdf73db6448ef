// Handlers of the owner's operations on API keys.

import type { keysOperations } from '../../contract/operations/keys.ts'
import { instant } from '../../domain/times/time.ts'
import { createdKeyView, listKeys, managedKeyView, newKey } from '../accounts/key-views.ts'
import { type Handlers, ownedAccount } from './handler.ts'

export const keysHandlers: Handlers<typeof keysOperations> = {
  async listKeys({ platform, request }) {
    return { value: { items: await listKeys(platform, ownedAccount(request)) } }
  },

  async createKey({ platform, request, body }) {
    const made = await platform.act('createKey', { accountId: ownedAccount(request), ...newKey, ...body })
    return { value: createdKeyView(made, platform.now()) }
  },

  async updateKey({ platform, request, params, body }) {
    const key = await platform.act('changeKey', { accountId: ownedAccount(request), keyId: params.id, ...body })
    return { value: managedKeyView(key, platform.now()) }
  },

  async revokeKey({ platform, request, params: { id: keyId } }) {
    await platform.act('endKey', { accountId: ownedAccount(request), keyId })
    return { value: { key_id: keyId, revoked_at: instant(platform.now()) } }
  },
}
