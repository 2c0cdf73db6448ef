// The schemas and examples that the operations on webhook endpoints, deliveries and outcomes share.
import { type Static, Type } from 'typebox'
import { decisionKinds, namedKinds, type WebhookKind, webhookKinds } from '../event-kinds.ts'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant, orNull } from '../posts.ts'
import { span } from '../words.ts'
import { changing, reading } from './agentic-access.ts'
import { closed } from './row.ts'

/** How long events and deliveries are kept, in words. */
export const kept = span(limits.eventsKeptMs)

/** The kinds that an endpoint receives only when it names them, in words. */
export const onlyNamed = `${namedKinds.slice(0, -1).join(', ')} and ${namedKinds.at(-1)}`

export const Url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description: 'A public https URL, port 443, without user info.',
})

export const Kinds = Type.Array(Type.Enum([...webhookKinds]), {
  minItems: 1,
  maxItems: webhookKinds.length,
  uniqueItems: true,
  description: `Left out: ${decisionKinds.join(', ')}.`,
})

const inactiveReasons = ['owner', 'gone', 'failing'] as const
export type InactiveReason = (typeof inactiveReasons)[number]

export const webhookMembers = {
  id: idSchema('webhook'),
  url: Url,
  events: Kinds,
  created_at: Instant('When it was registered.'),
  active: Type.Boolean({ description: 'Whether anything is sent to it.' }),
  inactive_since: Type.Optional(Instant('Since when nothing is sent.')),
  inactive_reason: Type.Optional(
    Type.Enum([...inactiveReasons], {
      description: `owner: turned off by PATCH; gone: it answered 410; failing: ${span(limits.webhookFailingMs)} of nothing but failures.`,
    }),
  ),
}

export const Webhook = Type.Object(webhookMembers, { ...closed, title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const Note = Type.String({ description: 'What happens next, in words.' })

const deliveryStates = ['pending', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const Delivery = Type.Object(
  {
    id: idSchema('message'),
    type: Type.Enum([...webhookKinds]),
    timestamp: Instant('When the event happened.'),
    state: Type.Enum([...deliveryStates], {
      description: 'stopped: the endpoint was turned off before the delivery; a replay queues it again.',
    }),
    next_attempt_at: orNull(Instant('When it is tried next; null unless pending.')),
    attempts: Type.Array(
      Type.Object(
        {
          at: Instant('When it was tried.'),
          status: orNull(Type.Integer({ description: 'HTTP status of the answer; null when there was none.' })),
          latency_ms: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
          error: orNull(Type.String({ description: 'Why it failed; null when it did not.' })),
        },
        closed,
      ),
      { description: 'Oldest first.' },
    ),
  },
  { ...closed, title: 'Delivery' },
)
export type Delivery = Static<typeof Delivery>

/** The answer of an operation that queues one delivery. */
export const Queued = Type.Object(
  {
    queued: Type.Literal(true),
    webhook_id: idSchema('webhook'),
    delivery_id: idSchema('message'),
    type: Type.Enum([...webhookKinds]),
    note: Note,
  },
  closed,
)

export const exampleWebhook = {
  id: 'wh_5Rk8mZxQ2vLc7TbW4nYd',
  url: 'https://hooks.example.org/handbill',
  events: [...decisionKinds],
  created_at: '2026-11-21T12:00:00Z',
  active: true,
}

export const exampleDelivery = {
  id: 'msg_2hTbYw8cQx5RkZ7mLp3V',
  type: 'post.published',
  timestamp: '2026-11-21T12:00:09Z',
  state: 'delivered',
  next_attempt_at: null,
  attempts: [{ at: '2026-11-21T12:00:10Z', status: 204, latency_ms: 84, error: null }],
}

export const exampleQueued = (type: WebhookKind) => ({
  queued: true,
  webhook_id: exampleWebhook.id,
  delivery_id: exampleDelivery.id,
  type,
  note: 'It is sent within seconds.',
})

/** The common members of operations that change endpoints. */
export const changes = { tag: 'webhooks', auth: 'key', scope: 'webhooks:manage' } as const

/** The common members of operations that only read. */
export const looks = {
  tag: 'webhooks',
  auth: 'key',
  scope: 'webhooks:manage',
  agenticAccess: reading('Free. Secrets are never shown.'),
} as const

/** The access of an operation that decides what is sent outside this service. */
export const connecting = (notes: string) => ({ ...changing(notes), 'action-class': 'connected' }) as const
