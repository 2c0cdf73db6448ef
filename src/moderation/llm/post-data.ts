// A post for a language model: its visible text, as data that can neither end nor imitate the prompt around it.
import { type FlagName, flags as flagMeanings } from '../../contract/moderation/flags.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { withoutStrayInvisibles } from '../prefilter/hidden-text.ts'

/**
 * A post as one JSON object with the nonce at its end: an answer that echoes the nonce shows that the text was not cut off. Brackets
 * in strings are escaped, since servers may read `<|im_end|>` or `[/INST]` as tokens of a chat format.
 */
export function postJson(post: PostText, flags: readonly string[], nonce: string): string {
  const { site, title, body, details, topics, urls } = cleaned(post)
  const noticed = flags.flatMap(flag => meaningOf(flag) ?? [])
  const data = { site, text: { title, body, details, topics, urls }, noticed, nonce }
  return jsonData(data)
}

/** Data as JSON in which no string can end or imitate the prompt around it. */
export function jsonData(data: object): string {
  return JSON.stringify(data).replace(/"(?:[^"\\]|\\.)*"/g, escaped)
}

/** A post as plain lines, for models that take nothing else. */
export function postLines(post: PostText): string {
  const { title, body, details, topics, urls } = cleaned(post)
  const lines = [title, body, details, topics.join(', '), ...urls].filter(line => line)
  return lines.join('\n\n').replaceAll('<', '‹').replaceAll('>', '›')
}

function escaped(string: string): string {
  return string.replace(/[<>[\]{}|]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function cleaned(post: PostText): PostText & { details: string | null } {
  const { title, body, details, topics, urls } = post
  return {
    ...post,
    title: title && withoutStrayInvisibles(title),
    body: withoutStrayInvisibles(body),
    details: details ? withoutStrayInvisibles(details) : null,
    topics: topics.map(withoutStrayInvisibles),
    urls: urls.map(withoutStrayInvisibles),
  }
}

/** The meaning of a flag; undefined for an unknown flag and for one about the embedded model. */
function meaningOf(flag: string): string | undefined {
  return flag !== 'unread_language' && Object.hasOwn(flagMeanings, flag) ? flagMeanings[flag as FlagName] : undefined
}
