// Takes a text from the request to its transaction: validate, read, look for a first answer, submit.

import type { Idempotent, SubmitAnswer } from '../../actions/posts/submission.ts'
import { firstAnswer } from '../../actions/rules/replay.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { idempotencyKeyPattern, idempotencyKeyTakes } from '../../contract/ids.ts'
import { invalid, Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { sha256 } from '../../domain/ids.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { outlookOf } from '../learning/moderation-state.ts'
import type { Platform } from '../platform.ts'
import { prepareEdit } from './prepare-edit.ts'
import { preparePost } from './prepare-post.ts'
import { asStored, type Prepared } from './prepared.ts'
import { oneAtATime, underWayName } from './under-way.ts'

export type SubmitRequest = {
  site: SiteId
  caller: KeyHolder
  body: object
  /** The post that the body edits; left out for a new post. */
  postId?: string | undefined
  idempotencyKey: string | undefined
  /** For an edit: the state of the post without which nothing happens. */
  ifMatch?: string | undefined
  /** The highest accepted price (micros). A higher price is refused, and nothing is charged. */
  maxPriceMicros?: number | undefined
}

/**
 * Validates and reads the text of a new post or an edit. Throws `invalid` with every fault, the problems of a post that cannot be
 * edited, and the problems of reading the text.
 */
export function prepare(
  platform: Platform,
  { site, caller, body, postId, ifMatch }: SubmitRequest,
  { dryRun = false } = {},
): Promise<Prepared> {
  const { accountId, keyId } = caller
  const reader = { accountId, dryRun }
  if (postId === undefined) return preparePost(platform, site, body, reader)
  return prepareEdit(platform, { postId, keyId, site, ifMatch }, body, reader)
}

/** Submits a new post or an edit (contract.md §6). Throws Problems; then nothing was stored or charged. */
export async function submit(platform: Platform, request: SubmitRequest): Promise<SubmitAnswer> {
  const { site, caller, idempotencyKey: key, maxPriceMicros } = request
  const fault = keyFault(key)
  if (fault) return refuseWith(fault, () => prepare(platform, request))
  const idempotency = key === undefined ? null : { key, bodyHash: sha256(canonicalJson(identityOf(request))) }
  const idempotent: Idempotent = { keyId: caller.keyId, site, idempotency }
  const once = underWayName(idempotent)
  const prepared = await prepare(platform, request).catch(thrown => {
    // `invalid` comes at once. Other problems come after the guards of the key, so they wait for a running request with the key.
    const name = thrown instanceof Problem && thrown.code !== 'invalid' ? once : null
    return oneAtATime(platform.underWay, name, () => replayOr(platform, idempotent, thrown))
  })
  if ('replayed' in prepared) return prepared
  const { accountId } = caller
  const outlook = await outlookOf(platform, { flags: prepared.facts.flags, accountId })
  const { links, facts } = platform
  const accountUrl = links.accountUrl(baseUrlOf(facts, site), accountId, platform.now())
  const submission = { ...idempotent, accountId, ...asStored(prepared), outlook, accountUrl, maxPriceMicros }
  return oneAtATime(platform.underWay, once, () => platform.act('submitRevision', submission)).catch(thrown => {
    noteRefused(platform, thrown)
    throw thrown
  })
}

/** Counts the entry of a list that has refused a text. */
function noteRefused({ lists }: Platform, thrown: unknown): void {
  const rule = thrown instanceof Problem ? thrown.extras.refusal?.rule : undefined
  if (rule !== undefined) lists.note([{ rule }], null)
}

/** The parts of a request that its repeats share, over REST and MCP (contract.md §7). */
function identityOf({ postId, body }: SubmitRequest): object {
  const target =
    postId === undefined ? { method: 'POST', path: '/v1/posts' } : { method: 'PATCH', path: `/v1/posts/${postId}` }
  return { ...target, body }
}

const idempotencyKeyShape = new RegExp(idempotencyKeyPattern)

function keyFault(key: string | undefined): string | null {
  if (key === undefined || idempotencyKeyShape.test(key)) return null
  const plain = /^[\x20-\x7e]*$/.test(key)
  const fault = plain ? `has ${key.length} characters` : 'has a character that is not printable ASCII'
  return `/headers/idempotency-key: ${fault}; it takes ${idempotencyKeyTakes}`
}

/** Throws `invalid` with the faults of the body, which come first (contract.md §6), and then the fault of the key. */
async function refuseWith(fault: string, prepared: () => Promise<unknown>): Promise<never> {
  const errors = await prepared().then(
    () => [],
    thrown => {
      if (thrown instanceof Problem) return thrown.extras.errors ?? []
      throw thrown
    },
  )
  throw invalid([...errors, fault])
}

/**
 * The first answer to the key of a repeat that has become invalid, for example because its event has ended. Else throws `thrown`.
 */
async function replayOr(platform: Platform, request: Idempotent, thrown: unknown): Promise<SubmitAnswer> {
  if (!(thrown instanceof Problem)) throw thrown
  const now = platform.now()
  const first = await firstAnswer({ db: platform.db, now }, request, { lenient: thrown.code === 'invalid' })
  if (!first) throw thrown
  return first
}
