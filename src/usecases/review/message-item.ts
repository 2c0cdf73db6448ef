// A message to an author, or an answer to one, that waits for a person: why it cannot be decided now, and all that a reviewer needs.
import { Problem } from '../../contract/problems/problem.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { knownLanguage } from '../../domain/text/language-tag.ts'
import { instant } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { type HeldMessage, heldMessage } from '../../store/delivery/relay.ts'
import { latestEntry } from '../../store/posts/decision-log.ts'
import { postById } from '../../store/posts/posts.ts'
import { isErased, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'

/** What became of a message, by the action in the log of decisions. */
const outcomes: Readonly<Record<string, string>> = {
  'publish-message': 'delivered',
  'reject-message': 'refused',
  'dismiss-message': 'found fine',
  'pause-sender': 'found to break the policy',
}

/** A message that waits. Throws `not_in_review` with the decision if a person has decided on it, and `not_found`. */
export async function waitingMessage({ db }: Pick<Platform, 'db'>, id: string): Promise<HeldMessage> {
  const held = await heldMessage(db, id)
  if (held) return held
  const last = await latestEntry(db, id, Object.keys(outcomes))
  if (!last) throw new Problem('not_found', `There is nothing at ${id}.`)
  const what = outcomes[last.action]
  throw new Problem('not_in_review', `The message was ${what} by ${last.actor} at ${instant(last.created_at)}.`)
}

/** The findings about a held message, which its row has as JSON. */
export const findingsOf = ({ verdict }: Pick<HeldMessage, 'verdict'>) =>
  JSON.parse(verdict) as { flags?: string[]; category?: string | null; language?: string }

/** A message as the text of an item. */
export function messageText(held: HeldMessage) {
  const { flags = [], language, ...verdict } = findingsOf(held)
  return {
    ...{ id: held.id, post_id: held.post_id, site: held.site, status: 'review' as const },
    ...{ submitted_at: instant(held.created_at), price: 0, abuse_penalty: 0 },
    fields: { message: held.message } as unknown as PostFields,
    ...{ language: knownLanguage(language), flags, verdict, decide_until: null },
  }
}

/**
 * What a message is about. `from`: the handle of its sender, null for a reader without an account; `to`: whom it goes to; `answers`:
 * the text of the post as readers see it, null if it was erased.
 */
export async function messageAbout(
  { db }: Platform,
  { post_id, account_id, answers, reader, reported, note }: HeldMessage,
) {
  const post = await postById(db, post_id)
  const shown = post && (await revisionById(db, post.shown_revision))
  const author = post && (await accountById(db, post.account_id))
  const sender = reader === null ? await accountById(db, account_id) : undefined
  return {
    from: sender?.handle ?? null,
    /** Whether its recipient has reported it, and what the recipient says. */
    reported: reported !== null,
    note,
    is_reply: answers !== null,
    to: answers === null ? (author?.handle ?? null) : null,
    post_status: post?.status ?? null,
    fields: shown && !isErased(shown) ? (JSON.parse(shown.fields) as PostFields) : null,
  }
}
