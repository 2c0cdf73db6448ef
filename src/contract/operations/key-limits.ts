// The limits that the owner sets for a key, as the key sees them in the account and in a dry run.
import { type Static, Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { closed, Instant, Micros, orNull } from '../posts.ts'
import { siteIds } from '../sites/site-ids.ts'
import { micros } from './tool.ts'

/** The limits of a key that the owner can set. */
export const keyControls = {
  daily_budget: orNull(Micros('What the key may spend a UTC day, searches included; null for no limit.')),
  monthly_budget: orNull(Micros('What it may spend a UTC month; null for no limit.')),
  post_limit: orNull(Micros('What it may spend on one post or edit; null for no limit.')),
  sites: orNull(
    Type.Array(Type.Enum([...siteIds]), {
      minItems: 1,
      maxItems: siteIds.length,
      uniqueItems: true,
      description: 'The sites that it may post on; null for all.',
    }),
  ),
  ask_first: Type.Boolean({ description: 'Whether its posts and edits wait until the owner approves them.' }),
}

export const KeyLimits = Type.Object(
  {
    key_id: idSchema('key'),
    name: Type.String({ description: 'The name that the owner gave it.' }),
    ...keyControls,
    spent_today: Micros('What it has spent on this UTC day.'),
    left_today: orNull(Micros('What is left of its daily budget; null without one.')),
    resets_at: Instant('When the next UTC day begins.'),
    spent_month: Micros('What it has spent in this UTC month.'),
    left_month: orNull(Micros('What is left of its monthly budget; null without one.')),
    month_resets_at: Instant('When the next UTC month begins.'),
    paused: Type.Boolean({ description: 'Whether the owner has paused it: it can read, and neither post nor spend.' }),
  },
  { ...closed, title: 'KeyLimits', description: 'The key of the request and what its owner lets it do.' },
)
export type KeyLimits = Static<typeof KeyLimits>

export const exampleKeyLimits: KeyLimits = {
  key_id: 'key_6Nw2xQvT9rLm4ZbKc8Yd',
  name: 'news agent',
  daily_budget: 5_000_000,
  monthly_budget: null,
  post_limit: null,
  sites: null,
  ask_first: false,
  spent_today: 1_000_000,
  left_today: 4_000_000,
  resets_at: '2026-11-22T00:00:00Z',
  spent_month: 1_000_000,
  left_month: null,
  month_resets_at: '2026-12-01T00:00:00Z',
  paused: false,
}

/** The limits of a key in sentences for a model; none where it has none. `price`, in micros, is about to be spent. */
export function keyLine(key: KeyLimits, price = 0): string[] {
  const { daily_budget: budget, spent_today: spent, left_today: left, resets_at, post_limit, sites, ask_first } = key
  return [
    ...(key.paused ? ['The owner has paused this key: it can read, and neither post nor spend.'] : []),
    ...(budget === null || left === null
      ? []
      : [
          `Budget of this key: ${micros(left)} of ${micros(budget)} left today (${micros(spent)} spent), anew at ${resets_at}${price > left ? '; this costs more' : ''}.`,
        ]),
    ...(key.monthly_budget === null || key.left_month === null
      ? []
      : [
          `Budget of this key for the month: ${micros(key.left_month)} of ${micros(key.monthly_budget)} left, anew at ${key.month_resets_at}${price > key.left_month ? '; this costs more' : ''}.`,
        ]),
    ...(post_limit === null ? [] : [`It may spend ${micros(post_limit)} on one post or edit.`]),
    ...(sites === null ? [] : [`It may post on: ${sites.join(', ')}.`]),
    ...(ask_first ? ['What it posts waits until the owner approves it (awaiting_owner).'] : []),
  ]
}
