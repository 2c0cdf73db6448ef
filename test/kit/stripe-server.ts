// A stand-in for the HTTP API of Stripe, as far as the service uses it. The official SDK talks to it over a real socket.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const webhookSecret = 'whsec_test_secret'

/** How an off-session charge of a payment method ends. The names are those of Stripe's test methods. */
const outcomes: Record<string, { code: string; decline_code?: string } | undefined> = {
  pm_card_visa: undefined,
  pm_card_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card', decline_code: 'expired_card' },
  pm_card_chargeDeclinedStolenCard: { code: 'card_declined', decline_code: 'stolen_card' },
  pm_card_authenticationRequired: { code: 'authentication_required', decline_code: 'authentication_required' },
}

type Fields = Record<string, any>
type Asked = { method: string; path: string; body: Fields; key: string | undefined }

/** A failure of the next request: it is carried out and its answer is lost, or it fails before anything is done. */
export type Fault = 'lost answer' | 'error 500' | 'no connection'

export type StripeServer = {
  /** The base URL of the server. */
  url: string
  /** The requests that it got, in order. */
  asked: Asked[]
  intents: Map<string, Fields>
  sessions: Map<string, Fields>
  disputes: Map<string, Fields>
  refunds: Fields[]
  /** The faults of the next requests whose path begins with `path`. */
  fail(path: string, ...faults: Fault[]): void
  /** The owner pays on the page of a session with a card of this fingerprint. Returns the payment intent. */
  pay(session: string, card?: { fingerprint?: string; method?: string }): Fields
  /** `event`: an event as Stripe sends it. `sign`: the header that signs a payload at a time (epoch ms). */
  event(type: string, object: Fields, id?: string): { id: string; payload: string }
  sign(payload: string, at: number, secret?: string): string
  close(): Promise<void>
}

/** Starts the server on a free port. `now` gives the creation time of its objects, in epoch ms. */
export async function startStripe(now: () => number): Promise<StripeServer> {
  const intents = new Map<string, Fields>()
  const sessions = new Map<string, Fields>()
  const disputes = new Map<string, Fields>()
  const refunds: Fields[] = []
  const asked: Asked[] = []
  const faults: { path: string; fault: Fault }[] = []
  const answered = new Map<string, { body: string; status: number; answer: Fields }>()
  const seconds = () => Math.floor(now() / 1000)
  const id = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

  const chargeOf = (intent: Fields, method: string, fingerprint: string): Fields => ({
    id: id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    payment_intent: intent.id,
    metadata: intent.metadata,
    payment_method: method,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', fingerprint } },
  })
  const newIntent = (fields: Fields): Fields => {
    const intent = {
      id: id('pi'),
      object: 'payment_intent',
      amount_received: 0,
      created: seconds(),
      customer: null,
      last_payment_error: null,
      latest_charge: null,
      payment_method: null,
      status: 'requires_payment_method',
      ...fields,
    }
    intents.set(intent.id, intent)
    return intent
  }
  const succeed = (intent: Fields, method: string, fingerprint: string) =>
    Object.assign(intent, {
      ...{ status: 'succeeded', amount_received: intent.amount, payment_method: method, last_payment_error: null },
      latest_charge: chargeOf(intent, method, fingerprint),
    })

  const missing = (what: string, param: string) => ({
    status: 404,
    answer: { error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${what}` } },
  })

  const createIntent = (body: Fields) => {
    const method = body.payment_method as string
    if (!(method in outcomes)) return missing('payment_method', 'payment_method')
    const intent = newIntent({
      ...{ amount: Number(body.amount), currency: body.currency, customer: body.customer },
      metadata: body.metadata ?? {},
    })
    const refused = outcomes[method]
    if (!refused) return { status: 200, answer: succeed(intent, method, `fingerprint of ${body.customer}`) }
    const error = { type: 'card_error', message: 'Words of Stripe.', ...refused }
    intent.last_payment_error = error
    return { status: 402, answer: { error: { ...error, payment_intent: intent } } }
  }
  const createSession = (body: Fields) => {
    const { unit_amount, currency } = body.line_items[0].price_data
    const session = {
      ...{ id: id('cs'), object: 'checkout.session', status: 'open', payment_status: 'unpaid', payment_intent: null },
      ...{ client_reference_id: body.client_reference_id, amount_total: Number(unit_amount), currency },
      ...{ customer: body.customer ?? null, metadata: {}, asked: body },
      url: `https://checkout.stripe.com/c/pay/${id('x')}`,
    }
    sessions.set(session.id, session)
    return { status: 200, answer: session }
  }
  const createRefund = (body: Fields) => {
    const intent = intents.get(body.payment_intent)
    if (!intent) return missing('payment_intent', 'payment_intent')
    const refund = {
      id: id('re'),
      object: 'refund',
      amount: intent.amount,
      payment_intent: intent.id,
      status: 'succeeded',
    }
    intent.latest_charge.amount_refunded = intent.amount
    refunds.push(refund)
    return { status: 200, answer: refund }
  }

  const route = ({ method, path, body }: Asked): { status: number; answer: Fields } => {
    const [, , name, second, third] = path.split('/')
    const list = (data: Fields[]) => ({ status: 200, answer: { object: 'list', data, has_more: false, url: path } })
    if (method === 'POST' && path === '/v1/payment_intents') return createIntent(body)
    if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(body)
    if (method === 'POST' && path === '/v1/refunds') return createRefund(body)
    if (name === 'checkout' && !third) return list([...sessions.values()])
    if (name === 'checkout') {
      const session = sessions.get(third ?? '')
      const intent = intents.get(session?.payment_intent) ?? null
      return session ? { status: 200, answer: { ...session, payment_intent: intent } } : missing('session', 'id')
    }
    if (name === 'payment_intents' && second) {
      const intent = intents.get(second)
      return intent ? { status: 200, answer: intent } : missing('payment_intent', 'id')
    }
    if (name === 'payment_intents') {
      const since = Number(body.created?.gte ?? 0)
      return list(
        [...intents.values()].filter(each => each.customer === body.customer && each.created >= since).reverse(),
      )
    }
    if (name === 'disputes')
      return list([...disputes.values()].filter(each => each.payment_intent === body.payment_intent))
    return { status: 404, answer: { error: { type: 'invalid_request_error', message: `Unrecognized ${path}` } } }
  }

  /** As at Stripe, a repeated key gets its first answer, and a repeated key with another body is refused. */
  const once = (request: Asked) => {
    const { key, body } = request
    if (request.method !== 'POST' || key === undefined) return route(request)
    const text = JSON.stringify([request.path, body])
    const before = answered.get(key)
    if (before && before.body !== text)
      return { status: 400, answer: { error: { type: 'idempotency_error', message: 'Key reused.' } } }
    if (before) return before
    const made = route(request)
    answered.set(key, { body: text, status: made.status, answer: structuredClone(made.answer) })
    return made
  }

  const server = createServer(async (message, reply) => {
    const { pathname, search } = new URL(message.url ?? '', 'http://stripe.test')
    const sent = await textOf(message)
    const { method = '', headers } = message
    const key = headers['idempotency-key'] as string | undefined
    if (headers.authorization === 'Bearer sk_test_refused')
      return reply.writeHead(401).end('{"error":{"type":"invalid_request_error","message":"Invalid API Key provided"}}')
    const request = { method, path: pathname, body: fieldsOf(sent || search.slice(1)), key }
    asked.push(request)
    const at = faults.findIndex(({ path }) => pathname.startsWith(path))
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault
    if (fault === 'no connection') return message.socket.destroy()
    if (fault === 'error 500') return reply.writeHead(500).end('{"error":{"type":"api_error","message":"Try later."}}')
    const { status, answer } = once(request)
    if (fault === 'lost answer') return message.socket.destroy()
    reply.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req') }).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ asked, intents, sessions, disputes, refunds },
    fail(path, ...kinds) {
      for (const fault of kinds) faults.push({ path, fault })
    },
    pay(sessionId, { fingerprint = `fingerprint of ${sessionId}`, method = 'pm_card_visa' } = {}) {
      const session = sessions.get(sessionId)
      if (!session) throw new Error(`no session ${sessionId}`)
      const intent = newIntent({
        ...{ amount: session.amount_total, currency: session.currency, customer: session.customer ?? id('cus') },
        metadata: session.asked.payment_intent_data.metadata,
      })
      succeed(intent, method, fingerprint)
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id, url: null })
      return intent
    },
    event(type, object, eventId = id('evt')) {
      const event = { id: eventId, object: 'event', type, created: seconds(), data: { object } }
      return { id: eventId, payload: JSON.stringify(event) }
    },
    sign: (payload, at, secret = webhookSecret) =>
      new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) }),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

/** The object that `a[b][0][c]=d` describes. Lists become objects with numbers as keys. */
function fieldsOf(form: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const parts = name.split(/[[\]]+/).filter(part => part !== '')
    const last = parts.pop() ?? ''
    let holder = fields
    for (const part of parts) holder = holder[part] ??= {}
    holder[last] = value
  }
  return fields
}
