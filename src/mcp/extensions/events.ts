// The extension Events (a draft): the outcomes of a key as events that a client lists, polls, or has sent to a callback URL
// (contract.md §16). There is one outbox; this is the third way out of it, beside webhooks and the list of outcomes.
import { type McpServer, ProtocolError } from '@modelcontextprotocol/server'
import { type TSchema, Type } from 'typebox'
import { accountKinds, type EventKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { deliveryModes, isSearch, type McpEventKind, mcpEventKinds, searchArgument } from '../../contract/mcp-events.ts'
import { accountEvents } from '../../contract/operations/account-events.ts'
import { untrustedNotice } from '../../contract/operations/tool.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { ownPostOfAnySite } from '../../contract/sites/any-site.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { perSite, type SiteRow } from '../../contract/sites.ts'
import { outlines } from '../../documents/openapi/outline.ts'
import { networkOf } from '../../domain/accounts/network.ts'
import { isWebhookSecret } from '../../domain/delivery/subscription.ts'
import { targetFaults } from '../../domain/delivery/target.ts'
import { bodyShape, show, suggestion } from '../../domain/shape.ts'
import { withoutStrayInvisibles } from '../../moderation/prefilter/hidden-text.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { actingAs } from '../../usecases/acting.ts'
import { ChallengeFailed, pollEvents, subscribe, unsubscribe } from '../../usecases/delivery/subscriptions.ts'
import type { Platform } from '../../usecases/platform.ts'
import type { SiteOffer } from '../site-offer.ts'
import { addMethod, declareExtension, invalidParams, type MethodCall } from './add-method.ts'

/** The codes that the extension adds to those of JSON-RPC. */
const codes = { notFound: -32_011, forbidden: -32_012, exhausted: -32_013, unsupported: -32_014, callback: -32_015 }

/** Adds the methods of events to a server of the 2026-07-28 revision, if it offers the outcomes of a key. */
export function attachEvents(platform: Platform, server: McpServer, { site, tools }: SiteOffer): void {
  if (!tools.has('list_outcomes')) return
  declareExtension(server, 'outcomes')
  const listed = mcpEventKinds(site.id).map(kind => descriptor(site, kind))
  addMethod(platform, server, 'outcomes', 'events/list', async () => ({ events: listed }))
  addMethod(platform, server, 'outcomes', 'events/poll', async call => poll(worldOf(platform, call), call))
  addMethod(platform, server, 'outcomes', 'events/subscribe', call => begin(worldOf(platform, call), call))
  addMethod(platform, server, 'outcomes', 'events/unsubscribe', call => end(worldOf(platform, call), call))
}

const worldOf = (platform: Platform, { context }: MethodCall) => context.world ?? platform

function descriptor(site: SiteRow, { name, description, arguments: taken }: McpEventKind) {
  return {
    ...{ name, description, delivery: deliveryModes },
    inputSchema: taken,
    payloadSchema: payloadSchema(name, site),
  }
}

/** The names and types of the data of a kind. */
function payloadSchema(kind: EventKind, site: SiteRow) {
  const data: TSchema = accountKinds.find(each => each === kind)
    ? accountEvents[kind as keyof typeof accountEvents].data
    : (ownPostOfAnySite(site) as TSchema)
  const branches = outlines(data, 2)
  return branches.length === 1 ? branches[0]! : { type: 'object', anyOf: branches }
}

const from = {
  cursor: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()])),
  maxAgeMs: Type.Optional(Type.Integer({ minimum: 0 })),
}
const Url = Type.String({ minLength: 1, maxLength: limits.webhookUrlLength })
const pollParams = bodyShape(Type.Object({ ...from, maxEvents: Type.Optional(Type.Integer({ minimum: 1 })) }))
const subscribeParams = bodyShape(
  Type.Object({
    ...from,
    delivery: Type.Object({ url: Url, secret: Type.String() }),
    ttlMs: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  }),
)
const unsubscribeParams = bodyShape(Type.Object({ delivery: Type.Object({ url: Url }) }))

type PollParams = { cursor?: string | null; maxAgeMs?: number; maxEvents?: number }
type SubscribeParams = PollParams & { delivery: { url: string; secret: string }; ttlMs?: number | null }

async function poll(platform: Platform, call: MethodCall) {
  const { caller, kind, about, params } = readCall<PollParams>(call, pollParams)
  const { cursor = null, maxAgeMs, maxEvents = limits.pageDefault } = params
  const limit = Math.min(maxEvents, limits.pageMax)
  const page = await pollEvents(platform, caller, { kind, about, limit, cursor, maxAgeMs }).catch(thrown => {
    throw asEventsError(thrown)
  })
  return {
    events: page.events.map(event => JSON.parse(withoutStrayInvisibles(event))),
    ...{ cursor: page.cursor, truncated: page.truncated, hasMore: page.hasMore },
    nextPollMs: limits.eventsAskedAgainMs,
    _meta: { notice: untrustedNotice },
  }
}

async function begin(platform: Platform, call: MethodCall) {
  const { caller, kind, about, params } = readCall<SubscribeParams>(call, subscribeParams)
  const { delivery, cursor = null, maxAgeMs, ttlMs } = params
  const faults = targetFaults(delivery.url, platform.webhooks.targets)
  if (faults.length > 0)
    throw invalidParams(faults.map(fault => `/params/delivery/url: got ${show(delivery.url)}; ${fault}`).join('\n'))
  if (!isWebhookSecret(delivery.secret))
    throw invalidParams('/params/delivery/secret: it takes whsec_ and 24 to 64 random bytes in base64')
  const asked = { kind, about, ...delivery, cursor, maxAgeMs, ...(ttlMs !== undefined && { ttlMs }) }
  return inNameOf(call, caller, () => subscribe(platform, caller, asked)).catch(thrown => {
    throw asEventsError(thrown)
  })
}

async function end(platform: Platform, call: MethodCall) {
  const { caller, kind, about, params } = readCall<SubscribeParams>(call, unsubscribeParams)
  const of = { kind, about, url: params.delivery.url }
  if (!(await inNameOf(call, caller, () => unsubscribe(platform, caller, of))))
    throw new ProtocolError(codes.notFound, 'This key has no such subscription.', { kind: 'subscription' })
  return {}
}

/** The caller, the kind with its arguments, and the checked parameters of a call. Throws the errors of the extension. */
function readCall<Params>({ params, context: { caller, site } }: MethodCall, faultsOf: (value: unknown) => string[]) {
  if (!caller) throw new ProtocolError(codes.forbidden, 'Events are those of an API key: send it as bearer.')
  const { name, arguments: args = {}, delivery } = params
  const kinds = mcpEventKinds(site.id)
  const kind = kinds.find(each => each.name === name)
  if (!kind) {
    if (typeof name !== 'string') throw invalidParams(`/params/name: got ${show(name)}; it takes a kind of event`)
    const near = suggestion(
      name,
      kinds.map(each => each.name),
    )
    throw new ProtocolError(codes.notFound, `There is no kind of event ${show(name)}; ${near}`, { kind: 'event' })
  }
  const { mode = 'webhook' } = (delivery ?? {}) as { mode?: unknown }
  if (mode !== 'webhook')
    throw new ProtocolError(codes.unsupported, `There is no subscription with the mode ${show(mode)}.`, {
      ...{ feature: 'deliveryMode', value: mode },
    })
  const { _meta, ...given } = params
  const faults = [...argumentFaults(site.id, kind.name, args), ...faultsOf(given).map(fault => `/params${fault}`)]
  if (faults.length > 0) throw invalidParams(faults.join('\n'))
  const read = args as Record<string, unknown>
  const search = isSearch(kind.name, read) ? { site: site.id, query: read } : null
  return { caller, kind: kind.name, about: { args: read, search }, params: given as Params }
}

const checks = perSite(
  ({ id }) => new Map(mcpEventKinds(id).map(({ name, arguments: taken }) => [name, bodyShape(taken)])),
)

function argumentFaults(site: SiteId, kind: EventKind, args: unknown): string[] {
  const faults = checks(site).get(kind)!(args)
  if (faults.length === 0 && searchArgument in (args as object) && isSearch(kind, args as object))
    faults.push(`/${searchArgument}: names a search that stands; it takes no words and filters beside it`)
  return faults.map(atArgument)
}

const atArgument = (fault: string) => `/params/arguments${fault}`

/** Does work in the name of the key, so that the log of the account says which key did it. */
function inNameOf<T>({ context: { ip } }: MethodCall, { keyId }: KeyHolder, work: () => Promise<T>): Promise<T> {
  return actingAs({ who: 'key', id: keyId, name: '', network: networkOf(ip), browser: null }, work)
}

/** The error of the extension for what keeps a subscription or a search from beginning. */
function asEventsError(thrown: unknown): unknown {
  if (thrown instanceof ChallengeFailed)
    return new ProtocolError(codes.callback, thrown.message, { reason: thrown.reason })
  if (!(thrown instanceof Problem)) return thrown
  const { code, message } = thrown
  if (code === 'invalid')
    return invalidParams(
      thrown.extras.errors?.map(fault => (fault.startsWith('/params') ? fault : atArgument(fault))).join('\n') ??
        message,
    )
  if (code === 'key_paused') return new ProtocolError(codes.forbidden, message)
  if (code === 'too_many_webhooks')
    return new ProtocolError(codes.exhausted, message, { limit: 'subscriptions', max: limits.subscriptionsPerAccount })
  if (code === 'too_many_searches') return new ProtocolError(codes.exhausted, message, { limit: 'searches' })
  return code === 'rate_limited' ? new ProtocolError(codes.exhausted, message, { limit: 'challenges' }) : thrown
}
