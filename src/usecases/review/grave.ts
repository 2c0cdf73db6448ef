// Grave texts in the console: which items have one, and how many of them a reviewer has opened today.
import { limits } from '../../contract/limits.ts'
import type { PolicyCategory } from '../../contract/moderation/policy.ts'
import { graveCategory, type KnownOfText } from '../../domain/review/grave.ts'
import { utcDay } from '../../domain/times/time.ts'
import { counted } from '../../store/accounts/counters.ts'
import type { Platform } from '../platform.ts'
import type { itemContext } from './item-context.ts'

/** The grave items that a reviewer has opened on this UTC day; `past`: so many that calmer items are offered first. */
export type Exposure = { seen: number; most: number; past: boolean }

export async function exposureOf({ db, now }: Pick<Platform, 'db' | 'now'>, reviewer: string): Promise<Exposure> {
  const seen = await counted(db, 'grave-seen', reviewer, utcDay(now()))
  return { seen, most: limits.graveSeenPerDay, past: seen >= limits.graveSeenPerDay }
}

type Context = Awaited<ReturnType<typeof itemContext>>

/** The grave category of an item; null for any other item. */
export function graveIn(
  { policy }: Pick<Platform, 'policy'>,
  { text, reports, appeal, rejection, name }: Pick<Context, 'text' | 'reports' | 'appeal' | 'rejection' | 'name'>,
): PolicyCategory | null {
  const contested = appeal?.state === 'open' && rejection ? [rejection.category] : []
  const found = [
    ...(name?.found ?? []).map(({ category }) => category),
    ...(name?.reports ?? []).map(({ reason }) => reason),
  ]
  return graveCategory(policy, {
    verdict: text.verdict as KnownOfText['verdict'],
    named: [...reports.map(({ reason }) => reason), ...contested, ...found],
  })
}
