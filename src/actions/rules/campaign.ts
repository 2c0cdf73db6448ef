// Campaigns: near-duplicates of one account that were sent before the first of them was decided share one strike (contract.md §12).
import { areAlike } from '../../domain/posts/likeness.ts'
import type { Db } from '../../store/database/schema.ts'
import { isErased, type RevisionRow, struckTexts } from '../../store/posts/revisions.ts'

/** The most texts with strikes that are compared: an account has few before it is banned. */
const compared = 5

type Struck = Awaited<ReturnType<typeof struckTexts>>[number]

/**
 * The text whose strike covers this one: a near-duplicate of the account that was decided after this text was sent, so that its
 * author could not know yet. Null if there is none.
 */
export async function firstOfCampaign(
  db: Db,
  text: Pick<RevisionRow, 'id' | 'account_id' | 'site' | 'fields' | 'submitted_at'>,
): Promise<string | null> {
  if (isErased(text)) return null
  const struck = await struckTexts(db, text.account_id, compared)
  const first = struck.find(
    other =>
      other.id !== text.id &&
      other.site === text.site &&
      !isErased(other) &&
      wasUnknownAt(text.submitted_at, other) &&
      areAlike(text, other),
  )
  return first?.id ?? null
}

/** Whether a text was undecided when another was sent. One that is decided on arrival is known from its own answer on. */
function wasUnknownAt(sentAt: number, { submitted_at: arrived, decided_at }: Struck): boolean {
  const decided = decided_at ?? 0
  return decided > sentAt || (decided === sentAt && arrived < decided)
}
