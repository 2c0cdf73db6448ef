// The notices that a form of the account leaves for the next page, by the code that a cookie carries.
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { span } from '../../contract/words.ts'
import { dollars } from '../private/money.ts'
import { noticesIn } from '../private/session.ts'

export const { leadTo, takeNotice } = noticesIn<string>('notice', {
  'mail-sent': 'The mail is on its way. Open the link in it to verify your address.',
  verified: 'Your address is verified, and you are signed in.',
  'already-verified': 'Your e-mail address is verified already. No mail was sent.',
  'other-address': 'The e-mail address of the account has changed meanwhile. No mail was sent.',
  'already-booked': 'This top-up was already booked. Nothing was charged again.',
  'payment-waiting':
    'The payment is not confirmed yet. It is added to your balance as soon as it is; look again in a minute.',
  'payment-stale': 'This payment has ended unpaid. Nothing was charged; start a new one below.',
  'key-changed': 'The key has its new settings.',
  'key-paused': 'The key is paused: it can read, and neither post nor spend.',
  'key-resumed': 'The key works again.',
  'keys-paused': 'All agents are paused. You can take that back below.',
  'keys-resumed': 'The keys that were paused together work again.',
  'key-revoked': 'The key has ended.',
  'key-ended': `The key has ended. You can take that back for ${span(limits.endedKeyRestorableMs)}, below.`,
  'key-restored': 'The key works again, with the limits that it had.',
  appealed: 'The appeal was sent. A person reads it; you get the answer by mail and find it here.',
  'post-taken-back': 'The post was taken back.',
  'edit-applied': 'The edit is public.',
  'edit-sent': 'The edit was sent. Readers see it once it has been judged.',
  'event-cancelled': 'Readers now see that the event is cancelled.',
  'event-scheduled': 'Readers now see that the event takes place.',
  'post-closed': 'Readers now see that it is gone. It leaves the lists tomorrow.',
  'post-opened': 'Readers now see that it is there again.',
  'post-deleted': 'The post was deleted for good.',
  approved: 'Approved. The text is on its way.',
  refused: 'Refused. Nothing was published or charged.',
  'decided-before': 'This text was already decided or taken back.',
  'warning-set': 'Saved.',
  'recharge-on': 'Auto-recharge is on.',
  'recharge-off': 'Auto-recharge is off.',
  acknowledged: 'Thank you. The pause of auto-recharge has ended.',
  'delivery-queued': 'The delivery is queued. It is sent within seconds.',
  'deletion-asked': 'Your agent asks you to delete this account. Nothing is deleted yet: the form is below.',
  'deletion-taken-back': 'The account stays. Its keys and webhooks have ended; make new keys below.',
  'deletion-over': 'The deletion was already taken back. The account stays.',
  'session-ended': 'The session has ended.',
  'signed-in': 'You are signed in.',
  invited: 'The invitation is on its way.',
  uninvited: 'The invitation has ended.',
  'member-changed': 'The role was changed.',
  'member-removed': 'The person was removed; all sessions there have ended.',
  'name-changed': 'The name was changed.',
  'handle-changed': 'The handle was changed. Published posts show it now.',
  'address-asked': 'Two mails are on their way: each mailbox has to confirm the change.',
  'address-stopped': 'The change was stopped.',
  ...Object.fromEntries(
    prices.topupsMicros.map(micros => [`topped-up-${micros}`, `${dollars(micros)} were added to your balance.`]),
  ),
})
