// Mounts the MCP endpoint and its documents on the edge that REST uses (contract.md §16).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authRequired, type Offer, offers, withOutputs } from '../contract/operations/tool.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { show } from '../domain/shape.ts'
import { callerAddress } from '../edge/caller-address.ts'
import { withMetadata } from '../edge/challenge.ts'
import { writeAnswer } from '../edge/write-answer.ts'
import type { Platform } from '../usecases/platform.ts'
import { problemBody } from '../usecases/problem-body.ts'
import { accessProblem } from './challenge.ts'
import { type DirectAnswers, directAnswers } from './direct-answers.ts'
import { refuse, rpcError } from './json-rpc.ts'
import { type Body, noBody, parseMessages, refuseBody } from './message-body.ts'
import { originAllowed } from './origin.ts'
import type { CallContext } from './run-operation.ts'
import type { SdkAnswers } from './sdk-answers.ts'
import { mountServerCards } from './server-cards.ts'
import { type OfferChoice, type SiteOffer, siteOffers } from './site-offer.ts'

type Endpoint = {
  tools: SiteOffer['tools']
  direct: DirectAnswers
  sdk(): Promise<SdkAnswers>
  close(): Promise<void>
}

/** Adds POST /mcp for every site, and the documents that point to /mcp. */
export function mountMcp(app: FastifyInstance, platform: Platform): void {
  const made = new Map<PricedSite, Map<OfferChoice, Endpoint>>()
  /** The endpoints of a site, made anew when its prices change: tools name them. */
  const endpointsOf = ({ id, baseUrl }: Pick<SiteContext, 'id' | 'baseUrl'>) => {
    const site = platform.site(id)
    const known = made.get(site)
    if (known) return known
    const offered = [...siteOffers(site, baseUrl)]
    const endpoints = new Map(offered.map(([name, offer]) => [name, endpointOf(platform, offer)]))
    made.set(site, endpoints)
    return endpoints
  }
  for (const site of platform.facts.sites) endpointsOf(site)
  const origins = platform.facts.sites.map(site => site.baseUrl)

  app.register(async mcp => {
    parseMessages(mcp)
    mcp.addHook('onClose', async () => {
      for (const ofSite of made.values()) for (const endpoint of ofSite.values()) await endpoint.close()
    })
    mcp.route({
      method: 'POST',
      url: '/mcp',
      config: { authentication: 'optional', oauth: { resource: 'mcp', scope: null } },
      onRequest: (request, reply, done) => {
        if (originAllowed(request.headers.origin, origins)) return done()
        refuse(reply, 403, -32_000, 'Requests from web pages of other origins are refused.')
      },
      errorHandler: (error, _, reply) => {
        if (error instanceof Problem) throw error
        return refuseBody(error, reply)
      },
      handler: (request, reply) => {
        const { tools = 'all', schemas, auth } = request.query as { tools?: unknown; schemas?: unknown; auth?: unknown }
        const more = schemas ?? auth
        const choice = (more === undefined ? tools : `${tools} ${more}`) as OfferChoice
        const known = [
          [undefined, authRequired].includes(auth as string),
          [undefined, withOutputs].includes(schemas as string),
        ]
        const endpoint = known.includes(false) ? undefined : endpointsOf(request.site).get(choice)
        if (!endpoint) return refuse(reply, 400, -32_600, choiceFault({ tools, schemas, auth }))
        return answer(platform, endpoint, request, reply, auth === authRequired)
      },
    })
    // Some clients add a trailing slash. The 308 keeps method and body.
    mcp.route({
      method: 'POST',
      url: '/mcp/',
      onRequest: async (request, reply) => reply.redirect(`/mcp${request.url.slice('/mcp/'.length)}`, 308),
      handler: () => {},
    })
  })
  mountServerCards(app, platform)
}

function choiceFault({ tools, schemas, auth }: { tools: unknown; schemas: unknown; auth: unknown }): string {
  const isOffer = typeof tools === 'string' && offers.includes(tools as Offer)
  const [name, given, right] = !isOffer
    ? [
        'tools',
        tools,
        `one of ${offers.map(offer => `tools=${offer}`).join(', ')}; without the parameter all tools are offered.`,
      ]
    : schemas !== undefined && schemas !== withOutputs
      ? ['schemas', schemas, `schemas=${withOutputs}; without the parameter tools are listed without output schemas.`]
      : ['auth', auth, `auth=${authRequired}; without the parameter only calls that need a caller ask for one.`]
  const fault = Array.isArray(given)
    ? `The parameter ${name} was sent more than once`
    : `There is no selection of ${name} ${show(given)}`
  return `${fault}. Write ${right}`
}

/** The endpoint of an offer. The SDK takes a tenth of a second and 20 MB, so the first message that needs the SDK loads it. */
function endpointOf(platform: Platform, offer: SiteOffer): Endpoint {
  let loaded: Promise<SdkAnswers> | undefined
  const load = async () => (await import('./sdk-answers.ts')).sdkAnswers(platform, offer)
  return {
    tools: offer.tools,
    direct: directAnswers(platform, offer),
    sdk() {
      loaded ??= load()
      return loaded
    },
    close: async () => (await loaded)?.close(),
  }
}

/** `always`: the client wants to be asked for a caller before its first call. */
function answer(
  platform: Platform,
  { tools, direct, sdk }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  always: boolean,
) {
  const body = (request.body as Body | undefined) ?? noBody
  if (body.fault !== undefined) return refuse(reply, 400, -32_700, `Parse error: ${body.fault}`)
  const problem = accessProblem(body.message, { tools, caller: request.caller, always })
  if (problem) return challenge(platform, problem, body.message, request, reply)
  const context: CallContext = {
    site: request.site,
    caller: request.caller,
    world: request.world,
    ip: callerAddress(request),
    requestId: request.id,
  }
  const sent = direct(body.message, request.headers, context)
  if (sent instanceof Promise) return sent.then(made => writeJson(request, reply, made))
  return sent === null ? answerBySdk(sdk, request, reply, body, context) : writeJson(request, reply, sent)
}

/** Refuses a message with the HTTP status that begins OAuth in a client, and with the problem for everybody else. */
function challenge(
  platform: Platform,
  problem: Problem,
  message: unknown,
  { id: requestId, site, caller }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, headers } = problemBody(platform, { requestId, site, caller }, problem)
  const { id = null } = (Array.isArray(message) ? {} : message) as { id?: string | number | null }
  const error = rpcError(-32_001, `${body.title}: ${body.detail} ${body.fix}`, id)
  return reply
    .code(body.status)
    .header('www-authenticate', withMetadata(headers['www-authenticate'] ?? 'Bearer', site.baseUrl, 'mcp'))
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .send(Buffer.from(JSON.stringify({ ...error, error: { ...error.error, data: body } })))
}

function writeJson(request: FastifyRequest, reply: FastifyReply, body: Buffer | string): void {
  writeAnswer(request, reply, 200, [...jsonHeaders, 'content-length', String(body.length)], body)
}

const jsonHeaders = ['content-type', 'application/json', 'cache-control', 'no-store']

async function answerBySdk(
  sdk: Endpoint['sdk'],
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  context: CallContext,
): Promise<FastifyReply> {
  if (isSubscription(body.message))
    return refuse(reply, 404, -32_601, 'Method not found: this server sends no notifications.', body.message.id)
  const answered = await (await sdk()).answer(request, body, context)
  reply.code(answered.status).header('cache-control', 'no-store')
  for (const [name, value] of answered.headers) reply.header(name, value)
  return answered.bytes.length > 0 ? reply.send(answered.bytes) : reply.send()
}

function isSubscription(message: unknown): message is { id: string | number | null } {
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown }
  return method === 'subscriptions/listen' && id !== undefined
}
