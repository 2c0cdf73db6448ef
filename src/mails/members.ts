// Mails about the people of an account, its address, its name and its handle.
import { limits } from '../contract/limits.ts'
import type { MemberRole } from '../contract/members.ts'
import { type Letter, letter, notMe, toAccount } from './mail.ts'

/** The account of a mail: its handle, and the site of its page. */
type Of = { handle: string; baseUrl: string }

/** The mail with an invitation. The handle is its only text of a stranger. `now` in epoch milliseconds. */
export function invitationMail({ handle, baseUrl }: Of, role: MemberRole, link: string, now: number): Letter {
  return letter(({ say, span, moment }) => ({
    subject: say('mail.invited.subject', { handle }),
    blocks: [
      say('mail.invited.told', { handle, url: baseUrl, role }),
      { link, label: say('mail.invited.button') },
      say('mail.invited.rules', { span: span(limits.invitationMs), until: moment(now + limits.invitationMs) }),
      say('mail.unknown-handle', { handle }),
    ],
  }))
}

/** What became of a person in an account. */
export type MemberNews = 'joined' | 'changed' | 'removed' | 'left'

/** The mail that tells owners of a person in the account. `email`: of that person, who has verified it. */
export function memberMail(news: MemberNews, { handle, baseUrl }: Of, email: string, role: MemberRole): Letter {
  return letter(tongue => {
    const { say } = tongue
    return {
      subject: say('mail.member.subject', { handle }),
      blocks: [
        say(`mail.member.${news}`, { email, handle, role }),
        say('mail.member.not-you'),
        notMe(tongue, baseUrl),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

/** The mail to a person who was removed, or whose role has changed. */
export function toMemberMail({ handle, baseUrl }: Of, role: MemberRole | null): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = { handle, url: baseUrl }
    if (role === null)
      return { subject: say('mail.you-removed.subject', about), blocks: [say('mail.you-removed.told', about)] }
    return {
      subject: say('mail.your-role.subject', about),
      blocks: [say('mail.your-role.told', { ...about, role }), toAccount(tongue, baseUrl)],
    }
  })
}

/** A change of the address of an account, and the mailbox that a mail goes to. */
type AddressMail = Of & { from: string; to: string }

/** The mail that asks a mailbox to confirm a change of the address. `mailbox`: the one that it goes to. `now` in epoch ms. */
export function confirmAddressMail(
  { handle, baseUrl, from, to }: AddressMail,
  mailbox: 'old' | 'new',
  { link, now }: { link: string; now: number },
): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = { handle, url: baseUrl }
    const { addressConfirmMs: valid } = limits
    return {
      subject: say('mail.move.subject', about),
      blocks: [
        mailbox === 'old' ? say('mail.move.from-here', { ...about, to }) : say('mail.move.to-here', { ...about, from }),
        { link, label: say('mail.move.button') },
        say('mail.link-valid', { span: tongue.span(valid), until: tongue.moment(now + valid) }),
        ...(mailbox === 'old'
          ? [say('mail.move.not-you'), notMe(tongue, baseUrl)]
          : [say('mail.unknown-handle', about)]),
      ],
    }
  })
}

/** The mail to the old address of an account, which can take the change back. `until` in epoch ms. */
export function oldAddressMail({ handle, baseUrl, to }: AddressMail, link: string, until: number): Letter {
  return letter(({ say, moment }) => ({
    subject: say('mail.moved.subject', { handle }),
    blocks: [
      say('mail.moved.from-here', { handle, url: baseUrl, to }),
      say('mail.moved.take-back', { until: moment(until) }),
      { link, label: say('mail.moved.button') },
    ],
  }))
}

/** The mail to the new address of an account, and to its other owners. */
export function newAddressMail({ handle, baseUrl, from, to }: AddressMail): Letter {
  return letter(tongue => ({
    subject: tongue.say('mail.moved.subject', { handle }),
    blocks: [
      tongue.say('mail.moved.told', { handle, url: baseUrl, from, to, span: tongue.span(limits.addressTakeBackMs) }),
      toAccount(tongue, baseUrl),
    ],
  }))
}

/** The mail about a change of the address that was taken back, to the address that the account has again and to the other. */
export function addressTakenBackMail({ handle, baseUrl, from, to }: AddressMail): Letter {
  return letter(({ say }) => ({
    subject: say('mail.moved-back.subject', { handle }),
    blocks: [say('mail.moved-back.told', { handle, url: baseUrl, from, to }), say('mail.moved-back.then', { from })],
  }))
}

/** The mail about another handle. `formerly`: without the at sign. */
export function handleMail({ handle, baseUrl }: Of, formerly: string): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = { handle, was: formerly }
    return {
      subject: say('mail.renamed.subject', about),
      blocks: [
        say('mail.renamed.told', { ...about, url: baseUrl, span: tongue.span(limits.formerHandleKeptMs) }),
        say('mail.renamed.not-you'),
        notMe(tongue, baseUrl),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}
