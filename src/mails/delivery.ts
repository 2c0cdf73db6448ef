// Mails about delivery: a relayed message, an endpoint that was turned off.
import { limits } from '../contract/limits.ts'
import type { SiteRow } from '../contract/sites.ts'
import { span } from '../contract/words.ts'
import { instant } from '../domain/times/time.ts'
import { type Mail, mail } from './mail.ts'

export type RelayedMessage = {
  site: SiteRow
  /** The page of the post that the message is about. */
  url: string
  /** The headline of that post; null if it has none. */
  headline: string | null
  /** The handle of the sender's account; null for a reader without one. */
  handle: string | null
  message: string
  replyEmail: string
  /** Whether `replyEmail` is the verified address of the sender's account. */
  replyVerified: boolean
  /** The page on which the author refuses further messages of the sender. */
  refuseUrl: string
  /** The page of the conversation in the account of the author. */
  answerUrl: string
}

/**
 * The mail that carries a stranger's message to the author of a post. Every line is quoted, so that none passes for ours. The
 * subject holds no text of a stranger.
 */
export function relayMail(relayed: RelayedMessage): Mail {
  const { site, url, headline, handle, message, replyEmail, replyVerified, refuseUrl, answerUrl } = relayed
  return mail(`A reader answers your ${site.noun} on ${site.title}`, [
    `Somebody has sent you a message through ${site.title} about your ${site.noun}:`,
    { lines: [...(headline === null ? [] : [headline]), url] },
    'The lines that begin with > or stand beside a bar are theirs. We do not know who they are and have not checked what they say. Be careful with links, and with anybody who wants money, codes or passwords.',
    { quote: message },
    `To answer, reply to this mail: your answer goes to ${replyEmail}, the address that they gave, and shows them yours. Until you reply they do not learn your address.`,
    replyVerified
      ? 'That address is verified: the sender reads its mail.'
      : 'NOT VERIFIED: nobody has shown us that the sender reads mail at that address. It may belong to somebody else, and it is not the one of their account.',
    'Your account page has all messages about your posts. There you can answer, block the sender, or report the message:',
    { link: answerUrl, label: 'Open the conversation' },
    'To get no more messages from this sender, open this link:',
    { link: refuseUrl, label: 'Refuse messages of this sender' },
    handle === null
      ? `It was written on the page of your ${site.noun}, by a reader without an account. If it is abusive, do not answer; tell the operator of ${new URL(url).origin} the Message-ID of this mail.`
      : `It was sent by the holder of the account @${handle}. If it is abusive, do not answer; tell the operator of ${new URL(url).origin} the name of that account and the Message-ID of this mail.`,
  ])
}

/** The mail with the code that a reader types to send a message. It holds no text of a stranger but the headline of the post. */
export function readerCodeMail(of: Pick<RelayedMessage, 'site' | 'url' | 'headline'> & { code: string }): Mail {
  const { site, url, headline, code } = of
  return mail(`${code} is your code for ${site.title}`, [
    `Somebody wants to send a message about this ${site.noun} and gave your address for the answer:`,
    { lines: [...(headline === null ? [] : [headline]), url] },
    'Type this code on the page on which you wrote the message, and it goes out:',
    { lines: [code] },
    `The code works for ${span(limits.readerCodeMs)}. If you wrote no message, do nothing: none is sent, and the ${site.relayed?.recipient ?? 'author'} does not learn your address.`,
  ])
}

export type RepliedMessage = Pick<RelayedMessage, 'site' | 'url' | 'headline' | 'refuseUrl'> & {
  reply: string
  /** The handle of the author. */
  handle: string
  /** The verified address of the author's account. */
  authorEmail: string
  /** When the reader's message was mailed, in epoch milliseconds. */
  askedAt: number
}

/**
 * The mail that carries the answer of an author to a reader. Every line of it is quoted, so that none passes for ours. It does not
 * repeat the reader's message: nobody has verified the address that the reader gave, so it may be a stranger's.
 */
export function replyMail({
  site,
  url,
  headline,
  refuseUrl,
  reply,
  handle,
  authorEmail,
  askedAt,
}: RepliedMessage): Mail {
  return mail(`An answer about a ${site.noun} on ${site.title}`, [
    `A message with your address went to @${handle} at ${instant(askedAt)}, through ${site.title} and about this ${site.noun}. Here is the answer:`,
    { lines: [...(headline === null ? [] : [headline]), url] },
    'The lines that begin with > or stand beside a bar are theirs. We have not checked what they say. Be careful with links, and with anybody who wants money, codes or passwords.',
    { quote: reply },
    `To go on, reply to this mail: your answer goes to ${authorEmail}, the address of their account. They know your address now.`,
    'If you have sent no message, somebody else has given your address. Then do not answer.',
    'To get no more messages from them, open this link:',
    { link: refuseUrl, label: 'Refuse messages of this sender' },
    `If it is abusive, do not answer; tell the operator of ${new URL(url).origin} the name of the account, @${handle}, and the Message-ID of this mail.`,
  ])
}

export type DisabledWebhook = {
  id: string
  url: string
  /** `gone`: the endpoint answered 410. `failing`: every delivery failed for a day. */
  reason: 'gone' | 'failing'
  /** The time of the first failure, or of the answer 410, in epoch milliseconds. */
  since: number
}

/**
 * The mail that tells the owner that a webhook endpoint was turned off, and how the agent turns it on again. The API is at
 * `baseUrl`; `now` is in epoch milliseconds.
 */
export function webhookDisabledMail({ id, url, reason, since }: DisabledWebhook, baseUrl: string, now: number): Mail {
  const at = `${baseUrl}/v1/webhooks/${id}`
  return mail('A webhook endpoint was turned off', [
    reason === 'gone'
      ? 'This webhook endpoint has answered 410, which says that it is gone for good:'
      : `Every delivery to this webhook endpoint has failed since ${instant(since)}:`,
    { lines: [new URL(url).href, id] },
    `It was turned off at ${instant(now)}; nothing is sent to it any more. The log of its deliveries shows what went wrong:`,
    { lines: [`GET ${at}/deliveries`] },
    'Do you still want it? Once the receiver works again, your agent turns the endpoint on and replays the missed events, with its API key:',
    { lines: [`PATCH ${at}   {"active": true}`, `POST ${at}/replay   {"since": "${instant(since)}"}`] },
    `Events are kept for ${span(limits.eventsKeptMs)}, and can be read without an endpoint with GET ${baseUrl}/v1/outcomes.`,
  ])
}
