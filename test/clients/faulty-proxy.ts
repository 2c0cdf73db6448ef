// A proxy before a real service that fails on purpose: how a client meets a lost answer, and a service that is busy.
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FaultyProxy = {
  /** The address at which the first answer to each request is lost on the way back. */
  losing: string
  /** The address at which each request is refused once before it arrives: 503 with a Retry-After of no time. */
  refusing: string
  /** The address at which each request gets the refusal of the platform rate limit. */
  busy: string
  /** As `busy`, with a Retry-After of an hour. */
  shut: string
  /** The address at which the service refuses `wait`, as a version does that does not know it. */
  older: string
  /** The address at which nothing fails. */
  plain: string
  /** The requests that reached the proxy: method, path, and the Idempotency-Key if any. */
  seen: string[]
  close(): void
}

/** Starts a proxy before the service at a base URL. */
export async function startFaultyProxy(baseUrl: string): Promise<FaultyProxy> {
  const { host, hostname, port } = new URL(baseUrl)
  const known = new Set<string>()
  const seen: string[] = []
  const server = createServer(async (incoming, answer) => {
    const [, fault, path] = /^\/(losing|refusing|busy|shut|older|plain)(\/.*)$/.exec(incoming.url ?? '') ?? []
    const name = `${incoming.method} ${path} ${incoming.headers['idempotency-key'] ?? ''}`
    seen.push(name)
    const first = !known.has(fault + name)
    known.add(fault + name)
    const refused = { busy: '0', shut: '3600' }[fault ?? '']
    if (refused) return answer.writeHead(429, { 'retry-after': refused }).end('Too Many Requests')
    if (fault === 'refusing' && first) return answer.writeHead(503, { 'retry-after': '0' }).end('busy')
    const forwardedPath = fault === 'older' ? path?.replace(/\bwait=\d+$/, 'wait=no') : path
    const sent = {
      hostname,
      port,
      path: forwardedPath,
      method: incoming.method,
      headers: { ...incoming.headers, host },
    }
    const forwarded = request(sent, async response => {
      const body = await read(response)
      if (fault === 'losing' && first) return void incoming.socket.destroy()
      answer.writeHead(response.statusCode ?? 502, response.headers).end(body)
    })
    forwarded.end(await read(incoming))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    losing: `${origin}/losing`,
    refusing: `${origin}/refusing`,
    busy: `${origin}/busy`,
    shut: `${origin}/shut`,
    older: `${origin}/older`,
    plain: `${origin}/plain`,
    seen,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
