// Mails about an account: verification, signing in, keys, binding changes, suspension, deletion.
import { limits } from '../contract/limits.ts'
import type { OAuthScope } from '../contract/operations/row.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { siteRow } from '../contract/sites.ts'
import { span } from '../contract/words.ts'
import { siteTitle, siteValues } from '../domain/languages/site-values.ts'
import type { MessageKey, Tongue } from '../domain/languages/tongue.ts'
import { type Letter, letter, notMe, notReviewer, quoted, toAccount } from './mail.ts'

/**
 * The mail that asks the owner to verify the address. The handle is its only text of a stranger: a name could hold a link or a
 * lie. `now` in epoch milliseconds.
 */
export function verificationMail(site: SiteContext, handle: string, link: string, now: number): Letter {
  const row = siteRow(site.id)
  return letter(tongue => {
    const { say } = tongue
    const about = { ...siteValues(row), handle, title: siteTitle(row, tongue) }
    const { verificationLinkMs: valid } = limits
    return {
      subject: say('mail.verify.subject', about),
      blocks: [
        say('mail.verify.told', { ...about, url: site.baseUrl }),
        { link, label: say('mail.verify.button') },
        say('mail.verify.means', about),
        say('mail.link-valid', { span: tongue.span(valid), until: tongue.moment(now + valid) }),
        say('mail.unknown-handle', about),
      ],
    }
  })
}

/** The mail with the link that opens the account page. It names no account: one may not exist. */
export function signInMail(baseUrl: string, link: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.sign-in.subject'),
      blocks: [
        say('mail.sign-in.told', { url: baseUrl }),
        { link, label: say('mail.sign-in.button') },
        say('mail.sign-in.rules', { span: tongue.span(limits.signInLinkMs) }),
        say('mail.sign-in.not-you'),
        notMe(tongue, baseUrl),
      ],
    }
  })
}

/** The mail with the link that opens the console, for a reviewer. The console and its mails are in English. */
export function reviewersSignInMail(baseUrl: string, link: string): Letter {
  return letter(({ say }) => ({
    subject: 'Your link to the review console',
    blocks: [
      `Somebody has asked for a link to the review console of ${baseUrl}. Was it you? Then open this link:`,
      { link, label: say('mail.sign-in.button') },
      say('mail.sign-in.rules', { span: span(limits.signInLinkMs) }),
      'Was it not you? Nothing happens as long as nobody opens the link above. If somebody else may read your mail, end what is open:',
      notReviewer(baseUrl),
    ],
  }))
}

export type KeyChange = 'created' | 'changed' | 'paused' | 'resumed' | 'replaced' | 'revoked' | 'restored'

/**
 * The mail that tells the owner that a key was made, changed or ended. The owner chose the name of the key. The account page
 * is at `baseUrl`.
 */
export function keyMail(change: KeyChange, key: { id: string; name: string }, handle: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = { handle, id: key.id, name: quoted(key.name), span: tongue.span(limits.endedKeyRestorableMs) }
    return {
      subject: say('mail.key.subject', { handle, change }),
      blocks: [
        say(`mail.key.${change}`, about),
        say('mail.key.not-you'),
        notMe(tongue, baseUrl),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** An app that was connected. `monthlyBudget` in micros. */
export type Connected = {
  app: string
  host: string
  scopes: readonly OAuthScope[]
  monthlyBudget: number | null
  askFirst: boolean
}

const scopeMessages = {
  'posts:read': 'mail.app.posts-read',
  'posts:write': 'mail.app.posts-write',
  search: 'mail.app.search',
  'account:read': 'mail.app.account-read',
  'webhooks:manage': 'mail.app.webhooks-manage',
} as const satisfies Record<OAuthScope, MessageKey>

/** The mail that tells the owners that an app was connected. The name is what the app calls itself. */
export function connectionMail(
  { app, host, scopes, monthlyBudget, askFirst }: Connected,
  handle: string,
  baseUrl: string,
): Letter {
  return letter(tongue => {
    const { say, money } = tongue
    const spends = {
      bound: monthlyBudget === null ? 'none' : 'month',
      budget: monthlyBudget === null ? '' : money(monthlyBudget),
      asks: askFirst ? 'yes' : 'no',
    }
    return {
      subject: say('mail.app.subject', { handle }),
      blocks: [
        say('mail.app.told', { app: quoted(app), host: quoted(host), handle, url: baseUrl }),
        ...scopes.map(scope => `– ${say(scopeMessages[scope])}`),
        say('mail.app.spends', spends),
        say('mail.app.not-you'),
        notMe(tongue, baseUrl),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** The mail that tells the owner that a person has taken the handle away. `reason`: in the words of the person. */
export function handleResetMail(was: string, handle: string, reason: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = { was, handle, url: baseUrl }
    return {
      subject: say('mail.reset.subject', about),
      blocks: [
        say('mail.reset.told', about),
        say('mail.reason'),
        { quote: reason },
        say('mail.reset.rest', about),
        toAccount(tongue, baseUrl),
      ],
    }
  })
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
export function accountChangeMail(change: AccountChange, handle: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say(`mail.change.${change.change}.subject`, { handle }),
      blocks: [
        say(sentenceOf(change), { handle, ...valuesOf(change, tongue) }),
        say('mail.change.not-you'),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

function sentenceOf(change: AccountChange) {
  if (change.change === 'warning' && change.threshold === 0) return 'mail.change.warning-off'
  if (change.change === 'approved' && change.price === 0) return 'mail.change.approved-free'
  return `mail.change.${change.change}` as const
}

const amounts: ReadonlySet<string> = new Set(['threshold', 'amount', 'price'])

/** The details of a change as the values of its sentence. */
function valuesOf({ change: _, ...details }: AccountChange, { money }: Tongue): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]: [string, string | number | boolean]) => [
      name,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : amounts.has(name) ? money(Number(value)) : value,
    ]),
  )
}

/** The notice of a suspension by a person: its reason, what it means, and whom to write to. */
export function suspensionMail(handle: string, reason: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.suspended.subject', { handle }),
      blocks: [
        say('mail.suspended.told', { handle, url: baseUrl }),
        say('mail.reason'),
        { quote: reason },
        say('mail.ask-operator', { url: baseUrl }),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** The notice of a ban for paying with the card of a banned account. */
export function cardBanMail(handle: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.banned.subject', { handle }),
      blocks: [
        say('mail.card-ban.told', { handle, url: baseUrl }),
        say('mail.card-ban.appeal', { url: baseUrl }),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** The mail to the owner who requested the deletion. `eraseAt` in epoch milliseconds; `link` cancels the deletion. */
export function deletionAskedMail(handle: string, baseUrl: string, eraseAt: number, link: string): Letter {
  return letter(({ say, ...tongue }) => ({
    subject: say('mail.deletion.subject', { handle }),
    blocks: [
      say('mail.deletion.told', { handle, url: baseUrl }),
      say('mail.deletion.then', { time: tongue.moment(eraseAt), span: tongue.span(limits.deletionMs) }),
      say('mail.deletion.cancel'),
      { link, label: say('mail.deletion.keep') },
      say('mail.deletion.not-you'),
    ],
  }))
}

/** The mail that confirms the cancellation. */
export function deletionTakenBackMail(handle: string, baseUrl: string): Letter {
  return letter(tongue => ({
    subject: tongue.say('mail.deletion-cancelled.subject', { handle }),
    blocks: [tongue.say('mail.deletion-cancelled.told', { handle, url: baseUrl }), toAccount(tongue, baseUrl)],
  }))
}

/** The last mail to an owner. `owed` is the payout, in micros. */
export function deletionDoneMail(handle: string, baseUrl: string, owed: number): Letter {
  return letter(({ say, money }) => ({
    subject: say('mail.deleted.subject', { handle }),
    blocks: [
      say('mail.deleted.told', { handle, url: baseUrl }),
      ...(owed > 0 ? [say('mail.deleted.owed', { owed: money(owed), url: baseUrl })] : []),
      say('mail.deleted.posts'),
    ],
  }))
}
