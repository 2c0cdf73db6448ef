// A receiver of webhooks as an agent would run it, with the check of a delivery's signature.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

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
  // The receiver does not keep the process of a failed demo alive.
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
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
