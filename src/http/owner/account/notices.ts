// What a form of the account says on the page that it leads to: each notice under the code that a cookie carries there.
import { prices } from '../../../contract/prices.ts'
import { deletionNotices } from '../deletion-notices.ts'
import { dollars } from '../money.ts'

const notices: Record<string, string> = {
  ...deletionNotices,
  'mail-sent': 'The mail is on its way. Open the link in it to verify your address.',
  'already-verified': 'Your e-mail address is verified already. No mail was sent.',
  'other-address': 'The e-mail address of the account has changed meanwhile. No mail was sent.',
  'already-booked': 'This top-up was booked before. Nothing was charged again.',
  'payment-waiting':
    'The payment is not confirmed yet. It is added to your balance as soon as it is; look again in a minute.',
  'payment-stale': 'This payment has come to its end without being paid. Nothing was charged; begin a new one below.',
  'key-changed': 'The key has its new settings.',
  'key-revoked': 'The key has ended.',
  appealed: 'The appeal is sent. A person reads it; the answer comes by mail and stands here.',
  approved: 'Approved. It is on its way.',
  refused: 'Refused. Nothing was published or charged.',
  'decided-before': 'This text waits no more: it was decided or taken back before.',
  'warning-set': 'Saved.',
  'recharge-on': 'Auto-recharge is on.',
  'recharge-off': 'Auto-recharge is off.',
  acknowledged: 'Thank you. The pause of auto-recharge has ended.',
  'delivery-queued': 'The delivery is queued. It is sent within seconds.',
  'session-ended': 'The session has ended.',
  'signed-in': 'You are signed in.',
  ...Object.fromEntries(
    prices.topupsMicros.map(micros => [`topped-up-${micros}`, `${dollars(micros)} were added to your balance.`]),
  ),
}

/** The words of a notice; undefined for a code that is not ours. */
export function noticeText(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(notices, code) ? notices[code] : undefined
}
