// What owners do with a key of their account, over the API and on the page: its test keys are changed in their world.
import type { ManagedKey } from '../../contract/operations/keys.ts'
import type { KeyControls, KeyRow } from '../../store/accounts/keys.ts'
import type { Platform } from '../platform.ts'
import { worldsOf } from '../test-mode.ts'
import { type EndedKey, endedKeyView, homeOfKey, managedKeyView } from './key-views.ts'

type Owned = { accountId: string; keyId: string }

/** Changes the settings of a key, pauses it or resumes it. Throws `not_found`. */
export async function changeKey(
  platform: Platform,
  { accountId, keyId }: Owned,
  { paused, ...settings }: Partial<KeyControls & { name: string; paused: boolean }>,
): Promise<ManagedKey> {
  const at = await homeOfKey(platform, accountId, keyId)
  const owned = { accountId: at.accountId, keyId }
  const changed =
    Object.keys(settings).length > 0 ? await at.platform.act('changeKey', { ...owned, ...settings }) : undefined
  const key = paused === undefined ? changed : await at.platform.act('pauseKey', { ...owned, paused })
  if (!key) throw new Error('a change of a key has no members')
  return managedKeyView(key, at.platform.now(), at.test)
}

/** Replaces a key; the old one works for the new one for `graceMs`. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function replaceKey(
  platform: Platform,
  { accountId, keyId }: Owned,
  graceMs: number,
): Promise<{ key: KeyRow; apiKey: string; replaced: KeyRow; now: number }> {
  const at = await homeOfKey(platform, accountId, keyId)
  const made = await at.platform.act('replaceKey', { accountId: at.accountId, keyId, graceMs })
  if (at.test) await worldsOf(platform).learnKey(accountId, made.apiKey)
  return { ...made, now: at.platform.now() }
}

/** Ends a key. Throws `not_found`. */
export async function endKey(platform: Platform, { accountId, keyId }: Owned): Promise<EndedKey> {
  const at = await homeOfKey(platform, accountId, keyId)
  return endedKeyView(await at.platform.act('endKey', { accountId: at.accountId, keyId }), at.platform.now())
}

/** Takes back the end of a key. Throws `not_found`, `gone`, `banned`, `too_many_keys`. */
export async function restoreKey(platform: Platform, { accountId, keyId }: Owned): Promise<ManagedKey> {
  const at = await homeOfKey(platform, accountId, keyId)
  const key = await at.platform.act('takeBackEnd', { accountId: at.accountId, keyId })
  return managedKeyView(key, at.platform.now(), at.test)
}
