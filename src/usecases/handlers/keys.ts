// Handlers of the owner's operations on API keys.

import type { keysOperations } from '../../contract/operations/keys.ts'
import { instant } from '../../domain/times/time.ts'
import type { KeyControls } from '../../store/accounts/keys.ts'
import { createdKeyView, listKeys, managedKeyView, newKey } from '../accounts/key-views.ts'
import { type Handler, ownedAccount } from './handler.ts'

type Settings = Partial<KeyControls & { name: string }>

export const keysHandlers: Record<keyof typeof keysOperations, Handler> = {
  async listKeys({ platform, request }) {
    return { value: { items: await listKeys(platform, ownedAccount(request)) } }
  },

  async createKey({ platform, request, body }) {
    const made = await platform.act('createKey', { accountId: ownedAccount(request), ...newKey, ...(body as Settings) })
    return { value: createdKeyView(made, platform.now()) }
  },

  async updateKey({ platform, request, body }) {
    const owned = { accountId: ownedAccount(request), keyId: request.params.id ?? '' }
    const key = await platform.act('changeKey', { ...owned, ...(body as Settings) })
    return { value: managedKeyView(key, platform.now()) }
  },

  async revokeKey({ platform, request }) {
    const keyId = request.params.id ?? ''
    await platform.act('endKey', { accountId: ownedAccount(request), keyId })
    return { value: { key_id: keyId, revoked_at: instant(platform.now()) } }
  },
}
