// A client of the extension Events, for its tests: calls of its methods, and receivers that answer challenges.
import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { extensions } from '../../src/contract/protocol-versions.ts'
import type { TestApp } from '../harness.ts'
import type { Received, Receiver, TestNetwork } from '../kit/webhook-receiver.ts'
import { modern, raw } from './clients.ts'

export const knowsEvents = { extensions: { [extensions.outcomes]: {} } }

/** A secret of a client: 32 bytes of a letter. */
export const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`

/** What a client answers: the challenge that it gets, or ok. */
export function echo({ body }: Received): string {
  const { challenge } = JSON.parse(body)
  return challenge === undefined ? 'ok' : JSON.stringify({ challenge })
}

/** What a receiver got beside challenges. */
export const deliveries = ({ received }: Receiver) => received.filter(({ body }) => !('type' in JSON.parse(body)))

/** The body of a delivery whose signature the reference library accepts at the time of its header. */
export function verified({ headers, body }: Received, secret: string) {
  const at = Number(headers['webhook-timestamp']) * 1000
  const right = new Webhook(secret).sign(headers['webhook-id']!, new Date(at), body)
  assert.ok(headers['webhook-signature']!.split(' ').includes(right), 'it is signed with the secret of the client')
  return JSON.parse(body)
}

export type EventClient = ReturnType<typeof eventClient>

/** A client of an app, whose receivers are in a network of a test. */
export function eventClient(app: TestApp, network: TestNetwork) {
  let receivers = 0
  const ask = async (
    method: string,
    params: Record<string, unknown>,
    key?: string,
    capabilities: object = knowsEvents,
  ) => {
    const { body, headers } = modern(method, params, capabilities)
    // The events themselves have no name in the headers.
    const { 'mcp-name': _, ...rest } = headers
    const bearer = key === undefined ? {} : { authorization: `Bearer ${key}` }
    return (await raw(app, body, { ...rest, ...bearer })).json
  }
  const receiver = () => network.receiver(`mcp${receivers++}`)
  return {
    ask,
    receiver,
    /** A receiver that sends challenges back, as the client of a subscription does. */
    async listening(): Promise<Receiver> {
      const listening = await receiver()
      listening.answer = (request, reply) => reply.end(echo(request))
      return listening
    },
    subscribe: (key: string, url: string, more: Record<string, unknown> = {}, secret = secretOf('a')) =>
      ask(
        'events/subscribe',
        { name: 'post.published', arguments: {}, delivery: { mode: 'webhook', url, secret }, ...more },
        key,
      ),
  }
}
