// Passes the message of a reader without an account on to the author of a post, after the reader has shown to read its mail.
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { readerCodeMail } from '../../mails/delivery.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { freeRefusal } from '../rules/guards.ts'
import { refusePaused } from '../rules/relay-senders.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { countRelayed } from './count-relayed.ts'
import { answerablePost, fromReader, holdForPerson, type MessageJudgement, titleOf } from './relay-message.ts'

type Asked = {
  site: SiteId
  postId: string
  email: string
  ip: string
  reader: string
  code: string
  language: string | null
}

/** Mails a code to the address of a reader. Throws `not_found`, `gone`, and `rate_limited` past a limit of the address or the IP. */
export async function mailReaderCode(scope: Scope, asked: Asked): Promise<void> {
  const { db, now } = scope
  const { site, postId, email, ip, reader, code, language } = asked
  const { post } = await answerablePost(scope, { site, postId, reader })
  await refusePaused(db, [reader], now)
  await countRelayed(scope, [
    ['relay-code-ip', ip, limits.readerCodesPerIpPerDay, 'codes were asked for from this IP address'],
    ['relay-code-to', reader, limits.readerCodesPerAddressPerDay, 'codes were mailed to this address'],
  ])
  const url = `${baseUrlOf(scope.facts, site)}/p/${postId}`
  const letter = readerCodeMail({ site: siteRow(site), url, headline: await titleOf(scope, post), code })
  const mail = letter(tongueOf(scope, language))
  await insertMail(db, { id: scope.ids.id('message'), accountId: null, recipient: email, ...mail, now })
  scope.signal('mail')
}

type Sent = {
  site: SiteId
  postId: string
  message: string
  replyEmail: string
  reader: string
  ip: string
  judgement: MessageJudgement
  refuseToken: string
  /** The language in which the reader is written to. */
  language: string | null
}

/**
 * Puts the message into the outbox, or holds it for a person. Throws `not_found`, `gone`, the refusal, and `rate_limited` past a
 * limit of the IP address, the reader or the author. A message that is refused counts for nothing.
 */
export async function sendReaderMessage(scope: Scope, { ip, judgement, ...sent }: Sent): Promise<'sent' | 'held'> {
  const { reader, postId, site, message, replyEmail, language } = sent
  const letter = await fromReader(scope, sent)
  await refusePaused(scope.db, [reader], scope.now)
  if (judgement.to === 'refused') throw freeRefusal(judgement.refusal)
  await countRelayed(scope, [
    ['relay-ip', ip, limits.relaysPerIpPerDay, 'messages came from this IP address'],
    ['relay-account', reader, limits.relaysPerAccountPerDay, 'messages came from this reader'],
    [
      'relay-post',
      `${reader} ${postId}`,
      limits.relaysPerSenderAndPostPerDay,
      'messages about this post came from you',
    ],
    ['relay-author', letter.authorId, limits.relaysPerAuthorPerDay, 'messages went to the author of this post'],
  ])
  if (judgement.to === 'pass') {
    await letter.send()
    return 'sent'
  }
  await holdForPerson(scope, judgement, {
    ...{
      site,
      post_id: postId,
      account_id: letter.authorId,
      message,
      reply_email: replyEmail,
      answers: null,
      reader,
      language,
    },
  })
  return 'held'
}
