// The way of a post from the request to its transaction: validate, look at the fixed rules, submit.

import { type Idempotent, keyReused, type SubmitAnswer } from '../../actions/posts/submit-post.ts'
import { limits } from '../../contract/limits.ts'
import { invalid, Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import { rememberedAnswer } from '../../store/posts/idempotency.ts'
import { estimate } from '../moderation-state.ts'
import type { Platform } from '../platform.ts'
import { findAndPrepareEdit } from './prepare-edit.ts'
import { bodyIdentity, preparePost } from './prepare-post.ts'

export type SubmitRequest = {
  site: SiteId
  caller: KeyHolder
  body: unknown
  idempotencyKey: string | undefined
  /** A higher price (micros) is refused before anything is charged. */
  maxPriceMicros?: number | undefined
}

/** Submits a post (contract.md §6, POST /v1/posts). Throws Problems; then nothing was stored or charged. */
export async function submit(
  platform: Platform,
  { site, caller, body, idempotencyKey, maxPriceMicros }: SubmitRequest,
): Promise<SubmitAnswer> {
  const { keyId, accountId } = caller
  const prepare = () => preparePost(platform, site, body, { accountId })
  const fault = keyFault(idempotencyKey)
  if (fault) return refuseWith(fault, prepare)
  const idempotency = idempotencyOf(idempotencyKey, body)
  return preparedOrFirst(platform, { keyId, site, idempotency }, prepare, async prepared =>
    platform.act('submitPost', {
      keyId,
      accountId,
      site,
      ...prepared,
      moderation: await estimate(platform),
      idempotency,
      maxPriceMicros,
    }),
  )
}

export type EditRequest = SubmitRequest & { postId: string }

/** Submits an edit of a published post of this key (contract.md §6, PATCH /v1/posts/{id}). Throws Problems; then nothing was stored or charged. */
export async function edit(
  platform: Platform,
  { site, caller, body, idempotencyKey, maxPriceMicros, postId }: EditRequest,
): Promise<SubmitAnswer> {
  const { keyId, accountId } = caller
  const prepare = () => findAndPrepareEdit(platform, { postId, keyId, site }, body as object)
  const fault = keyFault(idempotencyKey)
  if (fault) return refuseWith(fault, prepare)
  const idempotency = idempotencyOf(idempotencyKey, { edit: postId, body })
  return preparedOrFirst(platform, { keyId, site, idempotency }, prepare, async ({ post, edited }) =>
    platform.act('submitEdit', {
      ...{ postId, keyId, accountId, site, base: post.fields, ...edited, idempotency, maxPriceMicros },
      moderation: await estimate(platform),
    }),
  )
}

/** The Idempotency-Key with what it stands for. */
function idempotencyOf(key: string | undefined, body: unknown): Idempotent['idempotency'] {
  return key === undefined ? null : { key, bodyHash: bodyIdentity(body) }
}

function keyFault(key: string | undefined): string | null {
  if (key === undefined || /^[\x20-\x7e]{8,128}$/.test(key)) return null
  const plain = /^[\x20-\x7e]*$/.test(key)
  const fault = plain ? `has ${key.length} characters` : 'has a character that is not printable ASCII'
  return `/headers/idempotency-key: ${fault}; it takes 8 to 128 printable ASCII characters`
}

/** Throws `invalid`: what is wrong with the shape of the body, which comes first (contract.md §6), and then with the key. */
async function refuseWith(fault: string, prepare: () => Promise<unknown>): Promise<never> {
  const errors = await prepare().then(
    () => [],
    thrown => {
      if (thrown instanceof Problem) return thrown.extras.errors ?? []
      throw thrown
    },
  )
  throw invalid([...errors, fault])
}

/** Prepares and acts; where the request is not valid any more, such as for an event that has ended, the first answer to its key still stands. */
async function preparedOrFirst<T>(
  platform: Platform,
  { keyId, site, idempotency }: Idempotent,
  prepare: () => Promise<T>,
  act: (prepared: T) => Promise<SubmitAnswer>,
): Promise<SubmitAnswer> {
  let prepared: T
  try {
    prepared = await prepare()
  } catch (thrown) {
    if (!idempotency || !(thrown instanceof Problem)) throw thrown
    const since = platform.now() - limits.idempotencyMs
    const first = await rememberedAnswer(platform.db, { keyId, site, idempotencyKey: idempotency.key }, since)
    if (first && first.bodyHash !== idempotency.bodyHash && thrown.code !== 'invalid') throw keyReused()
    if (first?.bodyHash !== idempotency.bodyHash) throw thrown
    return { status: first.status, headers: first.headers, body: first.body, replayed: true }
  }
  return act(prepared)
}
