// A receiver of webhooks as an agent would run it, and how it knows whether a delivery is genuine.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

export type Arrived = { headers: IncomingHttpHeaders; body: string }
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A receiver of webhooks as an agent would run it, on a free port of this machine. */
export async function openReceiver() {
  const arrived: Arrived[] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    arrived.push({ headers: request.headers, body })
    reply.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A demo that stops half-way ends, whatever still listens.
  server.unref()
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Whether a delivery is signed with the secret of the endpoint (Standard Webhooks). */
export function isSigned({ headers, body }: Arrived, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const right = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map(signature => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some(given => given.length === right.length && timingSafeEqual(given, right))
}
