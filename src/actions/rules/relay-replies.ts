// Whether a message about a post can be answered: one answer each, whose repeat has the answer of the first (contract.md §6).
import { invalid, Problem } from '../../contract/problems/problem.ts'
import type { Db } from '../../store/database/schema.ts'
import { type RelayedMessageRow, replyIsHeld } from '../../store/delivery/relay.ts'

/** Who reads a message: the key of the post; null for a person of the account, who reads what all its keys read. */
export type Recipient = { accountId: string; keyId: string | null }

type Asked = Recipient & { id: string; site: RelayedMessageRow['site'] }

/** Refuses a message that is unknown or about a post of another key, or of another account. Throws `not_found`. */
export function refuseForeign(
  message: RelayedMessageRow | undefined,
  { id, accountId, keyId, site }: Asked,
): asserts message is RelayedMessageRow {
  if (keyId === null && message?.author_id !== accountId)
    throw new Problem('not_found', 'The account has no such message.')
  if (keyId !== null && (message?.key_id !== keyId || message.site !== site))
    throw new Problem('not_found', `There is no message ${id} about a post of this key.`)
}

/** What became of the same answer before; null for a message without an answer. Throws `invalid` for a second answer. */
export async function repeatedReply(
  db: Db,
  { id, reply }: RelayedMessageRow,
  text: string,
): Promise<'sent' | 'held' | null> {
  const before = reply ?? (await replyIsHeld(db, id))?.message ?? null
  if (before === null) return null
  if (before === text) return reply === null ? 'held' : 'sent'
  throw invalid([
    `/message: the message ${id} has an answer already; write to reply_email, which the list of messages shows once the answer is mailed`,
  ])
}
