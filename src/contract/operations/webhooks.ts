// The operations on webhook endpoints (contract.md §10).
import { Type } from 'typebox'
import { decisionKinds, eventKinds } from '../event-kinds.ts'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant } from '../posts.ts'
import { counted, span } from '../words.ts'
import { ending } from './agentic-access.ts'
import { closed, operation, WebhookId } from './row.ts'
import { keyNeeded, reads } from './tool.ts'
import {
  changes,
  connecting,
  exampleQueued,
  exampleWebhook,
  Kinds,
  looks,
  Note,
  onlyNamed,
  Queued,
  Url,
  Webhook,
  webhookMembers,
} from './webhook-parts.ts'

/** How long deliveries carry the signatures of two secrets, in words. */
const overlap = span(limits.webhookSecretOverlapMs)

const Secret = Type.String({
  pattern: '^whsec_',
  description: 'What deliveries are signed with. Shown here only; store it.',
})

const exampleSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

/** An endpoint in the text for a model. */
const webhookLine = ({ id, url, events, active, inactive_reason: reason }: Webhook) =>
  `${id} ${url} (${active ? 'on' : `off: ${reason}`}): ${events.join(', ')}`

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
    tool: {
      name: 'list_webhooks',
      title: 'List the webhooks',
      description: `The endpoints and the events that each receives; never secrets. Free. ${keyNeeded}`,
      hints: reads,
      offer: 'all',
      summary: answer => [`${counted(answer.items.length, 'webhook')}.`, ...answer.items.map(webhookLine)].join('\n'),
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
    description: `Free. Without \`events\` the endpoint gets decisions: ${decisionKinds.join(', ')}. Name ${onlyNamed} to get also your own changes, requests to the owner, answers to appeals and events of the account. Store \`secret\`: it is not shown again, and every delivery is signed with it (see the webhooks section). The address behind the name has to be public at every delivery. ${limits.webhooksCreatedPerDay} registrations a UTC day, then the answer is 429 \`rate_limited\`.`,
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
    tool: {
      name: 'create_webhook',
      title: 'Register a webhook',
      description: `Sends the outcomes of your posts to a public https URL as signed events (Standard Webhooks). Free; at most ${limits.webhooksPerAccount}. The secret comes once: store it. ${keyNeeded}`,
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
      'Free. Members that are left out stay. `active: false` stops pending deliveries; `active: true` starts deliveries again, and `replayWebhook` sends the events that were missed.',
    params: WebhookId,
    body: () =>
      Type.Object(
        {
          url: Type.Optional(Url),
          events: Type.Optional(Kinds),
          active: Type.Optional(Type.Boolean({ description: 'false stops deliveries.' })),
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
    tool: {
      name: 'update_webhook',
      title: 'Change a webhook',
      description: `Changes URL or events of an endpoint, turns it off (active=false) or on; replay_webhook sends what it missed. Free. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
      offer: 'all',
      describedBy: 'create_webhook',
      summary: answer => `Now: ${webhookLine(answer)}`,
    },
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
    description: `The delivery is signed as any other and shows under \`listDeliveries\`. An endpoint that is off is \`webhook_inactive\`. An account has ${limits.webhookTestsPerDay} tests a UTC day, ${limits.webhookTestsUnverifiedPerDay} while its e-mail address is not verified; then the answer is 429 \`rate_limited\`.`,
    params: WebhookId,
    status: 202,
    response: () => Queued,
    answer: 'A test delivery is queued.',
    examples: () => ({ parameters: { id: exampleWebhook.id }, response: { queued: exampleQueued('webhook.test') } }),
    tool: {
      name: 'test_webhook',
      title: 'Test a webhook',
      description: `Queues one signed webhook.test event. Free, ${limits.webhookTestsPerDay} a UTC day (${limits.webhookTestsUnverifiedPerDay} before the address is verified). ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'all',
      summary: answer => `The webhook.test event ${answer.delivery_id} to ${answer.webhook_id} is queued.`,
    },
  }),
  rotateWebhookSecret: operation({
    method: 'post',
    path: '/v1/webhooks/:id/rotate',
    ...changes,
    agenticAccess: connecting('The previous secret works for a while, then it is lost. Free.'),
    summary: `Give an endpoint a new secret, shown once. For ${overlap} deliveries carry a signature of each secret.`,
    description: `Free. Put the new secret into your receiver within ${overlap} and take a delivery when one of its signatures is right. The new secret is in this answer only; if the answer is lost, rotate again: the secret that your receiver knows goes on working.`,
    params: WebhookId,
    status: 200,
    response: () =>
      Type.Object(
        {
          id: idSchema('webhook'),
          secret: Secret,
          previous_secret_expires_at: Instant('Until when deliveries are also signed with the previous secret.'),
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
    tool: {
      name: 'rotate_webhook_secret',
      title: 'Give a webhook a new secret',
      description: `Answers a new secret, shown once: store it. For ${overlap} deliveries are signed with both. Free. ${keyNeeded}`,
      hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
      offer: 'all',
      summary: answer =>
        `The new secret of ${answer.id}, not shown again: ${answer.secret} The previous one works until ${answer.previous_secret_expires_at}.`,
    },
  }),
}
