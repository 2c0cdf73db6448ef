// Sends one delivery over HTTP, or reads a document: only to checked addresses, without redirects, within limits of time and size (contract.md §10).
import { isIPv6 } from 'node:net'
import type { buildConnector, Client, Dispatcher } from 'undici'
import { limits } from '../../contract/limits.ts'
import { isPublicAddress, literalAddress, targetFaults, type WebhookTargets } from '../../domain/delivery/target.ts'
import type { WebhookNetwork } from './network.ts'

export type SignedRequest = { url: string; headers: Record<string, string>; body: string }
/** An answer, with the beginning of its body. */
export type DeliveryAnswer = { status: number; retryAfter: string | null; text: string }

/** Why there was no answer, in the words that clients of MCP get (contract.md §16). */
export type NoAnswer = 'connection_refused' | 'timeout' | 'tls_error'

/** An answer with any status. The headers have names in lower case. */
export type ReadDocument = { status: number; headers: Record<string, string>; body: Buffer }

export interface WebhookClient {
  /** Sends one delivery and returns its answer, with any status. Throws DeliveryFailed when there is no answer. */
  send(delivery: SignedRequest): Promise<DeliveryAnswer>
  /**
   * Reads a public document: GET, without redirects, up to `mostBytes` and within `timeoutMs`. Throws DeliveryFailed when there is no
   * answer, or it is too long.
   */
  read(url: string, bounds: { mostBytes: number; timeoutMs: number }): Promise<ReadDocument>
  /** Aborts the deliveries in progress: they fail as `interrupted`. */
  close(): void
}

/** A delivery got no answer. The message is for the owner of the endpoint: it quotes neither an IP address nor the receiver. */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed'
  /** The sender was stopped; the attempt does not count. */
  readonly interrupted: boolean
  readonly reason: NoAnswer
  constructor(message: string, { interrupted = false, reason = 'connection_refused' as NoAnswer } = {}) {
    super(message)
    this.interrupted = interrupted
    this.reason = reason
  }
}

/** A client for the targets that the configuration allows. */
export function createWebhookClient(targets: WebhookTargets, network: WebhookNetwork): WebhookClient {
  const closing = new AbortController()
  const timeoutMs = network.timeoutMs ?? limits.webhookTimeoutMs

  /** Calls a checked address and reads its answer by `take`, within a time. */
  async function call<T>(
    url: string,
    request: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>,
    { withinMs, take }: { withinMs: number; take(answer: Dispatcher.ResponseData): Promise<T> },
  ): Promise<T> {
    if (targetFaults(url, targets).length > 0) throw new DeliveryFailed('this URL may not be called here')
    const target = new URL(url)
    // Loaded with the first request, before its time-out starts.
    const undici = await import('undici')
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(withinMs)])
    let client: Client | undefined
    try {
      const addresses = await unlessAborted(signal, allowedAddresses(target.hostname, targets, network))
      client = clientFor(undici, target, addresses, network, withinMs)
      return await take(await client.request({ ...request, path: target.pathname + target.search, signal }))
    } catch (error) {
      if (closing.signal.aborted) throw new DeliveryFailed('the service was stopping', { interrupted: true })
      if (error instanceof DeliveryFailed) throw error
      if (signal.aborted) throw new DeliveryFailed(`no answer within ${withinMs / 1000} seconds`, { reason: 'timeout' })
      throw new DeliveryFailed(wordsFor(error), { reason: reasonOf(error) })
    } finally {
      client?.destroy().catch(() => {})
    }
  }

  return {
    send({ url, headers, body }) {
      const sent = { ...headers, 'content-type': 'application/json', 'user-agent': 'Handbill-Webhooks/1' }
      return call(
        url,
        { method: 'POST', headers: sent, body },
        {
          withinMs: timeoutMs,
          async take(answer) {
            const text = await readSome(answer.body)
            return { status: answer.statusCode, retryAfter: firstOf(answer.headers['retry-after']), text }
          },
        },
      )
    },
    read(url, { mostBytes, timeoutMs: withinMs }) {
      const headers = { accept: 'application/json', 'user-agent': 'Handbill-OAuth/1' }
      return call(
        url,
        { method: 'GET', headers },
        {
          withinMs,
          async take({ statusCode: status, headers: given, body }) {
            const chunks: Buffer[] = []
            let length = 0
            for await (const chunk of body as AsyncIterable<Buffer>) {
              length += chunk.length
              if (length > mostBytes) throw new DeliveryFailed(`the answer is longer than ${mostBytes} bytes`)
              chunks.push(chunk)
            }
            const named = Object.entries(given).map(([name, value]) => [name, String(firstOf(value) ?? '')])
            return { status, headers: Object.fromEntries(named), body: Buffer.concat(chunks) }
          },
        },
      )
    },
    close: () => closing.abort(),
  }
}

/** The same text for an unknown name and for one with an internal address: deliveries must not reveal the internal network. */
const noAddress = 'the host name has no public address'

/** The checked addresses of a host. One forbidden address rejects the host: it is an attack or a mistake. */
async function allowedAddresses(
  hostname: string,
  targets: WebhookTargets,
  network: WebhookNetwork,
): Promise<readonly string[]> {
  const literal = literalAddress(hostname)
  const found = literal === null ? await network.resolve(hostname).catch(() => []) : [literal]
  if (found.length === 0) throw new DeliveryFailed(targets === 'any' ? 'the host name has no address' : noAddress)
  if (targets === 'public' && !found.every(isPublicAddress)) throw new DeliveryFailed(noAddress)
  return found
}

/** A client for one request, which connects to the checked addresses even if the name resolves to others by then. */
function clientFor(
  undici: typeof import('undici'),
  target: URL,
  addresses: readonly string[],
  network: WebhookNetwork,
  timeoutMs: number,
): Client {
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
  const dialled = addresses.map(address => network.dial(address, port))
  const answers = dialled.map(({ host }) => ({ address: host, family: isIPv6(host) ? 6 : 4 }))
  const [first] = dialled
  const connector = undici.buildConnector({
    allowH2: false,
    maxCachedSessions: 0,
    timeout: timeoutMs,
    autoSelectFamily: true,
    ...(network.ca && { ca: network.ca }),
    lookup: ((_host: string, options: { all?: boolean }, callback: (...args: unknown[]) => void) =>
      options.all ? callback(null, answers) : callback(null, answers[0]?.address, answers[0]?.family)) as never,
  } as buildConnector.BuildOptions)
  const literal = literalAddress(target.hostname) !== null
  return new undici.Client(target.origin, {
    // The certificate is checked against the host name, which stays; a literal address is dialled directly.
    connect: (options, callback) =>
      connector(
        { ...options, hostname: literal ? (first?.host as string) : target.hostname, port: String(first?.port) },
        callback,
      ),
    pipelining: 0,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
}

/** Reads a body up to its limit, without decompression. The status has decided, so errors are ignored. */
async function readSome(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      read += chunk.length
      if (read >= limits.webhookAnswerBytes) break
    }
  } catch {
    // An answer that breaks off after its status counts.
  }
  return Buffer.concat(chunks).subarray(0, limits.webhookAnswerBytes).toString()
}

function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}

const firstOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? null

const words: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  EPIPE: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  ETIMEDOUT: 'the host did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
}

const codeOf = (error: unknown): string => {
  const { code = '', errors } = error as { code?: string; errors?: { code?: string }[] }
  return code || (errors?.[0]?.code ?? '')
}

function reasonOf(error: unknown): NoAnswer {
  const code = codeOf(error)
  if (code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT')) return 'timeout'
  return /CERT|SIGNATURE|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code) ? 'tls_error' : 'connection_refused'
}

/** Describes an error in fixed words: messages of the system contain IP addresses, and text of the receiver is not shown. */
function wordsFor(error: unknown): string {
  const { name, code = '', errors } = error as { name?: string; code?: string; errors?: { code?: string }[] }
  const known = words[code] ?? words[errors?.[0]?.code ?? '']
  if (known) return known
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return 'no TLS connection could be made'
  if (name === 'HTTPParserError') return 'the answer was not HTTP'
  return 'the connection failed'
}
