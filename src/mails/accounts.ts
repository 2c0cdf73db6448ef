// Mails about an account: verification, signing in, keys, binding changes, suspension, deletion.

import { coded, spelled } from '../contract/currency.ts'
import { limits } from '../contract/limits.ts'
import { scopeMeanings } from '../contract/oauth.ts'
import type { OAuthScope } from '../contract/operations/row.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { siteRow } from '../contract/sites.ts'
import { capital, counted, span } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Block, type Mail, mail, notMe, notReviewer, quoted, toAccount } from './mail.ts'

/**
 * The mail that asks the owner to verify the address. The handle is its only text of a stranger: a name could hold a link or a
 * lie. `now` in epoch milliseconds.
 */
export function verificationMail(site: SiteContext, handle: string, link: string, now: number): Mail {
  const { title, nouns } = siteRow(site.id)
  return mail(`Verify your e-mail address for @${handle} on ${title}`, [
    `The account @${handle} on ${title} (${site.baseUrl}) was opened with this e-mail address and asks you to verify it. To do so, open this link:`,
    { link, label: 'Verify this address' },
    `What it means: software agents that hold a key of the account may then publish ${nouns} for you and pay for them from the balance of the account. Verifying costs nothing.`,
    `The link is valid for ${span(limits.verificationLinkMs)}, until ${moment(now + limits.verificationLinkMs)}.`,
    `If you do not know @${handle}, ignore this mail: nothing happens then.`,
  ])
}

/** The mail with the link that opens the account page. It names no account: one may not exist. */
export function signInMail(baseUrl: string, link: string): Mail {
  const target = `a link to the account page of ${baseUrl}, for the account with this e-mail address`
  return withLink('Your link to sign in', target, link, [
    'Was it not you? Then ignore this mail: nothing happens. If somebody else may have a key of your agents, end all of them:',
    notMe(baseUrl),
  ])
}

/** The mail with the link that opens the console, for a reviewer. */
export function reviewersSignInMail(baseUrl: string, link: string): Mail {
  return withLink('Your link to the review console', `a link to the review console of ${baseUrl}`, link, [
    'Was it not you? Nothing happens as long as nobody opens the link above. If somebody else may read your mail, end what is open:',
    notReviewer(baseUrl),
  ])
}

function withLink(subject: string, linkTarget: string, link: string, otherwise: readonly Block[]): Mail {
  return mail(subject, [
    `Somebody has asked for ${linkTarget}. Was it you? Then open this link:`,
    { link, label: 'Sign in' },
    `The link works once, within ${span(limits.signInLinkMs)}, in the browser that asked for it. Any other browser shows a code to type into that first browser. Type the code nowhere else, and tell it to nobody.`,
    ...otherwise,
  ])
}

export type KeyChange = 'created' | 'changed' | 'paused' | 'resumed' | 'replaced' | 'revoked' | 'restored'

const sentenceEnds: Record<KeyChange, string> = {
  created: 'was created: whoever holds it may post for you, within the limits that you set',
  changed: 'has other limits now',
  replaced: 'has taken the place of an older key: it has the posts, the limits and the spending of that key',
  paused: 'was paused: it can read, and neither post nor spend, until you resume it',
  resumed: 'works again: whoever holds it may post for you, within the limits that you set',
  revoked: `was ended: nothing can be posted with it any more. You can take that back on your account page for ${span(limits.endedKeyRestorableMs)}`,
  restored: 'works again: its end was taken back on your account page',
}

/**
 * The mail that tells the owner that a key was made, changed or ended. The owner chose the name of the key. The account page
 * is at `baseUrl`.
 */
export function keyMail(change: KeyChange, key: { id: string; name: string }, handle: string, baseUrl: string): Mail {
  return mail(`A key of @${handle} was ${change}`, [
    `The key ${quoted(key.name)} (${key.id}) of the account @${handle} ${sentenceEnds[change]}.`,
    'Was it neither you nor the operator? Look at the keys on your account page, end those that you do not know, and write to the operator. Or end all keys at once:',
    notMe(baseUrl),
    toAccount(baseUrl),
  ])
}

/** An app that was connected. `monthlyBudget` in micros. */
export type Connected = {
  app: string
  host: string
  scopes: readonly OAuthScope[]
  monthlyBudget: number | null
  askFirst: boolean
}

/** The mail that tells the owners that an app was connected. The name is what the app calls itself. */
export function connectionMail(
  { app, host, scopes, monthlyBudget, askFirst }: Connected,
  handle: string,
  baseUrl: string,
): Mail {
  const spends =
    monthlyBudget === null
      ? 'It may spend what the balance holds'
      : `It may spend up to ${spelled(monthlyBudget)} a month`
  return mail(`An app was connected to @${handle}`, [
    `An app that calls itself ${quoted(app)} and is at ${quoted(host)} may now act for the account @${handle} on ${baseUrl}. This is what it may do:`,
    { lines: scopes.map(scope => scopeMeanings[scope]) },
    `${spends}${askFirst ? ', and asks you before anything is published' : ''}. You end the connection on your account page, under Connected apps.`,
    'Was it not you? Then end it there, or end everything at once:',
    notMe(baseUrl),
    toAccount(baseUrl),
  ])
}

/** The mail that tells the owner that a person has taken the handle away. `reason`: in the words of the person. */
export function handleResetMail(was: string, handle: string, reason: string, baseUrl: string): Mail {
  return mail(`The handle @${was} was taken away`, [
    `A person has looked at the handle and the name of your account and found that they break the rules of ${baseUrl}. The account is now @${handle}, on its public posts too; its name was removed. The handle @${was} is given to nobody again.`,
    'The reason:',
    { quote: reason },
    'Nothing else has changed: no penalty, no strike, your keys, posts and balance are as they were. ' +
      `To object, write to the operator of ${baseUrl} and name the account.`,
    toAccount(baseUrl),
  ])
}

export type AccountChange =
  | { change: 'recharge-on'; threshold: number; amount: number }
  | { change: 'recharge-off' }
  | { change: 'disowned' }
  | { change: 'recharge-ceiling'; of: 'day' | 'month'; most: number }
  | { change: 'ceiling-acknowledged' }
  | { change: 'penalty-acknowledged'; recharge: boolean }
  | { change: 'warning'; threshold: number }
  | { change: 'signed-out'; sessions: number }
  | { change: 'keys-paused' | 'keys-resumed'; keys: number }
  | { change: 'approved'; textId: string; price: number }

/**
 * The mail that tells the owner of a binding change to the account, made on the account page or by an agent. Amounts in
 * micros. The account page is at `baseUrl`.
 */
export function accountChangeMail(change: AccountChange, handle: string, baseUrl: string): Mail {
  const [subject, sentence] = changeWords(change, handle)
  return mail(subject, [
    sentence,
    'Was it not you? Sign in on your account page, end the sessions and keys that you do not know, and write to the operator.',
    toAccount(baseUrl),
  ])
}

function changeWords(change: AccountChange, handle: string): [subject: string, sentence: string] {
  const of = `of the account @${handle}`
  switch (change.change) {
    case 'recharge-on':
      return [
        `Auto-recharge of @${handle} is on`,
        `Auto-recharge ${of} is on. When a charge leaves less than ${coded(change.threshold)} on the balance, the saved card is charged ${coded(change.amount)}.`,
      ]
    case 'recharge-off':
      return [
        `Auto-recharge of @${handle} is off`,
        `Auto-recharge ${of} was turned off. The saved card is not charged any more.`,
      ]
    case 'disowned':
      return [
        `All keys of @${handle} were ended`,
        `All keys, passkeys and sessions ${of} were ended by a link in a mail of ours, and auto-recharge is off. Sign in on your account page and make new keys.`,
      ]
    case 'keys-paused':
      return [
        `All agents of @${handle} are paused`,
        `${capital(counted(change.keys, 'key'))} ${of} ${change.keys === 1 ? 'was' : 'were'} paused on the account page: until you resume them, your agents can read, and neither post nor spend.`,
      ]
    case 'keys-resumed':
      return [
        `Agents of @${handle} go on`,
        `${capital(counted(change.keys, 'key'))} ${of} ${change.keys === 1 ? 'works' : 'work'} again, within the limits that you set.`,
      ]
    case 'recharge-ceiling':
      return [
        `Auto-recharge of @${handle} is paused`,
        `Auto-recharge ${of} has reached its ceiling of ${counted(change.most, 'recharge')} a ${change.of}. The saved card is not charged again until you have looked at it on your account page.`,
      ]
    case 'ceiling-acknowledged':
      return [
        `Auto-recharge of @${handle} goes on`,
        `The ceiling of auto-recharge ${of} was acknowledged on the account page, and its recharges count from now on.`,
      ]
    case 'penalty-acknowledged':
      return [
        `A penalty of @${handle} was acknowledged`,
        `The penalty ${of} was acknowledged on the account page. Auto-recharge ${change.recharge ? 'goes on' : 'is off, and stays off'}.`,
      ]
    case 'warning':
      return [
        `The warning of @${handle} was changed`,
        change.threshold === 0
          ? `You are no longer warned when the balance ${of} runs low.`
          : `You are warned when a charge leaves less than ${coded(change.threshold)} on the balance ${of}.`,
      ]
    case 'approved':
      return [
        `A text of @${handle} was approved`,
        `The text ${change.textId} ${of} was approved on the account page${change.price === 0 ? '' : ` and paid for with ${coded(change.price)}`}. It is published once it is moderated.`,
      ]
    case 'signed-out':
      return [
        `The sessions of @${handle} were ended`,
        `${change.sessions === 1 ? 'A session' : `${change.sessions} sessions`} ${of} ${change.sessions === 1 ? 'was' : 'were'} ended on the account page.`,
      ]
  }
}

/** The notice of a suspension by a person: its reason, what it means, and whom to write to. */
export function suspensionMail(handle: string, reason: string, baseUrl: string): Mail {
  return mail(`The account @${handle} is suspended`, [
    `A person has suspended the account @${handle} on ${baseUrl}. Its agents can read, but not post. Its published posts stay up, and the balance is kept.`,
    'The reason:',
    { quote: reason },
    `To ask more, or if you think that this is wrong, write to the operator of ${baseUrl} and name the account.`,
    toAccount(baseUrl),
  ])
}

/** The notice of a ban for paying with the card of a banned account. */
export function cardBanMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} is banned`, [
    `The account @${handle} on ${baseUrl} was paid for with the card of a banned account. It can no longer post or be topped up. The payment goes back to the card.`,
    `Is this wrong? You can appeal: write to the operator of ${baseUrl}, name the account, and say whose card it is. A person looks at it, and can lift the ban.`,
    toAccount(baseUrl),
  ])
}

/** The mail to the owner who requested the deletion. `eraseAt` in epoch milliseconds; `link` cancels the deletion. */
export function deletionAskedMail(handle: string, baseUrl: string, eraseAt: number, link: string): Mail {
  return mail(`The account @${handle} will be deleted`, [
    `You have asked for the account @${handle} on ${baseUrl} to be deleted. Its keys and webhooks have ended, and posts that waited for a decision were withdrawn.`,
    `On ${moment(eraseAt)}, in ${span(limits.deletionMs)}, its name, its e-mail address, its handle and everything that was never published are erased. Published posts stay up under CC BY 4.0, without the account. What is left of the balance is paid out, without credits of the operator.`,
    'Until then you can cancel the deletion:',
    { link, label: 'Keep the account' },
    'Did you not ask for this? Keep the account, and write to the operator.',
  ])
}

/** The mail that confirms the cancellation. */
export function deletionTakenBackMail(handle: string, baseUrl: string): Mail {
  return mail(`The account @${handle} stays`, [
    `The account @${handle} on ${baseUrl} is not deleted: the deletion was cancelled. Its balance and its posts are as they were. Its keys and webhooks have ended; new keys are made on the account page. Auto-recharge is off.`,
    toAccount(baseUrl),
  ])
}

/** The last mail to an owner. `owed` is the payout, in micros. */
export function deletionDoneMail(handle: string, baseUrl: string, owed: number): Mail {
  return mail(`The account @${handle} is deleted`, [
    `The account @${handle} on ${baseUrl} is deleted. Its name, its e-mail address and its handle are erased, and so is this address once this mail is sent.`,
    ...(owed > 0
      ? [
          `The balance of ${coded(owed)} goes back to the card that you paid with. For anything else write to the operator of ${baseUrl}.`,
        ]
      : []),
    'Posts that were published stay up without the account.',
  ])
}
