// What identifiers and API keys look like from outside (contract.md §1).
import { Type } from 'typebox'

/** Prefix of every kind of id; 20 base62 characters follow, 8 of the time of creation and 12 random ones. */
export const idPrefixes = {
  account: 'acct_',
  key: 'key_',
  post: 'p_',
  webhook: 'wh_',
  message: 'msg_',
  report: 'rep_',
  edit: 'edit_',
  request: 'req_',
  ledger: 'led_',
} as const

export type IdKind = keyof typeof idPrefixes

export const idLength = 20

/** Schema of an id of one kind. */
export function idSchema(kind: IdKind) {
  const prefix = idPrefixes[kind]
  return Type.String({ pattern: `^${prefix}[0-9A-Za-z]{16,40}$`, description: `An id that begins with \`${prefix}\`.` })
}

/** API key: `ak_`, 32 random base62 characters, 6 characters of checksum. */
export const apiKeyPattern = /^ak_[0-9A-Za-z]{38}$/
