// The operations on webhook endpoints, their deliveries, and the stream of outcomes (contract.md §6, §10).
import { type Static, Type } from 'typebox'
import { ownPostOfAnySite } from '../any-site.ts'
import {
  type AccountEventKind,
  accountKinds,
  decisionKinds,
  type EventKind,
  eventKinds,
  namedKinds,
  type WebhookKind,
  webhookKinds,
} from '../event-kinds.ts'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant, type OwnPost, orNull } from '../posts.ts'
import { counted, span } from '../words.ts'
import { accountEvents } from './account-events.ts'
import { changing, ending, reading } from './agentic-access.ts'
import { exampleOwnPost } from './examples.ts'
import { paging } from './filters.ts'
import { closed, type OperationRow, operation, WebhookId } from './row.ts'
import { approvalLine, keyNeeded, reads, readsPosts, rejectionLine } from './tool.ts'

/** How long events and deliveries can be asked for, and two secrets sign. */
const kept = span(limits.eventsKeptMs)
const overlap = span(limits.webhookSecretOverlapMs)

const onlyNamed = `${namedKinds.slice(0, -1).join(', ')} and ${namedKinds.at(-1)}`

const Url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description: 'A public https URL, port 443, without user info.',
})

const Kinds = Type.Array(Type.Enum([...webhookKinds]), {
  minItems: 1,
  maxItems: webhookKinds.length,
  uniqueItems: true,
  description: `The kinds of event to receive. ${onlyNamed} come only when named; webhook.test comes in any case.`,
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
      description: `owner: turned off by PATCH; gone: it answered 410; failing: ${span(limits.webhookFailingMs)} of nothing but failures.`,
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
  Type.String({ minLength: 1, maxLength: 200, description: 'The cursor of a page of GET /v1/outcomes.' }),
)

const afterPage = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: '`cursor` of the page before. Without it the oldest outcome that is kept comes first.',
  }),
)

const exampleWebhook = {
  id: 'wh_5Rk8mZxQ2vLc7TbW4nYd',
  url: 'https://hooks.example.org/handbill',
  events: [...decisionKinds],
  created_at: '2026-11-21T12:00:00Z',
  active: true,
}

const exampleSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

const exampleDelivery = {
  id: 'msg_2hTbYw8cQx5RkZ7mLp3V',
  type: 'post.published',
  timestamp: '2026-11-21T12:00:09Z',
  state: 'delivered',
  next_attempt_at: null,
  attempts: [{ at: '2026-11-21T12:00:10Z', status: 204, latency_ms: 84, error: null }],
}

const exampleQueued = (type: WebhookKind) => ({
  queued: true,
  webhook_id: exampleWebhook.id,
  delivery_id: exampleDelivery.id,
  type,
  note: 'It is sent within seconds.',
})

const changes = { tag: 'webhooks', auth: 'key', scope: 'webhooks:manage' } as const

const looks = {
  tag: 'webhooks',
  auth: 'key',
  scope: 'webhooks:manage',
  agenticAccess: reading('Free. Secrets are never shown.'),
} as const

/** Decides what is sent to an address outside this service. */
const connecting = (notes: string) => ({ ...changing(notes), 'action-class': 'connected' }) as const

function outcomeLine(type: EventKind, timestamp: string, data: object): string {
  if (isOfAccount(type)) return `${type} (${timestamp}): ${accountEvents[type].line(data as never)}`
  const { id, site, rejection, edit, approval } = data as OwnPost
  const reason = edit?.rejection ?? rejection
  const asked = type.startsWith('approval.') ? (edit?.approval ?? approval) : undefined
  return [
    `${type} ${id} (${site}, ${timestamp})${edit ? `, edit ${edit.id} ${edit.status}` : ''}.`,
    ...(reason ? [rejectionLine(reason)] : []),
    ...(asked ? approvalLine(asked) : []),
  ].join(' ')
}

const isOfAccount = (type: EventKind): type is AccountEventKind => (accountKinds as readonly string[]).includes(type)

export const webhooksOperations = {
  listWebhooks: operation({
    method: 'get',
    path: '/v1/webhooks',
    ...looks,
    summary: 'The webhook endpoints of the account and what each receives. Secrets are never listed.',
    description: 'Free. An endpoint that is off says since when and why; turn it on again with `updateWebhook`.',
    status: 200,
    response: () =>
      Type.Object(
        {
          items: Type.Array(Webhook),
          events: Type.Array(Type.Enum([...eventKinds]), {
            description: `The kinds of event that posts cause. ${onlyNamed} go only to endpoints that name them.`,
          }),
        },
        closed,
      ),
    answer: 'The endpoints.',
    examples: () => ({ response: { one: { items: [exampleWebhook], events: [...eventKinds] } } }),
    errors: [],
    tool: {
      name: 'list_webhooks',
      title: 'List the webhooks',
      description: `The registered endpoints and the events each receives; never secrets. Free. ${keyNeeded}`,
      hints: reads,
      offer: 'all',
      summary: answer =>
        [
          `${counted(answer.items.length, 'webhook')}.`,
          ...answer.items.map(
            ({ id, url, events, active, inactive_reason: reason }) =>
              `${id} ${url} (${active ? 'on' : `off: ${reason}`}): ${events.join(', ')}`,
          ),
        ].join('\n'),
    },
  }),
  createWebhook: operation({
    method: 'post',
    path: '/v1/webhooks',
    ...changes,
    agenticAccess: connecting(
      'Outcomes of all posts of the account go to the URL from now on; delete it to stop. Free.',
    ),
    summary: `Register an https endpoint for the outcomes of the account's posts; up to ${limits.webhooksPerAccount} at once.`,
    description: `Free. Without \`events\` the endpoint gets what is decided: ${decisionKinds.join(', ')}. Name ${onlyNamed} to hear also what you yourself change, what the owner is asked, and what concerns the account. Store \`secret\`: it is not shown again, and every delivery is signed with it (see the webhooks section). The address behind the name has to be public at every delivery. ${limits.webhooksCreatedPerDay} registrations a UTC day, then it is 429 \`rate_limited\`.`,
    body: () => Type.Object({ url: Url, events: Type.Optional(Kinds) }, closed),
    status: 201,
    response: () => Type.Object({ ...webhookMembers, secret: Secret, note: Note }, closed),
    answer: 'The endpoint, with its secret.',
    examples: () => ({
      body: {
        decisions: { url: exampleWebhook.url },
        everything: { url: exampleWebhook.url, events: [...eventKinds] },
      },
      response: { created: { ...exampleWebhook, secret: exampleSecret, note: 'The secret is shown once.' } },
    }),
    errors: ['too_many_webhooks', 'rate_limited'],
    tool: {
      name: 'create_webhook',
      title: 'Register a webhook',
      description: `Has the outcomes of your posts sent to a public https URL as signed events (Standard Webhooks). Free; at most ${limits.webhooksPerAccount} an account. secret, which verifies the signatures, is in the answer once: store it. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'all',
      summary: answer =>
        `The webhook ${answer.id} is registered. Store its secret, it is not shown again: ${answer.secret} test_webhook sends a test event.`,
    },
  }),
  updateWebhook: operation({
    method: 'patch',
    path: '/v1/webhooks/:id',
    ...changes,
    agenticAccess: connecting('Decides which outcomes go where; change it back at any time. Free.'),
    summary: 'Change the URL or the events of an endpoint, turn it off, or turn it on again.',
    description:
      'Free. What is left out stays. `active: false` stops what waits to be sent; `active: true` starts anew, and `replayWebhook` sends what was missed meanwhile.',
    params: WebhookId,
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
    answer: 'The endpoint after the change.',
    examples: () => ({
      parameters: { id: exampleWebhook.id },
      body: { turn_on: { active: true }, narrow: { events: ['post.rejected'] } },
      response: { changed: exampleWebhook },
    }),
    errors: ['not_found'],
    tool: null,
  }),
  deleteWebhook: operation({
    method: 'delete',
    path: '/v1/webhooks/:id',
    ...changes,
    agenticAccess: ending('Nothing more is sent there, and the secret is lost; posts are not touched. Free.'),
    summary: 'Delete an endpoint for good. Deliveries stop, queued retries too.',
    description: 'Free. Cannot be undone; a repeat is `not_found`. Outcomes can still be read with `listOutcomes`.',
    params: WebhookId,
    status: 200,
    response: () => Type.Object({ id: idSchema('webhook'), deleted: Type.Literal(true) }, closed),
    answer: 'The endpoint is deleted.',
    examples: () => ({
      parameters: { id: exampleWebhook.id },
      response: { deleted: { id: exampleWebhook.id, deleted: true } },
    }),
    errors: ['not_found'],
    tool: {
      name: 'delete_webhook',
      title: 'Delete a webhook',
      description: `Stops all deliveries to an endpoint for good, waiting ones too; its secret is lost. Free. ${keyNeeded}`,
      hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
      offer: 'all',
      summary: answer => `The webhook ${answer.id} is deleted.`,
    },
  }),
  testWebhook: operation({
    method: 'post',
    path: '/v1/webhooks/:id/test',
    ...changes,
    agenticAccess: connecting('Sends one test event to the endpoint and does nothing else. Free.'),
    summary: 'Queue a signed webhook.test delivery to an endpoint. Free.',
    description: `The delivery is signed as any other and shows under \`listDeliveries\`. An endpoint that is off is \`webhook_inactive\`. An account has ${limits.webhookTestsPerDay} tests a UTC day, ${limits.webhookTestsUnverifiedPerDay} while its e-mail address is not verified; then it is 429 \`rate_limited\`.`,
    params: WebhookId,
    status: 202,
    response: () => Queued,
    answer: 'A test delivery is queued.',
    examples: () => ({ parameters: { id: exampleWebhook.id }, response: { queued: exampleQueued('webhook.test') } }),
    errors: ['not_found', 'webhook_inactive', 'rate_limited'],
    tool: {
      name: 'test_webhook',
      title: 'Test a webhook',
      description: `Queues one signed webhook.test event to the endpoint, to see whether it arrives. Free, ${limits.webhookTestsPerDay} a UTC day (${limits.webhookTestsUnverifiedPerDay} before the address is verified). ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'all',
      summary: answer => `The webhook.test event ${answer.delivery_id} to ${answer.webhook_id} is queued.`,
    },
  }),
  rotateWebhookSecret: operation({
    method: 'post',
    path: '/v1/webhooks/:id/rotate',
    ...changes,
    agenticAccess: connecting('The secret before stays good for a while, then it is lost. Free.'),
    summary: `Give an endpoint a new secret, shown once. For ${overlap} deliveries carry a signature of each secret.`,
    description: `Free. Put the new secret into your receiver within ${overlap} and take a delivery when one of its signatures is right. The new secret is in this answer only.`,
    params: WebhookId,
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
    answer: 'The new secret.',
    examples: () => ({
      parameters: { id: exampleWebhook.id },
      response: {
        rotated: {
          id: exampleWebhook.id,
          secret: exampleSecret,
          previous_secret_expires_at: '2026-11-22T12:00:00Z',
          note: 'Take a delivery when either signature is right.',
        },
      },
    }),
    errors: ['not_found'],
    tool: null,
  }),
  listDeliveries: operation({
    method: 'get',
    path: '/v1/webhooks/:id/deliveries',
    ...looks,
    summary: `What was sent to an endpoint in the last ${kept} and what came of it, newest first.`,
    description: 'Free. Each event stands once, with every attempt at it. Follow `next_cursor` until it is absent.',
    params: WebhookId,
    query: () => Type.Object(paging, closed),
    status: 200,
    response: () => Type.Object({ items: Type.Array(Delivery), next_cursor: Type.Optional(Type.String()) }, closed),
    answer: 'One page of deliveries.',
    examples: () => ({
      parameters: { id: exampleWebhook.id, limit: 20 },
      response: { page: { items: [exampleDelivery] } },
    }),
    errors: ['not_found'],
    tool: null,
  }),
  retryDelivery: operation({
    method: 'post',
    path: '/v1/webhooks/:id/deliveries/:msg/retry',
    ...changes,
    agenticAccess: connecting('Sends an event once more; the receiver knows it by its id. Free.'),
    summary: 'Send one event to an endpoint again, whatever came of it before, under the same webhook-id.',
    description: `Free. The receiver knows by the webhook-id that it is the same event. An endpoint that is off is \`webhook_inactive\`; an event that was never sent to it, or is older than ${kept}, is \`not_found\`. ${limits.webhookRetriesPerDay} retries a UTC day, then it is 429 \`rate_limited\`; a test that is sent again counts as a test.`,
    params: Type.Object({ id: idSchema('webhook'), msg: idSchema('message') }, closed),
    status: 202,
    response: () => Queued,
    answer: 'The delivery is queued.',
    examples: () => ({
      parameters: { id: exampleWebhook.id, msg: exampleDelivery.id },
      response: { queued: exampleQueued('post.published') },
    }),
    errors: ['not_found', 'webhook_inactive', 'rate_limited'],
    tool: null,
  }),
  replayWebhook: operation({
    method: 'post',
    path: '/v1/webhooks/:id/replay',
    ...changes,
    agenticAccess: connecting('Sends what an endpoint has missed; the receiver knows the events by their ids. Free.'),
    summary: 'Queue every event since a time or a cursor that an endpoint has missed: failed, stopped, or never sent.',
    description:
      'Free. What has arrived is not sent again. Give either `since` or `after`; while the answer has `next_after`, send it as `after` to queue the rest.',
    params: WebhookId,
    body: () =>
      Type.Object(
        {
          since: Type.Optional(
            Type.String({ format: 'date-time', description: `A date-time with an offset; at most ${kept} count.` }),
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
    answer: 'What was missed is queued.',
    examples: () => ({
      parameters: { id: exampleWebhook.id },
      body: { since_yesterday: { since: '2026-11-20T12:00:00Z' } },
      response: {
        queued: { webhook_id: exampleWebhook.id, queued: 4, note: 'They are sent within seconds, oldest first.' },
      },
    }),
    errors: ['not_found', 'webhook_inactive'],
    tool: null,
  }),
  listOutcomes: operation({
    method: 'get',
    path: '/v1/outcomes',
    ...looks,
    scope: 'account:read',
    summary: `What became of the posts of this key, and what concerns its account, oldest first, for callers without a public address. ${kept}.`,
    description:
      'Free. Keep `cursor` and send it as `after`: nothing is missed and nothing comes twice. Ask again at once while `has_more`, otherwise after a while. The items are what webhooks deliver: of posts those of this key alone, of the account its balance and endpoints, and the budget of this key.',
    query: () => Type.Object({ after: afterPage, limit: paging.limit }, closed),
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
                data: Type.Union([ownPostOfAnySite(site), ...accountKinds.map(kind => accountEvents[kind].data)]),
              },
              closed,
            ),
          ),
          cursor: Type.String({ description: 'Send it as after to go on from here, also when the page is empty.' }),
          has_more: Type.Boolean({ description: 'Whether the next page has outcomes already.' }),
        },
        closed,
      ),
    answer: 'One page of outcomes.',
    examples: (site, baseUrl) => ({
      parameters: { limit: 20 },
      response: {
        page: {
          items: [
            {
              id: exampleDelivery.id,
              type: 'post.published',
              timestamp: '2026-11-21T12:00:09Z',
              data: exampleOwnPost(site, baseUrl, 'published'),
            },
          ],
          cursor: 'ZS4xNw',
          has_more: false,
        },
      },
    }),
    soughtAt: ['/v1/events', '/v1/stream'],
    errors: [],
    tool: {
      name: 'list_outcomes',
      title: 'List what became of your posts',
      description: `What became of the posts and edits of your key, oldest first: published, rejected with the reason, in review, removed, edited, cancelled, what the owner approved or refused; also a low balance, a budget nearly spent, a webhook turned off. Free, kept ${kept}; instead of get_post for each. Keep cursor and pass it as after the next time, at once while has_more: nothing is missed or comes twice. ${keyNeeded}`,
      hints: readsPosts,
      offer: 'post',
      holdsPosts: true,
      summary: answer =>
        [
          ...answer.items.map(({ type, timestamp, data }) => outcomeLine(type, timestamp, data)),
          `${counted(answer.items.length, 'outcome')}; ${answer.has_more ? 'there are more, call again now with' : 'no more for now, later call again with'} after: ${answer.cursor}`,
        ].join('\n'),
    },
  }),
} satisfies Record<string, OperationRow>
