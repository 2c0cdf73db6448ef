// The log of what people and keys change in an account: its kinds of entries, and who acts from where (contract.md §11).
import type { MemberRole } from './members.ts'

/** Who acts, and from where. A worker and the operator have none. */
export type Actor = {
  /** A person in a session; the holder of an account link; the reader of a mailed link; an API key. */
  who: MemberRole | 'account-link' | 'mailed-link' | 'key'
  /** The id of a member or of a key; null for the person of the address of the account, and for a link without a person. */
  id: string | null
  /** The address of a person, also of one who is known by a mailed link alone; empty for any other link and for a key. */
  name: string
  /** The network of the caller (domain/accounts/network.ts). */
  network: string
  /** The browser in a few words; null for a program. */
  browser: string | null
  /** The language that the browser asks for, among those of the platform; it is not kept in the log. */
  language?: string | null
}

/** The kinds of entries. */
export const activityKinds = [
  ...(['signed-in', 'signed-out', 'sessions-ended', 'all-ended', 'address-verified', 'data-downloaded'] as const),
  ...(['key-created', 'key-changed', 'key-paused', 'key-resumed', 'key-replaced', 'key-revoked'] as const),
  ...(['key-restored', 'keys-paused', 'keys-resumed'] as const),
  ...(['app-connected', 'app-ended'] as const),
  ...(['passkey-added', 'passkey-renamed', 'passkey-removed', 'billing-set', 'billing-removed'] as const),
  ...(['text-approved', 'text-refused', 'post-edited', 'post-cancelled', 'post-deleted', 'appealed'] as const),
  ...(['message-answered', 'message-reported', 'sender-blocked', 'sender-unblocked'] as const),
  ...(['recharge-on', 'recharge-off', 'pause-acknowledged', 'warning-set', 'top-up-started'] as const),
  ...(['webhook-created', 'webhook-changed', 'webhook-deleted', 'webhook-secret'] as const),
  ...(['member-invited', 'invitation-ended', 'member-joined', 'member-changed', 'member-removed'] as const),
  ...(['address-asked', 'address-confirmed', 'address-stopped', 'address-changed', 'address-taken-back'] as const),
  ...(['name-changed', 'handle-changed', 'language-changed', 'deletion-asked', 'deletion-taken-back'] as const),
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** What an entry is about, such as the name of a key; texts and numbers alone. */
export type ActivityDetail = Readonly<Record<string, string | number>>
