// Checks a text as a submission would, without storing, charging or striking (contract.md §8).
import { firstProblem, guardInput } from '../../actions/rules/guards.ts'
import type { FlagName } from '../../contract/moderation/flags.ts'
import type { DryRun } from '../../contract/operations/dry-run.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { editPriceLines, priceLines } from '../../domain/money/price-lines.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { warningsOf } from '../../domain/posts/warnings.ts'
import { timeWords } from '../../domain/times/time-words.ts'
import { formatInZone } from '../../domain/times/zones.ts'
import { linkIn } from '../../moderation/prefilter/links.ts'
import { Survey } from '../../moderation/prefilter/survey.ts'
import { postById } from '../../store/posts/posts.ts'
import { keyView } from '../accounts/key-views.ts'
import { blockingOf } from '../accounts/readiness.ts'
import { noticedOf, outlookOf } from '../learning/moderation-state.ts'
import type { Platform } from '../platform.ts'
import { nearDuplicateFlags } from './near-duplicates.ts'
import type { Prepared } from './prepared.ts'
import { objectToCheck, withProposal } from './proposals.ts'
import { turnOf } from './read-text.ts'
import { prepare, type SubmitRequest } from './submit.ts'

/**
 * Checks a text. Throws `invalid`, `overloaded`, `rate_limited`, and the problems of a post that cannot be edited. Every other
 * problem is in the answer.
 */
export async function dryRun(platform: Platform, request: SubmitRequest): Promise<DryRun> {
  const { site, caller, maxPriceMicros } = request
  await objectToCheck(platform, request)
  const prepared = await prepare(platform, request, { dryRun: true }).catch(async thrown => {
    throw await withProposal(platform, request, thrown)
  })
  const submission = { ...prepared, site, ...caller, maxPriceMicros }
  const { db } = platform
  const input = await guardInput({ db, now: platform.now(), facts: platform.facts }, submission, id => postById(db, id))
  const notEditable = firstProblem(input, ['post'])
  if (notEditable) throw notEditable
  const refused = firstProblem(input, ['text'])
  const { asks } = input
  const abuse = prepared.refusal?.abuse === true && !asks
  const taken = prepared.atOnce && !asks ? 'would_apply' : 'would_queue'
  const outcome = abuse ? 'would_reject_as_abuse' : refused ? 'would_refuse' : taken
  const blocking = blockingOf(platform, { site: { id: site, baseUrl: input.baseUrl }, caller }, input)
  const refusal = abuse ? refusalOf(prepared) : refused?.extras.refusal
  const flags = [...prepared.facts.flags, ...(await resembling(platform, request, prepared))]
  return {
    dry_run: true,
    site,
    outcome,
    price: prepared.price,
    charged: 0,
    penalty_if_abuse: prepared.price + prepared.abusePenalty,
    ready_to_post: outcome === taken && !blocking,
    ...(blocking && { blocking }),
    ...(refusal && { refusal }),
    ...(asks && { needs_approval: true as const }),
    key: keyView(input.key, input.now),
    ...localTimes(prepared, site),
    ...(prepared.edits && { changes: prepared.changes }),
    ...(outcome === 'would_queue' && !asks
      ? await outlookOf(platform, { flags, accountId: caller.accountId })
      : noticedOf(flags)),
    ...(await adviceOn(platform, request, prepared)),
    note: asks ? `${sentences.dryRunAsksFirst} ${noteOf(prepared)}` : noteOf(prepared),
  }
}

/** The warnings about the text, and its price in lines. */
async function adviceOn(
  platform: Platform,
  { site: id, postId }: SubmitRequest,
  prepared: Prepared,
): Promise<Pick<DryRun, 'warnings' | 'price_lines'>> {
  const site = platform.site(id)
  const { fields, facts, price, atOnce, made } = prepared
  const isLinked = site.price.withLinkMicros !== null && price === site.price.withLinkMicros
  const basis = {
    price,
    occurrences: Math.max(1, facts.times.length),
    link: isLinked ? linkIn(new Survey(postText(site, fields))) : null,
  }
  return {
    warnings: await warningsOf(site, prepared, platform.places),
    price_lines:
      postId === undefined
        ? priceLines(site, basis)
        : editPriceLines(price, atOnce ? 'at-once' : made === undefined ? 'judged' : 'links'),
  }
}

/** The times as readers will see them, which reveal a time written in the wrong zone. */
function localTimes({ fields, facts, edits }: Prepared, site: SiteId): Pick<DryRun, 'local_times'> {
  const { timed } = siteRow(site)
  if (!timed) return {}
  const zone = fields[timed.zone] as string
  const event = edits?.event
  const words = facts.times.map(({ startsAt, endsAt }, i) => {
    const time = timeWords({ start: formatInZone(zone, startsAt), end: formatInZone(zone, endsAt) })
    const off = event?.status === 'cancelled' || event?.numbering?.occurrences[i]?.cancelled
    return `${time} (${zone})${off ? ', cancelled' : ''}`
  })
  return { local_times: words }
}

function noteOf({ atOnce, price, made }: Prepared): string {
  if (!atOnce) return made === undefined ? sentences.dryRun : sentences.dryRunOfLink(price, made)
  if (atOnce.what === 'nothing') return sentences.nothingChanged
  return atOnce.what === 'status' ? sentences.dryRunOfStatus : sentences.dryRunOfCorrection(price, atOnce.made)
}

/** The near-duplicate flags that the model would get. */
async function resembling(
  platform: Platform,
  { site, postId, caller }: SubmitRequest,
  prepared: Prepared,
): Promise<FlagName[]> {
  if (prepared.refusal || prepared.atOnce) return []
  const { fields, facts, fingerprint } = prepared
  const text = postText(siteRow(site), fields)
  const keys = facts.nearDuplicateKeys
  const { accountId } = caller
  return nearDuplicateFlags(platform, {
    site,
    accountId,
    text,
    keys,
    fingerprint,
    submittedAt: platform.now(),
    postId: postId ?? '',
    after: null,
    turn: turnOf(platform, accountId),
  })
}

function refusalOf({ refusal }: Prepared): DryRun['refusal'] {
  return refusal ? { category: refusal.category, reason: refusal.reason, rule: refusal.rule } : undefined
}
