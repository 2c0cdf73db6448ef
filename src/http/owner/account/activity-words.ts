// The entries of the log of an account as sentences.
import type { ActivityDetail, ActivityKind } from '../../../contract/activity.ts'
import { signed } from '../../private/money.ts'

/** What was done, after the name of who did it: with details of the entry in braces. */
const done: Record<ActivityKind, string> = {
  'signed-in': 'signed in',
  'signed-out': 'signed out',
  'sessions-ended': 'ended the sessions of the account',
  'all-ended': 'ended all keys, passkeys and sessions',
  'address-verified': 'verified the address of the account',
  'data-downloaded': 'downloaded the data of the account',
  'key-created': 'made the key {key}',
  'key-changed': 'changed the key {key}',
  'key-paused': 'paused the key {key}',
  'key-resumed': 'resumed the key {key}',
  'key-replaced': 'replaced the key {key}',
  'key-revoked': 'ended the key {key}',
  'key-restored': 'took back the end of the key {key}',
  'keys-paused': 'paused all keys',
  'keys-resumed': 'resumed all keys',
  'app-connected': 'connected the app {app}, which is at {host}',
  'app-ended': 'ended the connection of the app {app}',
  'passkey-added': 'added the passkey {name}',
  'passkey-renamed': 'renamed a passkey to {name}',
  'passkey-removed': 'removed the passkey {name}',
  'billing-set': 'changed to whom invoices are made out',
  'billing-removed': 'removed to whom invoices are made out',
  'text-approved': 'approved the text {textId}',
  'text-refused': 'refused the text {textId}',
  'post-edited': 'edited the post {postId}',
  'post-cancelled': 'cancelled the event {postId}',
  'post-deleted': 'deleted the post {postId}',
  appealed: 'appealed against the decision on the post {postId}',
  'message-answered': 'answered the message {messageId}',
  'message-reported': 'reported the message {messageId}',
  'sender-blocked': 'blocked the sender of the message {messageId}',
  'sender-unblocked': 'ended the block of a sender',
  'recharge-on': 'turned auto-recharge on: {amount} when the balance is below {threshold}',
  'recharge-off': 'turned auto-recharge off',
  'pause-acknowledged': 'acknowledged a pause of the account',
  'warning-set': 'set the warning of a low balance to {threshold}',
  'top-up-started': 'started a top-up of {amount}',
  'webhook-created': 'made a webhook to {url}',
  'webhook-changed': 'changed the webhook to {url}',
  'webhook-deleted': 'deleted the webhook to {url}',
  'webhook-secret': 'made a new secret for the webhook {webhookId}',
  'member-invited': 'invited {address} as {role}',
  'invitation-ended': 'ended the invitation of {address}',
  'member-joined': 'joined the account',
  'member-changed': 'changed the role of {address} from {from} to {role}',
  'member-removed': 'removed {address}',
  'address-asked': 'asked to change the address of the account to {address}',
  'address-confirmed': 'confirmed the change from {address}',
  'address-stopped': 'stopped the change of the address',
  'address-changed': 'changed the address of the account from {from} to {to}',
  'address-taken-back': 'took the address of the account back from {from} to {to}',
  'name-changed': 'changed the name from {from} to {to}',
  'handle-changed': 'changed the handle from @{from} to @{to}',
  'language-changed': 'changed the language of mails from {from} to {to}',
  'deletion-asked': 'asked to delete the account',
  'deletion-taken-back': 'took back the deletion of the account',
}

/** Details that are amounts of money in micros. */
const amounts = new Set(['amount', 'threshold'])

/** What an entry says was done, such as "invited bo@example.org as manager". */
export function doneIn(kind: ActivityKind, detail: ActivityDetail): string {
  return done[kind].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = detail[name] ?? ''
    return typeof value === 'number' && amounts.has(name) ? signed(value) : String(value)
  })
}
