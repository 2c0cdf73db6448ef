// How soon a person should look at an item of the review queue: by the harm that its category does, and whether readers see it.

/** How much harm one post of a category does, most first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** Where nothing is known of the harm, it counts as this. */
const unknown: Severity = 'medium'

/** The urgency of an appeal: money and standing of its author wait for the answer. */
export const appealUrgency = 2 * severities.indexOf('medium')

/** The place of an item in the queue: 0 is most urgent. Of the same harm, what readers see already comes first. */
export function urgencyOf(severity: Severity | undefined, isPublic: boolean): number {
  return 2 * severities.indexOf(severity ?? unknown) + (isPublic ? 0 : 1)
}

/** The urgency of a text of which nothing is known. */
export const usualUrgency = urgencyOf(undefined, false)

/** The harm of an item with an urgency. */
export function severityOf(urgency: number): Severity {
  return severities[Math.min(severities.length - 1, Math.floor(urgency / 2))] ?? unknown
}
