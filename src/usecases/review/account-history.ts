// The page of an account for reviewers: who it is, and its whole history, newest first.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { instant } from '../../domain/times/time.ts'
import { accountByHandle, accountById } from '../../store/accounts/accounts.ts'
import { type HistoryPlace, type HistoryRow, historyOf, samplesOfAccount } from '../../store/review/account-history.ts'
import { recordOf } from '../../store/review/claims.ts'
import type { Sample } from '../../store/review/samples.ts'
import type { Platform } from '../platform.ts'
import { wordsOf } from './past-decisions.ts'

/** Something that happened, for reviewers. `struck`: the text has a strike of its own. `amount`: the penalty that is kept, micros. */
export type HistoryEntry = Pick<
  HistoryRow,
  'happened' | 'ref' | 'post_id' | 'site' | 'status' | 'category' | 'said' | 'who'
> & {
  at: string
  words: string
  amount: number
  struck: boolean
}

/** `older`: the place where the next page begins, for its address; null on the last page. */
export type AccountHistory = {
  account: {
    id: string
    handle: string
    since: string
    strikes: number
    suspended: boolean
    banned: boolean
    erased: boolean
    record: { status: string; n: number }[]
  }
  entries: HistoryEntry[]
  older: string | null
}

const textsCounted = 5_000

/**
 * The history of the account with an id or a handle. Decisions that `reviewer` is to repeat are shown as if they were not made.
 * `before`: the place that the page before gave. Throws `not_found`.
 */
export async function accountHistory(
  platform: Platform,
  { id, reviewer, before }: { id: string; reviewer: string; before: string | null },
): Promise<AccountHistory> {
  const { db } = platform
  const account = (await accountById(db, id)) ?? (await accountByHandle(db, id))
  if (!account) throw new Problem('not_found', `There is no account ${id}.`)
  const blind = await samplesOfAccount(db, account.id, reviewer)
  const limit = limits.reviewShown
  const found = await historyOf(db, account.id, { before: placeIn(before), limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const hidden = (at: number | null) => blind.some(({ first_at }) => first_at === at)
  return {
    account: {
      ...{ id: account.id, handle: account.handle, since: instant(account.created_at) },
      strikes: account.strikes - found.filter(row => isStruck(row) && blindOf(row, blind)).length,
      suspended: account.suspended_at !== null,
      banned: account.banned_at !== null && !hidden(account.banned_at),
      erased: account.erased_at !== null,
      record: blind.length > 0 ? [] : await recordOf(db, account.id, textsCounted),
    },
    entries: shown.filter(({ happened, at }) => happened !== 'standing' || !hidden(at)).map(row => entryOf(row, blind)),
    older: found.length > limit && last ? `${last.at}.${last.ref}` : null,
  }
}

/** The sample that a row would tell the decision of. */
const blindOf = ({ happened, ref, post_id }: HistoryRow, blind: readonly Sample[]) =>
  blind.find(
    sample =>
      (happened === 'text' && ref === sample.revision_id) || (happened === 'reported' && post_id === sample.post_id),
  )

const isStruck = ({ happened, ref, penalized, strike_of }: HistoryRow) =>
  happened === 'text' && penalized === 1 && (strike_of ?? ref) === ref

function entryOf(row: HistoryRow, samples: readonly Sample[]): HistoryEntry {
  const { happened, ref, post_id, site, fields } = row
  const sample = blindOf(row, samples)
  const shown = { happened, ref, post_id, site, at: instant(row.at), words: wordsOf(site, fields) }
  if (!sample) {
    const { status, category, said, who, amount } = row
    return { ...shown, status, category, said, who, amount: amount ?? 0, struck: isStruck(row) }
  }
  const { status, category, said } =
    happened === 'reported'
      ? { ...row, status: 'open' }
      : { status: sample.kind === 'text' ? 'review' : 'published', category: null, said: '' }
  return { ...shown, status, category, said, who: null, amount: 0, struck: false }
}

function placeIn(before: string | null): HistoryPlace | undefined {
  const [, at, ref] = /^(\d{1,15})\.(\w{1,60})$/.exec(before ?? '') ?? []
  return at === undefined || ref === undefined ? undefined : { at: Number(at), ref }
}
