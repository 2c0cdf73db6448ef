// The form of identifiers and API keys on the wire (contract.md §1).
import { Type } from 'typebox'

/** Prefix of every kind of id; 20 base62 characters follow, 8 of the time of creation and 12 random ones. */
export const idPrefixes = {
  account: 'acct_',
  key: 'key_',
  post: 'p_',
  webhook: 'wh_',
  message: 'msg_',
  relayMessage: 'rm_',
  report: 'rep_',
  appeal: 'apl_',
  edit: 'edit_',
  request: 'req_',
  ledger: 'led_',
  announcement: 'ann_',
  payment: 'pay_',
  payout: 'out_',
  invoice: 'inv_',
  session: 'ses_',
  signIn: 'sin_',
  testWorld: 'tw_',
  member: 'mem_',
  invitation: 'ivt_',
  addressChange: 'chg_',
  activity: 'act_',
  passkey: 'pk_',
  standingSearch: 'ss_',
  standingPost: 'sp_',
} as const

export type IdKind = keyof typeof idPrefixes

export const idLength = 20

export function idSchema(kind: IdKind) {
  const prefix = idPrefixes[kind]
  return Type.String({ pattern: `^${prefix}[0-9A-Za-z]{16,40}$`, description: `Begins with \`${prefix}\`.` })
}

/** The form of every id: a prefix, and as many characters as ids have had. */
export const anyId = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})[0-9A-Za-z]{16,40}$`)

/** The form of an id in a path; any other text names nothing. */
export const idInPath = /^[0-9A-Za-z_]{1,60}$/

/** Handle: the public name of an account (contract.md §6), as a pattern and in words. */
const handleLength = { least: 3, most: 24 }
export const longestHandle = handleLength.most
export const handlePattern = `^[a-z0-9_]{${handleLength.least},${handleLength.most}}$`
export const handleTakes = `${handleLength.least} to ${handleLength.most} of a-z, 0-9 and underscore`

/** Idempotency-Key (contract.md §7), as a pattern and in words. */
const idempotencyKeyLength = { least: 8, most: 128 }
export const idempotencyKeyPattern = `^[\\x20-\\x7e]{${idempotencyKeyLength.least},${idempotencyKeyLength.most}}$`
export const idempotencyKeyTakes = `${idempotencyKeyLength.least} to ${idempotencyKeyLength.most} printable ASCII characters`

/** What an API key begins with: a key that posts, or one for tests. */
export const keyPrefixes = { live: 'ak_', test: 'ak_test_' } as const
export type KeyPrefix = (typeof keyPrefixes)[keyof typeof keyPrefixes]

/** What the tokens of OAuth begin with: access token, refresh token, authorization code. */
export const tokenPrefixes = { access: 'at_', refresh: 'rt_', code: 'ac_' } as const
export type TokenKind = keyof typeof tokenPrefixes

/** Token of OAuth: as a key. */
export const tokenPattern = /^(?:at|rt|ac)_[0-9A-Za-z]{38}$/

/** API key: its prefix, 32 random base62 characters, 6 characters of checksum. */
export const apiKeyPattern = /^ak_(?:test_)?[0-9A-Za-z]{38}$/
