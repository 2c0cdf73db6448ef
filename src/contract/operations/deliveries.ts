// The operations on deliveries to a webhook endpoint: list, retry, replay (contract.md §10).
import { Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { counted } from '../words.ts'
import { paging } from './filters.ts'
import { closed, operation, WebhookId } from './row.ts'
import { keyNeeded, reads } from './tool.ts'
import {
  changes,
  connecting,
  Delivery,
  exampleDelivery,
  exampleQueued,
  exampleWebhook,
  kept,
  looks,
  Note,
  Queued,
} from './webhook-parts.ts'

const after = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'The cursor of a page of outcomes.' }),
)

const sendsAgain = { readOnly: false, destructive: false, idempotent: false, openWorld: true }

/** "msg_… post.published: failed after 3 attempts, the last 500": a delivery in the text for a model. */
function deliveryLine({ id, type, state, attempts }: Delivery): string {
  const last = attempts.at(-1)
  const outcome = last ? `, the last at ${last.at}: ${last.error ?? last.status}` : ''
  return `${id} ${type}: ${state} after ${counted(attempts.length, 'attempt')}${outcome}`
}

export const deliveriesOperations = {
  listDeliveries: operation({
    method: 'get',
    path: '/v1/webhooks/:id/deliveries',
    ...looks,
    summary: `The deliveries to an endpoint in the last ${kept} with their results, newest first.`,
    description:
      'Free. Each event is listed once, with every attempt to deliver it. Follow `next_cursor` until it is absent.',
    params: WebhookId,
    query: () => Type.Object(paging, closed),
    status: 200,
    response: () => Type.Object({ items: Type.Array(Delivery), next_cursor: Type.Optional(Type.String()) }, closed),
    answer: 'One page of deliveries.',
    examples: () => ({
      parameters: { id: exampleWebhook.id, limit: 20 },
      response: { page: { items: [exampleDelivery] } },
    }),
    tool: {
      name: 'list_deliveries',
      title: 'List the deliveries to a webhook',
      description: `Which events went to an endpoint in ${kept}, newest first, with each attempt and why it failed. Free. ${keyNeeded}`,
      hints: reads,
      offer: 'all',
      summary: answer =>
        [
          `${counted(answer.items.length, 'event')}${answer.next_cursor ? '; pass next_cursor as cursor for more' : ''}.`,
          ...answer.items.map(deliveryLine),
        ].join('\n'),
    },
  }),
  retryDelivery: operation({
    method: 'post',
    path: '/v1/webhooks/:id/deliveries/:msg/retry',
    ...changes,
    agenticAccess: connecting('Sends an event once more; the receiver knows it by its id. Free.'),
    summary: 'Send one event to an endpoint again, delivered or not, under the same webhook-id.',
    description: `Free. The receiver knows by the webhook-id that it is the same event. An endpoint that is off is \`webhook_inactive\`; an event that was never sent to it, or is older than ${kept}, is \`not_found\`. ${limits.webhookRetriesPerDay} retries a UTC day, then the answer is 429 \`rate_limited\`; a test that is sent again counts as a test.`,
    params: Type.Object({ id: idSchema('webhook'), msg: idSchema('message') }, closed),
    status: 202,
    response: () => Queued,
    answer: 'The delivery is queued.',
    examples: () => ({
      parameters: { id: exampleWebhook.id, msg: exampleDelivery.id },
      response: { queued: exampleQueued('post.published') },
    }),
    tool: {
      name: 'retry_delivery',
      title: 'Send an event again',
      description: `Queues one event of list_deliveries to the endpoint again, under the same webhook-id. Free. ${keyNeeded}`,
      hints: sendsAgain,
      offer: 'all',
      summary: answer =>
        `The ${answer.type} event ${answer.delivery_id} to ${answer.webhook_id} is queued. ${answer.note}`,
    },
  }),
  replayWebhook: operation({
    method: 'post',
    path: '/v1/webhooks/:id/replay',
    ...changes,
    agenticAccess: connecting(
      'Sends the events that an endpoint has missed; the receiver knows the events by their ids. Free.',
    ),
    summary: 'Queue every event since a time or a cursor that an endpoint has missed: failed, stopped, or never sent.',
    description:
      'Free. Delivered events are not sent again. Give either `since` or `after`; while the answer has `next_after`, send it as `after` to queue the rest.',
    params: WebhookId,
    body: () =>
      Type.Object(
        {
          since: Type.Optional(
            Type.String({
              format: 'date-time',
              description: `With an offset; events are kept ${kept}.`,
            }),
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
    answer: 'The missed events are queued.',
    examples: () => ({
      parameters: { id: exampleWebhook.id },
      body: { since_yesterday: { since: '2026-11-20T12:00:00Z' } },
      response: {
        queued: { webhook_id: exampleWebhook.id, queued: 4, note: 'They are sent within seconds, oldest first.' },
      },
    }),
    tool: {
      name: 'replay_webhook',
      title: 'Send the missed events',
      description: `Queues every event since a time, or after a cursor of list_outcomes, that the endpoint has missed. Free. ${keyNeeded}`,
      hints: sendsAgain,
      offer: 'all',
      summary: answer =>
        `${counted(answer.queued, 'delivery', 'deliveries')} queued to ${answer.webhook_id}. ${answer.note}${answer.next_after === undefined ? '' : ` There is more: call again with after ${answer.next_after}.`}`,
    },
  }),
}
