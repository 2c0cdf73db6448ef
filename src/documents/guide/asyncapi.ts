// The AsyncAPI 3.0 document of a site: the deliveries to webhooks, made from those of the OpenAPI document (contract.md §10).
import { testKind, webhookKinds } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { deliveryRetriedMs } from '../../contract/retries.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { version } from '../../contract/version.ts'
import { about, span } from '../../contract/words.ts'
import type { Json } from '../openapi/components.ts'
import { openApiDocument } from '../openapi/document.ts'
import { partOf } from '../openapi/part.ts'
import { tagDescriptions } from '../openapi/words.ts'

type Parameter = { name: string; description: string; schema: Json; example: string }
type Webhook = {
  summary: string
  description: string
  parameters: Parameter[]
  requestBody: { content: { 'application/json': { schema: Json; example: Json } } }
}

/** The document. Schemas, headers and examples are those of the OpenAPI document. */
export function asyncApi(site: PricedSite, baseUrl: string) {
  const { webhooks, components } = partOf(openApiDocument(site, baseUrl), 'webhooks')
  const { schemas, parameters, examples } = components as Record<string, Record<string, Json>>
  const sections: Record<string, Record<string, Json>> = { parameters: parameters ?? {}, examples: examples ?? {} }
  const found = <T>(value: T): T => {
    const [, section, name] = /^#\/components\/(\w+)\/(.+)$/.exec((value as { $ref?: string }).$ref ?? '') ?? []
    return section && sections[section] ? (sections[section][name!] as T) : value
  }
  const kinds = Object.entries(webhooks as Record<string, { post: Webhook }>)
  const [, { post: first }] = kinds[0]!
  const headers = first.parameters.map(found)
  return {
    asyncapi: '3.0.0',
    info: {
      title: `Handbill: ${site.title}, webhooks`,
      version,
      description: `${tagDescriptions.webhooks}\n\nAn endpoint is registered by \`createWebhook\`; one that names no kinds gets the decisions about posts. Deliveries are at least once: drop a \`webhook-id\` that you have seen. The answer has to come within ${span(limits.webhookTimeoutMs)}; after any answer but 2xx the event is delivered again, at growing intervals, for about ${about(deliveryRetriedMs)}.`,
      termsOfService: `${baseUrl}/terms/`,
      contact: { name: site.title, url: baseUrl },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      externalDocs: { description: 'The API that registers endpoints', url: `${baseUrl}/openapi.yml` },
    },
    defaultContentType: 'application/json',
    servers: {
      receiver: {
        host: '{host}',
        protocol: 'https',
        description: 'The endpoint that a key has registered.',
        variables: { host: { description: 'The host of its public https URL.', examples: ['agent.example.org'] } },
      },
    },
    channels: {
      endpoint: {
        // Each endpoint has the path of its registered URL.
        address: null,
        title: 'A registered endpoint',
        servers: [{ $ref: '#/servers/receiver' }],
        messages: Object.fromEntries(kinds.map(([kind]) => [kind, { $ref: `#/components/messages/${kind}` }])),
      },
    },
    operations: {
      deliver: {
        action: 'send',
        channel: { $ref: '#/channels/endpoint' },
        title: 'Deliver what happened',
        summary: `A POST for each event; \`${testKind}\` goes to the endpoint that was named.`,
        security: [{ $ref: '#/components/securitySchemes/signature' }],
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: webhookKinds.map(kind => ({ $ref: `#/channels/endpoint/messages/${kind}` })),
      },
    },
    components: { messages: messagesOf(kinds, headers, found), ...signedBy(headers, found, schemas) },
  }
}

type Found = <T>(value: T) => T
type Kinds = readonly [kind: string, { post: Webhook }][]

function messagesOf(kinds: Kinds, headers: readonly Parameter[], found: Found) {
  const sent = () => Object.fromEntries(headers.map(({ name, example }) => [name, example]))
  return Object.fromEntries(
    kinds.map(([kind, { post }]) => {
      const { schema, example } = post.requestBody.content['application/json']
      const message = {
        name: kind,
        title: post.summary,
        summary: post.description,
        contentType: 'application/json',
        headers: { $ref: '#/components/schemas/WebhookHeaders' },
        payload: schema,
        examples: [{ payload: found(example), headers: sent() }],
      }
      return [kind, message]
    }),
  )
}

/** The headers of a signed delivery, as a security scheme and as one more schema. */
function signedBy(headers: readonly Parameter[], found: Found, schemas: Record<string, Json> | undefined) {
  return {
    securitySchemes: {
      signature: {
        type: 'httpApiKey',
        name: 'webhook-signature',
        in: 'header',
        description: found(headers.find(({ name }) => name === 'webhook-signature')!).description,
      },
    },
    schemas: {
      ...schemas,
      WebhookHeaders: {
        type: 'object',
        required: headers.map(({ name }) => name),
        properties: Object.fromEntries(headers.map(h => [h.name, { description: h.description, ...h.schema }])),
      },
    },
  }
}
