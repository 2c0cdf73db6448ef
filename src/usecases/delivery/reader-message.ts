// Messages of readers without an account: a code is mailed to the address of the reader, and the message goes out once it is typed.
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { emailKey } from '../../store/accounts/accounts.ts'
import type { Platform } from '../platform.ts'
import { judgeMessage } from './judge-message.ts'
import { readerOf } from './reader-name.ts'
import { readerPrefix, refuseToken } from './refuse-tokens.ts'

export type ReaderMessage = {
  site: SiteId
  postId: string
  message: string
  email: string
  ip: string
  /** The language of the page. */
  language: string
}

/** Mails the code of a message to its reader. Throws `not_found`, `gone`, `rate_limited`. */
export async function mailReaderCode(platform: Platform, asked: ReaderMessage): Promise<void> {
  const { site, postId, email, ip, language } = asked
  const code = codeOf(platform, asked, hourOf(platform))
  await platform.act('mailReaderCode', { site, postId, email, ip, language, reader: readerOf(platform, email), code })
}

/**
 * Sends a message whose code was typed, or holds it for a person; null for a wrong or an old code. Throws the problems of the
 * action and of reading the text.
 */
export async function sendReaderMessage(
  platform: Platform,
  asked: ReaderMessage & { code: string },
): Promise<'sent' | 'held' | null> {
  const { code, email, message, postId, site, ip, language } = asked
  const hour = hourOf(platform)
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (![hour, hour - 1].some(at => codeOf(platform, asked, at) === typed)) return null
  const reader = readerOf(platform, email)
  // One turn for all readers: they pay for nothing.
  const judgement = await judgeMessage(platform, '', { site, message })
  const token = await refuseToken(platform, postId, `${readerPrefix}${reader}`)
  const sent = { site, postId, message, replyEmail: email, reader, ip, judgement, refuseToken: token, language }
  return platform.act('sendReaderMessage', sent)
}

const hourOf = ({ now }: Platform) => Math.floor(now() / limits.readerCodeMs)

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/** The code of a message, of its address and of its post: nothing of it is stored. */
function codeOf({ links }: Platform, { postId, message, email }: ReaderMessage, hour: number): string {
  const seal = Buffer.from(
    links.seal(JSON.stringify(['reader-code', postId, message, emailKey(email), hour])),
    'base64url',
  )
  return [...seal.subarray(0, codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
}
