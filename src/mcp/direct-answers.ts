// Answers plain tools/call and tools/list requests without the SDK. They are nearly all of the traffic.
import type { IncomingHttpHeaders } from 'node:http'
import { metaKeys, modernVersion, protocolVersions } from '../contract/protocol-versions.ts'
import { isObject } from '../domain/is-object.ts'
import { bodyToSend } from '../edge/write-answer.ts'
import type { Platform } from '../usecases/platform.ts'
import { callTool, type ToolAnswer } from './call-tool.ts'
import { declares } from './extensions/declared.ts'
import type { CallContext } from './run-operation.ts'
import { listsKept, type SiteOffer } from './site-offer.ts'

/**
 * The answer to a message, in the form in which it is sent; at once where it is kept. Null leaves the message to the SDK, which
 * knows every rule and every error.
 */
export type DirectAnswers = (
  message: unknown,
  headers: IncomingHttpHeaders,
  context: CallContext,
) => Sent | null | Promise<Sent>

type Sent = Buffer | string
type Era = 'legacy' | 'modern'
type Members = Record<string, unknown>
type Plain = { era: Era; id: string; method: 'tools/call' | 'tools/list'; params: Members }

/** The direct answers of a site. The constant parts of an answer are written once. */
export function directAnswers(platform: Platform, { tools, listed, info }: SiteOffer): DirectAnswers {
  const stamp = `"resultType":"complete","_meta":${JSON.stringify({ [metaKeys.serverInfo]: info })}`
  const list = JSON.stringify([...listed.values()])
  const kept = `"ttlMs":${listsKept.ttlMs},"cacheScope":"${listsKept.cacheScope}"`
  const lists: Record<Era, Buffer> = {
    legacy: Buffer.from(`{"result":{"tools":${list}`),
    modern: Buffer.from(`{"result":{"tools":${list},${kept}`),
  }
  const ends: Record<Era, string> = { legacy: '},"jsonrpc":"2.0","id":', modern: `,${stamp}},"jsonrpc":"2.0","id":` }
  const write = ({ members, sent }: ToolAnswer, end: string): Sent => {
    if (sent === undefined) return bodyToSend(Buffer.from(`${opening}${members}${end}`))
    if (typeof sent === 'string') return opening + sent + asLatin1(end)
    return Buffer.concat([Buffer.from(opening), sent, Buffer.from(end)])
  }

  return (message, headers, context) => {
    const plain = plainRequest(message, headers)
    if (!plain) return null
    const end = `${ends[plain.era]}${plain.id}}`
    if (plain.method === 'tools/list') return Buffer.concat([lists[plain.era], Buffer.from(end)])
    const tool = tools.get(plain.params.name as string)
    if (!tool || (tool.tool.becomesTask && declares(plain.params._meta, 'tasks'))) return null
    const answer = callTool(platform, tool, (plain.params.arguments ?? {}) as Members, context)
    return answer instanceof Promise ? answer.then(made => write(made, end)) : write(answer, end)
  }
}

const opening = '{"result":{'
/** A text as it is sent, one character a byte. */
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1')

const topLevel = new Set(['jsonrpc', 'id', 'method', 'params'])
const paramNames = { 'tools/call': new Set(['name', 'arguments', '_meta']), 'tools/list': new Set(['_meta']) }

/** The request if it is plain; null if the SDK might answer it in another way. */
function plainRequest(message: unknown, headers: IncomingHttpHeaders): Plain | null {
  if (!isObject(message) || message.jsonrpc !== '2.0') return null
  const { id, method, params = {} } = message
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  if (method !== 'tools/call' && method !== 'tools/list') return null
  if (!isObject(params) || !onlyNames(message, topLevel) || !onlyNames(params, paramNames[method])) return null
  if (method === 'tools/call' && typeof params.name !== 'string') return null
  if (params.arguments !== undefined && !isObject(params.arguments)) return null
  if (!/application\/json|\*\/\*/.test(headers.accept ?? '*/*')) return null
  const era = eraOf(headers, method, params)
  return era && { era, id: JSON.stringify(id), method, params }
}

function eraOf(headers: IncomingHttpHeaders, method: string, params: Members): Era | null {
  const version = headers['mcp-protocol-version']
  const meta = params._meta
  if (version === modernVersion) {
    const named = headers['mcp-method'] === method && headers['mcp-name'] === params.name
    return named && isObject(meta) && isPlainEnvelope(meta) ? 'modern' : null
  }
  const hasModernHeaders = headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined
  if (hasModernHeaders || (version !== undefined && !protocolVersions.includes(version as string))) return null
  return meta === undefined || (isObject(meta) && onlyNames(meta, progressOnly) && isToken(meta)) ? 'legacy' : null
}

const progressOnly = new Set(['progressToken'])
const envelopeNames = new Set<string>([
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  ...progressOnly,
])

/** Whether the envelope is plain. A client that opens links for its user is not: only the SDK can ask the client to open one. */
function isPlainEnvelope(meta: Members): boolean {
  const capabilities = meta[metaKeys.clientCapabilities]
  const client = meta[metaKeys.clientInfo]
  return (
    onlyNames(meta, envelopeNames) &&
    isToken(meta) &&
    meta[metaKeys.protocolVersion] === modernVersion &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    capabilities.elicitation === undefined &&
    (client === undefined ||
      (isObject(client) && typeof client.name === 'string' && typeof client.version === 'string'))
  )
}

function isToken({ progressToken }: Members): boolean {
  return progressToken === undefined || typeof progressToken === 'string' || Number.isSafeInteger(progressToken)
}

function onlyNames(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false
  return true
}
