// The operations on webhook endpoints, their deliveries, and the event stream (contract.md §6, §10).
import { type Static, Type } from 'typebox'
import { eventKinds, webhookKinds } from '../events.ts'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant, orNull, ownPostSchema } from '../posts.ts'
import { paging } from './filters.ts'
import { closed, none, type OperationRow, WebhookId } from './row.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description: 'A public https URL, port 443, without user info.',
})

const Kinds = Type.Array(Type.Enum([...webhookKinds]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The kinds of event to receive. webhook.test comes whether it is named or not.',
})

const inactiveReasons = ['owner', 'gone', 'failing'] as const
export type InactiveReason = (typeof inactiveReasons)[number]

const webhookMembers = {
  id: idSchema('webhook'),
  url: Url,
  events: Kinds,
  created_at: Instant('When it was registered.'),
  active: Type.Boolean({ description: 'Whether anything is sent to it.' }),
  inactive_since: Type.Optional(Instant('Since when nothing is sent.')),
  inactive_reason: Type.Optional(
    Type.Enum([...inactiveReasons], {
      description: 'owner: turned off by PATCH; gone: it answered 410; failing: a day of nothing but failures.',
    }),
  ),
}

const Webhook = Type.Object(webhookMembers, { ...closed, title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({
  pattern: '^whsec_',
  description: 'What deliveries are signed with. Shown here only; store it.',
})
const Note = Type.String({ description: 'What happens next, in words.' })

const deliveryStates = ['pending', 'delivered', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const Delivery = Type.Object(
  {
    id: idSchema('message'),
    type: Type.Enum([...webhookKinds]),
    timestamp: Instant('When the event happened.'),
    state: Type.Enum([...deliveryStates], {
      description: 'stopped: the endpoint was turned off before it arrived; a replay queues it again.',
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

const Queued = Type.Object(
  {
    queued: Type.Literal(true),
    webhook_id: idSchema('webhook'),
    delivery_id: idSchema('message'),
    type: Type.Enum([...webhookKinds]),
    note: Note,
  },
  closed,
)

const after = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'The cursor of a page of GET /v1/events.' }),
)

export const webhooksOperations = {
  listWebhooks: {
    method: 'get',
    path: '/v1/webhooks',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:read',
    agenticAccess: 'read',
    summary: 'The webhook endpoints of the account and what each receives. Secrets are never listed.',
    query: none,
    status: 200,
    response: () =>
      Type.Object(
        {
          items: Type.Array(Webhook),
          events: Type.Array(Type.Enum([...eventKinds]), { description: 'The kinds of event that posts cause.' }),
        },
        closed,
      ),
    errors: [],
    tool: 'list_webhooks',
  },
  createWebhook: {
    method: 'post',
    path: '/v1/webhooks',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: `Register an https endpoint for the outcomes of the account's posts; up to ${limits.webhooksPerAccount} at once.`,
    query: none,
    body: () => Type.Object({ url: Url, events: Type.Optional(Kinds) }, closed),
    status: 201,
    response: () => Type.Object({ ...webhookMembers, secret: Secret, note: Note }, closed),
    errors: ['too_many_webhooks'],
    tool: 'create_webhook',
  },
  updateWebhook: {
    method: 'patch',
    path: '/v1/webhooks/:id',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: 'Change the URL or the events of an endpoint, turn it off, or turn it on again.',
    params: WebhookId,
    query: none,
    body: () =>
      Type.Object(
        {
          url: Type.Optional(Url),
          events: Type.Optional(Kinds),
          active: Type.Optional(Type.Boolean({ description: 'false stops deliveries; true starts them again.' })),
        },
        { ...closed, minProperties: 1 },
      ),
    status: 200,
    response: () => Webhook,
    errors: ['not_found'],
    tool: null,
  },
  deleteWebhook: {
    method: 'delete',
    path: '/v1/webhooks/:id',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'destroy',
    summary: 'Delete an endpoint for good. Deliveries stop, queued retries too.',
    params: WebhookId,
    query: none,
    status: 200,
    response: () => Type.Object({ id: idSchema('webhook'), deleted: Type.Literal(true) }, closed),
    errors: ['not_found'],
    tool: 'delete_webhook',
  },
  testWebhook: {
    method: 'post',
    path: '/v1/webhooks/:id/test',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: 'Queue a signed webhook.test delivery to an endpoint. Free.',
    params: WebhookId,
    query: none,
    status: 202,
    response: () => Queued,
    errors: ['not_found', 'webhook_inactive'],
    tool: 'test_webhook',
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/v1/webhooks/:id/rotate',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: 'Give an endpoint a new secret, shown once. For 24 hours deliveries carry a signature of each secret.',
    params: WebhookId,
    query: none,
    status: 200,
    response: () =>
      Type.Object(
        {
          id: idSchema('webhook'),
          secret: Secret,
          previous_secret_expires_at: Instant('Until when deliveries are also signed with the secret before.'),
          note: Note,
        },
        closed,
      ),
    errors: ['not_found'],
    tool: null,
  },
  listDeliveries: {
    method: 'get',
    path: '/v1/webhooks/:id/deliveries',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:read',
    agenticAccess: 'read',
    summary: 'What was sent to an endpoint in the last 30 days and what came of it, newest first.',
    params: WebhookId,
    query: () => Type.Object(paging, closed),
    status: 200,
    response: () => Type.Object({ items: Type.Array(Delivery), next_cursor: Type.Optional(Type.String()) }, closed),
    errors: ['not_found'],
    tool: null,
  },
  retryDelivery: {
    method: 'post',
    path: '/v1/webhooks/:id/deliveries/:msg/retry',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: 'Send one event to an endpoint again, whatever came of it before, under the same webhook-id.',
    params: Type.Object({ id: idSchema('webhook'), msg: idSchema('message') }, closed),
    query: none,
    status: 202,
    response: () => Queued,
    errors: ['not_found', 'webhook_inactive'],
    tool: null,
  },
  replayWebhook: {
    method: 'post',
    path: '/v1/webhooks/:id/replay',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:write',
    agenticAccess: 'write',
    summary: 'Queue every event since a time or a cursor that an endpoint has missed: failed, stopped, or never sent.',
    params: WebhookId,
    query: none,
    body: () =>
      Type.Object(
        {
          since: Type.Optional(
            Type.String({ format: 'date-time', description: 'A date-time with an offset; at most 30 days count.' }),
          ),
          after,
        },
        { ...closed, minProperties: 1, maxProperties: 1 },
      ),
    status: 202,
    response: () =>
      Type.Object(
        {
          webhook_id: idSchema('webhook'),
          queued: Type.Integer({ minimum: 0, description: 'How many deliveries were queued.' }),
          next_after: Type.Optional(
            Type.String({
              description: `There is more: send it as after. One call queues ${limits.webhookReplayMax}.`,
            }),
          ),
          note: Note,
        },
        closed,
      ),
    errors: ['not_found', 'webhook_inactive'],
    tool: null,
  },
  listEvents: {
    method: 'get',
    path: '/v1/events',
    tag: 'webhooks',
    auth: 'key',
    scope: 'webhooks:read',
    agenticAccess: 'read',
    summary: 'The outcomes of the posts of this key, oldest first, for callers without a public address. 30 days.',
    query: () => Type.Object({ after, limit: paging.limit }, closed),
    status: 200,
    response: site =>
      Type.Object(
        {
          items: Type.Array(
            Type.Object(
              {
                id: idSchema('message'),
                type: Type.Enum([...eventKinds]),
                timestamp: Instant('When it happened.'),
                data: ownPostSchema(site.post),
              },
              closed,
            ),
          ),
          cursor: Type.String({ description: 'Send it as after to go on from here, also when the page is empty.' }),
          has_more: Type.Boolean({ description: 'Whether the next page has events already.' }),
        },
        closed,
      ),
    errors: [],
    tool: null,
  },
} as const satisfies Record<string, OperationRow>
