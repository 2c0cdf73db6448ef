// Lets a second request with an Idempotency-Key wait for the running first one, so that it gets the first answer.

import type { Idempotent } from '../../actions/posts/submission.ts'
import { inProgress } from '../../actions/rules/replay.ts'

export type UnderWay = {
  /** A promise for each running request, by name. It resolves when the request ends. */
  ends: Map<string, Promise<void>>
  /** How long a request waits for another, in milliseconds. */
  limitMs: number
}

export const createUnderWay = (): UnderWay => ({ ends: new Map(), limitMs: 5_000 })

/** The name of a request; null without an Idempotency-Key. */
export function underWayName({ keyId, site, idempotency }: Idempotent): string | null {
  return idempotency && `${keyId} ${site} ${idempotency.key}`
}

/** Does the work once no other request with this name is running. Throws `idempotency_in_progress` if the wait takes too long. */
export async function oneAtATime<T>(underWay: UnderWay, name: string | null, work: () => Promise<T>): Promise<T> {
  if (name === null) return work()
  const { ends, limitMs } = underWay
  for (let before = ends.get(name); before; before = ends.get(name)) await within(before, limitMs)
  const { promise, resolve } = Promise.withResolvers<void>()
  ends.set(name, promise)
  try {
    return await work()
  } finally {
    ends.delete(name)
    resolve()
  }
}

async function within(end: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(inProgress()), limitMs)
  })
  await Promise.race([end, late]).finally(() => clearTimeout(timer))
}
