// Prepares a post before its transaction: validation, facts, price, fixed rules.

import { invalid, type Problem } from '../../contract/problems/problem.ts'
import { penaltyBeyondFee } from '../../contract/sites/priced-site.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type SiteRow, siteRows } from '../../contract/sites.ts'
import { article } from '../../contract/words.ts'
import { priceOf } from '../../domain/money/pricing.ts'
import { checkPost } from '../../domain/posts/check-post.ts'
import { siteMeant } from '../../domain/posts/other-site.ts'
import { fingerprintOf } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { wrapperOf } from '../../domain/posts/proposals/envelope.ts'
import { pointerPart } from '../../domain/shape.ts'
import type { Platform } from '../platform.ts'
import type { Prepared } from './prepared.ts'
import { type Reader, readText } from './read-text.ts'

/**
 * Validates the body of a new or edited post for a site, and finds the facts for the transaction. Throws `invalid` with every
 * error, and the problems of reading the text.
 */
export async function preparePost(
  platform: Platform,
  siteId: SiteId,
  body: unknown,
  reader: Reader,
): Promise<Prepared> {
  const site = platform.site(siteId)
  const context = { now: platform.now(), places: platform.places }
  const wrapper = wrapperOf(site, body)
  if (wrapper !== null) throw await wrapped(site, body as Members, wrapper, context)
  const { errors, candidates, post } = await checkPost(site, body, context)
  if (errors.length > 0) throw invalid([...otherSite(platform, site, body), ...errors], candidates)
  const { fields, times, place } = post
  const reading = await readText(platform, reader, postText(site, fields))
  const price = priceOf(site, Math.max(1, times.length), reading.linked)
  return {
    edits: null,
    changes: [],
    atOnce: null,
    fields,
    facts: {
      times,
      place,
      flags: [...post.flags, ...reading.flags],
      language: reading.language,
      nearDuplicateKeys: reading.nearDuplicateKeys,
      ...(reading.listed && { listed: reading.listed }),
      worth: price,
    },
    price,
    abusePenalty: penaltyBeyondFee(site, price),
    fingerprint: fingerprintOf(site, reading.normalText, { times }),
    refusal: reading.refusal,
  }
}

type Members = Record<string, unknown>

/** The problem of a post inside a member, with the faults that it has there. */
async function wrapped(
  site: SiteRow,
  body: Members,
  name: string,
  context: Parameters<typeof checkPost>[2],
): Promise<Problem> {
  const at = `/${pointerPart(name)}`
  const { errors, candidates } = await checkPost(site, body[name], context)
  const inside = errors.map(error => `${at}${error.startsWith('/:') ? error.slice(1) : error}`)
  return invalid([`${at}: is no field here; send its members as the body itself`, ...inside], candidates)
}

/** An error that names the right site, for a body with the members of another site. */
function otherSite({ facts }: Platform, site: SiteRow, body: unknown): string[] {
  const meant = siteMeant(body as object, site, Object.values(siteRows))
  if (!meant) return []
  const served = facts.sites.find(({ id }) => id === meant.id)
  const where = served ? `post it at ${served.baseUrl}/v1/posts` : `this service has no site of ${meant.nouns}`
  return [`/: has the members of ${article(meant.noun)}, and this site takes ${site.nouns}; ${where}`]
}
