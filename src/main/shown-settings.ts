// The configuration in force as it may be shown: each value with its source, and no secret.
import type { ShownSetting } from '../cli/host.ts'
import { type SettingName, secretNames, settingOf, variables } from '../config.ts'
import { fileOf } from '../store/database/dialect.ts'
import type { GivenSettings } from './given-settings.ts'

/** Every setting, in the order of the operator's guide. A secret shows whether it is set, and of a URL the host. */
export function shownSettings({ env, sourceOf }: GivenSettings): ShownSetting[] {
  return (Object.keys(variables) as SettingName[]).map(name => {
    const value = settingOf(name, env)
    return { name, value: secretNames.includes(name) ? shownSecret(name, value) : value, source: sourceOf(name) }
  })
}

/** Of a secret that is a URL, what names no person and no password; null for any other secret that is set. */
function shownSecret(name: SettingName, value: string): string | null {
  // A word, the path of a file, and nothing hide nothing.
  if (/^(|embedded|outbox:)$/.test(value) || (name === 'DATABASE_URL' && fileOf(value))) return value
  const url = /^[a-z]+:\/\//i.test(value) ? URL.parse(value) : null
  if (!url?.host) return null
  const hidden = url.username !== '' || url.password !== ''
  return `${url.protocol}//${hidden ? '…@' : ''}${url.host}${url.pathname.length > 1 || url.search ? '/…' : ''}`
}
