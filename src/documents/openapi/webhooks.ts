// The webhooks section: the deliveries to endpoints that callers register (contract.md §10).
import { type TSchema, Type } from 'typebox'
import { accountKinds, eventMeanings, postEvents, postKinds, testKind } from '../../contract/event-kinds.ts'
import { idSchema } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { accountEvents } from '../../contract/operations/account-events.ts'
import { receiving } from '../../contract/operations/agentic-access.ts'
import { exampleApproved, exampleOwnPost } from '../../contract/operations/examples.ts'
import { Instant } from '../../contract/posts.ts'
import { deliveryRetriedMs } from '../../contract/retries.ts'
import { sentences } from '../../contract/sentences.ts'
import { ownPostOfAnySite } from '../../contract/sites/any-site.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { about, span } from '../../contract/words.ts'
import type { Components, Json } from './components.ts'

const signed = {
  'webhook-id': [
    Type.String({ pattern: '^msg_[0-9A-Za-z]+$' }),
    'Names the event; the same in every attempt. Deliveries are at least once: drop events that you have seen.',
    'msg_2hTbYw8cQx5RkZ7mLp3V',
  ],
  'webhook-timestamp': [
    Type.String({ pattern: '^[0-9]+$' }),
    `When this attempt was sent, in seconds since 1970. Refuse a delivery that is more than ${span(limits.webhookSkewMs)} old.`,
    '1795262460',
  ],
  'webhook-signature': [
    Type.String({ pattern: '^v1,[0-9A-Za-z+/]+=*( v1,[0-9A-Za-z+/]+=*)*$' }),
    '`v1,` and the base64 HMAC-SHA256 of webhook-id, a dot, webhook-timestamp, a dot and the raw body, under the secret after `whsec_`. Several, separated by spaces, while a secret is replaced: one of them has to match.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const

/** The `webhooks` member of the document: one entry a kind of event, and the test. */
export function webhooksOf(site: PricedSite, baseUrl: string, components: Components): Json {
  const parameters = Object.entries(signed).map(([name, [schema, description, example]]) =>
    components.share('parameters', name, {
      name,
      in: 'header',
      description,
      required: true,
      schema: components.schema(schema),
      example,
    }),
  )
  const responses = {
    '2XX': components.share('responses', 'Received', {
      description: `Received. The answer has to come within ${span(limits.webhookTimeoutMs)}.`,
    }),
    '410': components.share('responses', 'EndpointGone', {
      description: 'The endpoint is gone: it is turned off and gets no more deliveries.',
    }),
    '4XX': components.share('responses', 'DeliveredAgain', {
      description: `Any other answer, a redirect included, is a failure: the event is delivered again, at growing intervals, for about ${about(deliveryRetriedMs)}.`,
    }),
  }
  const entry = (kind: string, summary: string, data: TSchema, example: unknown) => ({
    post: {
      operationId: `on${pascalCase(kind)}`,
      summary,
      description: `${summary} ${kind === testKind ? 'It goes to the endpoint that the request names.' : `Delivered to the endpoints that take \`${kind}\`.`}`,
      tags: ['webhooks'],
      'x-agentic-access': receiving(
        'Sent to an endpoint that a key has registered; check the signature before you act on it.',
      ),
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: components.namedSchema(payload(kind, data), `${pascalCase(kind)}Event`),
            example: { type: kind, timestamp: '2026-11-21T12:01:00Z', data: example },
          },
        },
      },
      responses,
    },
  })
  const own = ownPostOfAnySite(site)
  return Object.fromEntries([
    ...postKinds.map(kind => {
      const approved = kind === 'approval.decided' && { approval: exampleApproved }
      const example = { ...exampleOwnPost(site, baseUrl, postEvents[kind].status), ...approved }
      return [kind, entry(kind, eventMeanings[kind], own, example)]
    }),
    ...accountKinds.map(kind => {
      const { data, example } = accountEvents[kind]
      return [kind, entry(kind, eventMeanings[kind], data, example)]
    }),
    [testKind, entry(testKind, eventMeanings[testKind], TestData, exampleTestData)],
  ])
}

const TestData = Type.Object(
  { webhook_id: idSchema('webhook'), message: Type.String() },
  { additionalProperties: false },
)
const exampleTestData = {
  webhook_id: 'wh_5Rk8mZxQ2vLc7TbW4nYd',
  message: sentences.testDelivery,
}

function pascalCase(kind: string): string {
  return kind.replace(/(^|\.)[a-z]/g, match => match.slice(-1).toUpperCase())
}

function payload(kind: string, data: TSchema) {
  return Type.Object(
    { type: Type.Literal(kind), timestamp: Instant('When it happened.'), data },
    { additionalProperties: false },
  )
}
