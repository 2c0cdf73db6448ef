// The way of a post from the request to its transaction: validate, look at the fixed rules, submit.
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { rememberedAnswer } from '../store/idempotency.ts'
import type { KeyHolder } from '../store/keys.ts'
import { estimate } from './moderation-state.ts'
import type { Platform } from './platform.ts'
import { bodyIdentity, invalid, preparePost } from './prepare-post.ts'
import type { SubmitAnswer } from './submit-post.ts'

export type SubmitRequest = { site: SiteId; caller: KeyHolder; body: unknown; idempotencyKey: string | undefined }

/** Submits a post (contract.md §6, POST /v1/posts). Throws Problems; then nothing was stored or charged. */
export async function submit(
  platform: Platform,
  { site, caller, body, idempotencyKey }: SubmitRequest,
): Promise<SubmitAnswer> {
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{8,128}$/.test(idempotencyKey))
    throw invalid([
      `/headers/idempotency-key: has ${idempotencyKey.length} characters; it takes 8 to 128 printable ASCII characters`,
    ])
  const idempotency = idempotencyKey === undefined ? null : { key: idempotencyKey, bodyHash: bodyIdentity(body) }
  const prepared = await preparePost(platform, site, body).catch(async thrown => {
    // What was valid at first may not be valid any more, such as an event that has ended: the first answer still stands.
    const first =
      idempotency && (await replay(platform, { keyId: caller.keyId, site, idempotencyKey: idempotency.key }))
    if (first && first.bodyHash === idempotency.bodyHash && thrown instanceof Problem) return first
    throw thrown
  })
  if ('bodyHash' in prepared) return { ...prepared, replayed: true }
  const { keyId, accountId } = caller
  const moderation = await estimate(platform)
  return platform.act('submitPost', { keyId, accountId, site, ...prepared, moderation, idempotency })
}

function replay(platform: Platform, scope: Parameters<typeof rememberedAnswer>[1]) {
  return rememberedAnswer(platform.db, scope, platform.now() - limits.idempotencyMs)
}
