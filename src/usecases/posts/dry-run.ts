// Says what a post would meet, without storing, charging or striking anything (contract.md §8).

import { editWaits } from '../../actions/posts/submit-edit.ts'
import {
  costOfAbuse,
  duplicateOf,
  freeRefusal,
  refusePrice,
  refuseStanding,
  type Submission,
  tooLittle,
} from '../../actions/posts/submit-post.ts'
import { Problem } from '../../contract/problem.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { type Account, accountById } from '../../store/money/accounts.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import { openEditOf } from '../../store/posts/edits.ts'
import { livePostWith } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'
import { findAndPrepareEdit } from './prepare-edit.ts'
import { type PreparedPost, preparePost } from './prepare-post.ts'

export type Blocking = { code: ProblemCode; message: string }

export type DryRun = {
  dry_run: true
  site: SiteId
  outcome: 'would_queue' | 'would_refuse' | 'would_reject_as_abuse'
  price: number
  charged: 0
  penalty_if_abuse: number
  ready_to_post: boolean
  blocking?: Blocking
  refusal?: { category: string; reason: string; rule: string }
  flags: string[]
  note: string
}

type Asked = { site: SiteId; caller: KeyHolder; maxPriceMicros?: number | undefined }

/** Checks a body as a real post would be checked. Throws `invalid` and `overloaded`; everything else is in the answer. */
export async function dryRun(platform: Platform, site: SiteId, caller: KeyHolder, body: unknown): Promise<DryRun> {
  const prepared = await preparePost(platform, site, body, { accountId: caller.accountId })
  return wouldBe(platform, { site, caller, postId: null }, prepared)
}

/** Checks an edit as a real one would be checked; a price above `maxPriceMicros` blocks it. Throws `invalid`, `not_found`, `gone`, `not_editable`. */
export async function dryRunOfEdit(
  platform: Platform,
  { postId, site, caller, body, maxPriceMicros }: Asked & { postId: string; body: unknown },
): Promise<DryRun> {
  const of = { postId, keyId: caller.keyId, site }
  const { edited } = await findAndPrepareEdit(platform, of, body as object)
  if (!edited.free && (await openEditOf(platform.db, postId))) throw editWaits()
  const answer = await wouldBe(platform, { site, caller, postId, maxPriceMicros }, edited)
  return edited.free ? { ...answer, note: sentences.dryRunOfFree } : answer
}

async function wouldBe(
  platform: Platform,
  { site, caller, postId, maxPriceMicros }: Asked & { postId: string | null },
  prepared: PreparedPost,
): Promise<DryRun> {
  const account = await accountById(platform.db, caller.accountId)
  const other = await livePostWith(platform.db, prepared.fingerprint)
  const duplicate = other === postId ? null : other
  const refused = prepared.refusal ? freeRefusal(prepared.refusal) : duplicate ? duplicateOf(duplicate) : null
  const outcome = prepared.refusal?.abuse ? 'would_reject_as_abuse' : refused ? 'would_refuse' : 'would_queue'
  const blocking = blockingOf(account, { price: prepared.price, maxPriceMicros })
  return {
    dry_run: true,
    site,
    outcome,
    price: prepared.price,
    charged: 0,
    penalty_if_abuse: costOfAbuse(prepared.price),
    ready_to_post: outcome === 'would_queue' && !blocking,
    ...(blocking && { blocking }),
    ...(refused?.extras.refusal && { refusal: refused.extras.refusal }),
    flags: prepared.facts.flags,
    note: sentences.dryRun,
  }
}

function blockingOf(
  account: Account | undefined,
  allowed: Pick<Submission, 'price' | 'maxPriceMicros'>,
): Blocking | null {
  const { price } = allowed
  try {
    refuseStanding(account)
    refusePrice(allowed)
    if (account.balance < price) throw tooLittle(account, price)
    return null
  } catch (thrown) {
    if (thrown instanceof Problem) return { code: thrown.code, message: thrown.message }
    throw thrown
  }
}
