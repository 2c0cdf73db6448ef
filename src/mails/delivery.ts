// Mails about delivery: a relayed message, an endpoint that was turned off.
import { limits } from '../contract/limits.ts'
import type { SiteRow } from '../contract/sites.ts'
import { siteTitle, siteValues } from '../domain/languages/site-values.ts'
import type { Tongue } from '../domain/languages/tongue.ts'
import { instant } from '../domain/times/time.ts'
import { type Block, type Letter, letter } from './mail.ts'

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

type OfPost = Pick<RelayedMessage, 'site' | 'url' | 'headline'>

const valuesOf = ({ site }: OfPost, tongue: Tongue) => ({ ...siteValues(site), title: siteTitle(site, tongue) })

/** The post by its headline and its address. */
const postLines = ({ url, headline }: OfPost): Block => ({ lines: [...(headline === null ? [] : [headline]), url] })

/**
 * The mail that carries a stranger's message to the author of a post. Every line is quoted, so that none passes for ours. The
 * subject holds no text of a stranger.
 */
export function relayMail(relayed: RelayedMessage): Letter {
  const { url, handle, message, replyEmail, replyVerified, refuseUrl, answerUrl } = relayed
  return letter(tongue => {
    const { say } = tongue
    const about = valuesOf(relayed, tongue)
    const operator = new URL(url).origin
    return {
      subject: say('mail.relay.subject', about),
      blocks: [
        say('mail.relay.told', about),
        postLines(relayed),
        say('mail.relay.marked'),
        { quote: message },
        say('mail.relay.answer', { email: replyEmail }),
        say(replyVerified ? 'mail.relay.verified' : 'mail.relay.unverified'),
        say('mail.relay.conversation'),
        { link: answerUrl, label: say('mail.relay.open') },
        say('mail.relay.no-more'),
        { link: refuseUrl, label: say('mail.relay.refuse') },
        handle === null
          ? say('mail.relay.by-reader', { ...about, url: operator })
          : say('mail.relay.by-account', { handle, url: operator }),
      ],
    }
  })
}

/** The mail with the code that a reader types to send a message. It holds no text of a stranger but the headline of the post. */
export function readerCodeMail({ code, ...of }: OfPost & { code: string }): Letter {
  return letter(tongue => {
    const { say } = tongue
    const about = valuesOf(of, tongue)
    return {
      subject: say('mail.code.subject', { ...about, code }),
      blocks: [
        say('mail.code.told', about),
        postLines(of),
        say('mail.code.type'),
        { lines: [code] },
        say('mail.code.rules', { ...about, span: tongue.span(limits.readerCodeMs) }),
      ],
    }
  })
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
export function replyMail(replied: RepliedMessage): Letter {
  const { url, refuseUrl, reply, handle, authorEmail, askedAt } = replied
  return letter(tongue => {
    const { say } = tongue
    const about = { ...valuesOf(replied, tongue), handle }
    return {
      subject: say('mail.reply.subject', about),
      blocks: [
        say('mail.reply.told', { ...about, time: tongue.moment(askedAt) }),
        postLines(replied),
        say('mail.reply.marked'),
        { quote: reply },
        say('mail.reply.answer', { email: authorEmail }),
        say('mail.reply.not-you'),
        say('mail.reply.no-more'),
        { link: refuseUrl, label: say('mail.relay.refuse') },
        say('mail.reply.abuse', { handle, url: new URL(url).origin }),
      ],
    }
  })
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
export function webhookDisabledMail({ id, url, reason, since }: DisabledWebhook, baseUrl: string, now: number): Letter {
  const at = `${baseUrl}/v1/webhooks/${id}`
  return letter(({ say, moment, span }) => ({
    subject: say('mail.webhook.subject'),
    blocks: [
      reason === 'gone' ? say('mail.webhook.gone') : say('mail.webhook.failing', { time: moment(since) }),
      { lines: [new URL(url).href, id] },
      say('mail.webhook.off', { time: moment(now) }),
      { lines: [`GET ${at}/deliveries`] },
      say('mail.webhook.again'),
      { lines: [`PATCH ${at}   {"active": true}`, `POST ${at}/replay   {"since": "${instant(since)}"}`] },
      say('mail.webhook.kept', { span: span(limits.eventsKeptMs), request: `GET ${baseUrl}/v1/outcomes` }),
    ],
  }))
}
