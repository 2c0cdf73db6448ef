// Kills the service again and again while agents post, and counts lost and doubly charged posts.
import assert from 'node:assert/strict'
import { eventBody } from '../harness.ts'
import { account, auditAfterLeases, call } from './caller.ts'
import { type Environment, startService } from './process.ts'

const priceMicros = 1_000_000
const clients = 16
/** More posts than 16 agents send between two kills. */
const postsToAKill = 1_000

export type KillCount = {
  kills: number
  /** The number of posts that were answered with 202. */
  acknowledged: number
  /** The number of acknowledged posts that are missing afterwards. */
  lost: number
  /** The number of charges beyond one for each existing post. */
  doubled: number
  audit: string
}

/** Statuses that say that nothing was done and the request may be repeated: the service is stopping or overloaded. */
const laterStatuses: ReadonlySet<number> = new Set([408, 503])

/**
 * Kills the service with SIGKILL at varying moments while agents post. An agent repeats a request without an answer with the same
 * Idempotency-Key until it gets an answer.
 */
export async function killUnderLoad(
  env: Environment,
  kills: number,
  onKill: (done: number, acknowledged: number) => void = () => {},
): Promise<KillCount> {
  let service = await startService(env)
  const funds = kills * postsToAKill * priceMicros
  const { key } = await account(env, service.origin, funds)
  const acknowledged = new Map<string, string>()
  let onAcknowledged = () => {}
  const reach = (count: number) =>
    new Promise<void>(resolve => {
      onAcknowledged = () => acknowledged.size >= count && resolve()
    })
  let running = true
  let sent = 0
  let up = Promise.resolve()
  const agent = async () => {
    while (running) {
      const body = eventBody()
      const idempotencyKey = `kill-test-${sent++}`
      while (!acknowledged.has(idempotencyKey)) {
        await up
        const answer = await call(service.origin, '/v1/posts', key, body, { 'idempotency-key': idempotencyKey })
        if (answer?.status === 202) {
          acknowledged.set(idempotencyKey, answer.json.id)
          onAcknowledged()
        } else if (answer && !laterStatuses.has(answer.status))
          assert.fail(`unexpected answer ${answer.status}: ${JSON.stringify(answer.json)}`)
      }
    }
  }
  const agents = Promise.all(Array.from({ length: clients }, agent))
  try {
    for (let i = 0; i < kills; i++) {
      await Promise.race([reach(acknowledged.size + 20 + ((i * 37) % 100)), agents])
      up = service.kill().then(async () => {
        service = await startService(env)
      })
      await up
      onKill(i + 1, acknowledged.size)
    }
    running = false
    await agents

    const ids = [...new Set(acknowledged.values())]
    assert.equal(ids.length, acknowledged.size, 'each Idempotency-Key has one id')
    let lost = 0
    for (let i = 0; i < ids.length; i += 64) {
      const answers = await Promise.all(ids.slice(i, i + 64).map(id => call(service.origin, `/v1/posts/${id}`, key)))
      lost += answers.filter(answer => answer?.status !== 200).length
    }
    const standing = await call(service.origin, '/v1/account', key)
    const charges = (funds - standing?.json.balance) / priceMicros
    assert.equal(await service.stop(), 0)
    return {
      kills,
      acknowledged: acknowledged.size,
      lost,
      doubled: charges - (acknowledged.size - lost),
      audit: await auditAfterLeases(env),
    }
  } finally {
    running = false
    await service.kill()
  }
}
