// Mails about the people of an account, its address, its name and its handle.
import { limits } from '../contract/limits.ts'
import type { MemberRole } from '../contract/members.ts'
import { article, span } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Mail, mail, notMe, toAccount } from './mail.ts'

/** The account of a mail: its handle, and the site of its page. */
type Of = { handle: string; baseUrl: string }

const aRole = (role: MemberRole) => `${article(role)} ${role}`

/** The mail with an invitation. The handle is its only text of a stranger. `now` in epoch milliseconds. */
export function invitationMail({ handle, baseUrl }: Of, role: MemberRole, link: string, now: number): Mail {
  return mail(`Your invitation to the account @${handle}`, [
    `An owner of the account @${handle} on ${baseUrl} invites this address as ${aRole(role)}. To see what that means, and to accept, open this link:`,
    { link, label: 'See the invitation' },
    `The link works once, for ${span(limits.invitationMs)}, until ${moment(now + limits.invitationMs)}. After that you sign in with this address, by a link that is mailed to it.`,
    `If you do not know @${handle}, ignore this mail: nothing happens then.`,
  ])
}

/** What became of a person in an account. */
export type MemberNews = 'joined' | 'changed' | 'removed' | 'left'

/** The mail that tells owners of a person in the account. `email`: of that person, who has verified it. */
export function memberMail(news: MemberNews, of: Of, email: string, role: MemberRole): Mail {
  const { handle, baseUrl } = of
  const sentences: Record<MemberNews, string> = {
    joined: `${email} has accepted the invitation, and is ${aRole(role)} of the account @${handle} now.`,
    changed: `${email} is ${aRole(role)} of the account @${handle} now.`,
    removed: `${email} was removed from the account @${handle}. The sessions of that person have ended.`,
    left: `${email} has left the account @${handle}.`,
  }
  return mail(`The people of @${handle} have changed`, [
    sentences[news],
    'Was it not you or another owner? Sign in, look at the people and the activity of the account, and end what you do not know. Or end all keys and sessions at once:',
    notMe(baseUrl),
    toAccount(baseUrl),
  ])
}

/** The mail to a person who was removed, or whose role has changed. */
export function toMemberMail({ handle, baseUrl }: Of, role: MemberRole | null): Mail {
  const sentence = role
    ? `You are ${aRole(role)} of the account @${handle} on ${baseUrl} now.`
    : `You are no longer in the account @${handle} on ${baseUrl}: an owner has removed you, and your sessions there have ended.`
  return mail(role ? `Your role in @${handle} has changed` : `You are no longer in @${handle}`, [
    sentence,
    ...(role ? [toAccount(baseUrl)] : []),
  ])
}

/** A change of the address of an account, and the mailbox that a mail goes to. */
type AddressMail = Of & { from: string; to: string }

/** The mail that asks a mailbox to confirm a change of the address. `mailbox`: the one that it goes to. `now` in epoch ms. */
export function confirmAddressMail(
  { handle, baseUrl, from, to }: AddressMail,
  mailbox: 'old' | 'new',
  { link, now }: { link: string; now: number },
): Mail {
  const means =
    mailbox === 'old'
      ? `The account @${handle} on ${baseUrl} shall move from this address to ${to}. It moves once both mailboxes have confirmed it:`
      : `The account @${handle} on ${baseUrl} shall move from ${from} to this address. It moves once both mailboxes have confirmed it:`
  return mail(`Confirm another e-mail address for @${handle}`, [
    means,
    { link, label: 'Confirm the change' },
    `The link is valid for ${span(limits.addressConfirmMs)}, until ${moment(now + limits.addressConfirmMs)}.`,
    ...(mailbox === 'old'
      ? [
          'Was it not you? Do not confirm it: without this mailbox nothing moves. Then somebody is signed in who should not be. End all keys and sessions:',
          notMe(baseUrl),
        ]
      : [`If you do not know @${handle}, ignore this mail: nothing happens then.`]),
  ])
}

/** The mail to the old address of an account, which can take the change back. `until` in epoch ms. */
export function oldAddressMail({ handle, baseUrl, to }: AddressMail, link: string, until: number): Mail {
  return mail(`The account @${handle} has another e-mail address`, [
    `The account @${handle} on ${baseUrl} has moved from this address to ${to}. Mails about it go there from now on.`,
    `Was it not you? Until ${moment(until)} you can take it back. That also ends all sessions, and what was added since: keys, people and invitations.`,
    { link, label: 'Take the change back' },
  ])
}

/** The mail to the new address of an account, and to its other owners. */
export function newAddressMail({ handle, baseUrl, from, to }: AddressMail): Mail {
  return mail(`The account @${handle} has another e-mail address`, [
    `The account @${handle} on ${baseUrl} has moved from ${from} to ${to}. Whoever was signed in with the former address is signed out, and its passkeys have ended. For ${span(limits.addressTakeBackMs)} the former address can take that back.`,
    toAccount(baseUrl),
  ])
}

/** The mail about a change of the address that was taken back, to the address that the account has again and to the other. */
export function addressTakenBackMail({ handle, baseUrl, from, to }: AddressMail): Mail {
  return mail(`The account @${handle} has its former e-mail address again`, [
    `The move of the account @${handle} on ${baseUrl} from ${from} to ${to} was taken back by the former address. All sessions have ended, and so has what was added since: keys, people and invitations. Auto-recharge is off.`,
    `Whoever owns the account signs in with ${from}.`,
  ])
}

/** The mail about another handle. `formerly`: without the at sign. */
export function handleMail({ handle, baseUrl }: Of, formerly: string): Mail {
  return mail(`@${formerly} is @${handle} now`, [
    `The handle of your account on ${baseUrl} is @${handle} now; it was @${formerly}. Published posts show the new one. The former address of the author page leads to the new one for ${span(limits.formerHandleKeptMs)}, and nobody else gets @${formerly} until then.`,
    'Was it not you? Sign in, and look at the activity of the account. Or end all keys and sessions at once:',
    notMe(baseUrl),
    toAccount(baseUrl),
  ])
}
