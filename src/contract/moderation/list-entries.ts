// What the lists of the platform can hold, and what an entry of them does to a text that has it.

/** `phrase`: words in a row. `domain`: a host, with all hosts below it. `phone`: a number. `text`: the hash of a whole text. */
export const entryKinds = ['phrase', 'domain', 'phone', 'text'] as const
export type EntryKind = (typeof entryKinds)[number]

/** `flag`: the model and reviewers see it. `hold`: a person decides instead of a publication. `refuse`: refused, free of charge. */
export const entryActions = ['flag', 'hold', 'refuse'] as const
export type EntryAction = (typeof entryActions)[number]

/** What a text has of the lists: the id of an entry, what it does, and whether it is only tried out and does nothing. */
export type Listed = { rule: string; action: EntryAction; category: string | null; shadow?: true }

const ruleOfEntry = /^LIST-([1-9]\d*)$/

/** The id of an entry in answers and in the log of decisions. */
export const listRule = (seq: number): string => `LIST-${seq}`

/** The number of the entry with an id; null for the id of any other rule. */
export function entryOfRule(rule: string | undefined): number | null {
  const seq = ruleOfEntry.exec(rule ?? '')?.[1]
  return seq === undefined ? null : Number(seq)
}
