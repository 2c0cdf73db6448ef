// Checks batches of messages, which only the first revision of the protocol has.

import { protocolVersions } from '../contract/protocol-versions.ts'
import { show } from '../domain/shape.ts'

/** The first revision that has no batches. */
const withoutBatches = '2025-06-18'
const mostInBatch = 20

/** Why a batch is refused, or null. A batch holds few messages, since the platform rate limit counts it as one request. */
export function batchFault(version: unknown, messages: readonly unknown[]): string | null {
  if (typeof version === 'string' && protocolVersions.includes(version) && version >= withoutBatches)
    return `Protocol revision ${version} has no batches; send one message a request.`
  if (messages.length === 0) return 'The batch is empty.'
  if (messages.length > mostInBatch) return `A batch takes at most ${mostInBatch} messages.`
  const ids = messages.map(message => (message as { id?: unknown } | null)?.id).filter(id => id !== undefined)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) return `Two messages of the batch have the id ${show(twice)}; one would get no answer.`
  return null
}

/**
 * A batch without its cancellations: the SDK would leave the cancelled request without an answer, and wait for that answer.
 */
export function withoutCancelling(messages: readonly unknown[]): readonly unknown[] {
  const kept = messages.filter(
    message => (message as { method?: unknown } | null)?.method !== 'notifications/cancelled',
  )
  return kept.length > 0 ? kept : messages
}
