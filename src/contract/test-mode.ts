// Test mode: the words in a text by which a test key chooses what becomes of it, and the limits of a test world.
import { dayMs, minuteMs } from './spans.ts'

/** What follows in a text: `test-outcome-published`. A topic may be the word too. */
export const testOutcomePrefix = 'test-outcome-'

/** Every outcome that a text can choose, with what happens. Without one, the packaged model decides. */
export const testOutcomes = {
  published: 'The model publishes it.',
  'review-published': 'It goes to a person, who publishes it after a minute.',
  'review-rejected': 'It goes to a person, who rejects it for low quality after a minute.',
  'low-quality': 'The model rejects it for low quality; the fee is refunded.',
  abuse: 'The model rejects it as abuse: a penalty and a strike.',
  'abuse-at-once': 'A fixed rule finds certain abuse: 422 with the post, a penalty and a strike.',
  'ask-approved': 'It waits for the owner, who approves it after a minute.',
  'ask-refused': 'It waits for the owner, who refuses it after a minute.',
  budget: 'The key may not spend that much: 402 `budget_exhausted`.',
  'no-money': 'The balance is too low: 402 `insufficient_balance`.',
  unsure: 'It goes to a person and stays there.',
  slow: 'The model starts: the decision comes after 20 minutes.',
  'model-down': 'The model fails each time: after five tries it goes to a person.',
  gone: 'It is published, and a person removes it after a minute.',
} as const satisfies Record<string, string>
export type TestOutcome = keyof typeof testOutcomes

export const testMode = {
  /** How long people of a test world take. */
  peopleMs: minuteMs,
  slowMs: 20 * minuteMs,
  /** The most by which one request advances a clock, and all requests together. */
  advanceMs: 400 * dayMs,
  aheadMs: 1_200 * dayMs,
  /** A world that no account owns is forgotten after this time without a change. */
  keptMs: 30 * dayMs,
  /** How long a world moves on by itself after a request. */
  awakeMs: minuteMs,
  /** How long one request advances a clock before it answers with what is left, in real time. */
  advancingMs: 5_000,
  /** The clocks that wait for their turn in a process; one moves at a time. */
  waitingClocks: 64,
  /** The bytes of a world past which it takes no more posts. */
  worldBytes: 6 * 1024 * 1024,
  /** The worlds that a process keeps open. */
  openWorlds: 64,
} as const

/** The outcome that a text chooses; null for none, and for a word that is no outcome. */
export function testOutcomeIn(text: string): TestOutcome | null {
  const at = text.indexOf(testOutcomePrefix)
  if (at < 0) return null
  const word = /^[a-z-]{1,30}/.exec(text.slice(at + testOutcomePrefix.length, at + testOutcomePrefix.length + 30))?.[0]
  const name = word?.replace(/(?<!-)-+$/, '')
  return name !== undefined && Object.hasOwn(testOutcomes, name) ? (name as TestOutcome) : null
}
