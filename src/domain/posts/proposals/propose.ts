// Proposes a valid body for a faulty one: corrects what has one reading, lists what has several, and checks the result (contract.md §8).
import type { Proposed } from '../../../contract/problems/proposal.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import type { PlaceLookup } from '../../places/location.ts'
import { BodyDraft, type Members } from './body-draft.ts'
import { correctLocation } from './correct-location.ts'
import { correctNames } from './correct-names.ts'
import { correctPrices } from './correct-price.ts'
import { correctTimes } from './correct-times.ts'
import { correctTopics } from './correct-topics.ts'
import { correctUrls } from './correct-urls.ts'
import { correctValues } from './correct-values.ts'
import { correctZone } from './correct-zone.ts'
import type { OpenedPost } from './envelope.ts'
import { writeOutRule } from './write-out-rule.ts'

export type ProposalContext = {
  site: SiteRow
  now: number
  places: PlaceLookup
  /** The post that is edited; null for a new post. */
  edited: Members | null
  /** The errors of a body; none when it is valid, null when nobody can tell now. */
  errorsOf(body: Members): Promise<string[] | null>
}

/** The members of a problem, and every error that is left in the corrected body. */
export type Proposal = Proposed & { errors: string[] }

/**
 * Corrects a post. Each step rests on those before it: a price needs the country, a time the zone, a zone the city. `proposal` is
 * there only when the corrected body has no error.
 */
export async function propose({ post, changes }: OpenedPost, context: ProposalContext): Promise<Proposal> {
  const { site, places: lookup, now } = context
  const draft = new BodyDraft(post, context.edited)
  correctNames(draft, site)
  correctValues(draft, site)
  correctTopics(draft)
  await correctLocation(draft, site, lookup)
  correctPrices(draft, site)
  correctUrls(draft, site)
  await correctZone(draft, { site, lookup, now })
  correctTimes(draft, site)
  const ruleErrors = writeOutRule(draft, site)
  const left = await context.errorsOf(draft.body)
  const valid = left?.length === 0 && ruleErrors.length === 0
  return proposed(draft, [...changes, ...draft.changes], { valid, errors: [...ruleErrors, ...(left ?? [])] })
}

function proposed(
  { body, choices }: BodyDraft,
  changes: BodyDraft['changes'],
  { valid, errors }: { valid: boolean; errors: string[] },
): Proposal {
  return {
    errors,
    ...(valid && changes.length > 0 && { proposal: body }),
    ...(changes.length > 0 && { changes }),
    ...(choices.length > 0 && { choices }),
  }
}
