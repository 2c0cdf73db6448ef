// Real receivers of webhooks: TLS servers on loopback, and a network in which public names and addresses lead to them.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { WebhookNetwork } from '../../src/integrations/webhooks/network.ts'
import { insertTestDelivery } from '../../src/store/delivery/deliveries.ts'
import type { TestApp } from '../harness.ts'

const file = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8')

export type Received = { headers: Record<string, string>; body: string; path: string; method: string }

export type Receiver = {
  url: string
  received: Received[]
  /** Answers a request; status 200 unless set. */
  answer: (request: Received, reply: ServerResponse) => void
  /** The number of connections that were opened. */
  connections: number
  close(): void
}

export type TestNetwork = WebhookNetwork & {
  /** The addresses of each name. A function is called for each look-up. */
  names: Map<string, string[] | (() => string[])>
  /** Every address that was dialled. */
  dialled: string[]
  resolved: string[]
  receiver(name: string): Promise<Receiver>
  close(): void
}

/** A network in which each receiver has a public name and a public address. Other names have no address. */
export function testNetwork(timeoutMs = 5_000): TestNetwork {
  const ports = new Map<string, number>()
  const closing: (() => void)[] = []
  const network: TestNetwork = {
    names: new Map(),
    dialled: [],
    resolved: [],
    ca: file('ca.pem'),
    timeoutMs,
    async resolve(hostname) {
      network.resolved.push(hostname)
      const found = network.names.get(hostname) ?? []
      return typeof found === 'function' ? found() : found
    },
    dial(address) {
      network.dialled.push(address)
      return { host: '127.0.0.1', port: ports.get(address) ?? 1 }
    },
    async receiver(name) {
      const address = `93.184.216.${ports.size + 1}`
      const receiver = await startReceiver(name)
      ports.set(address, receiver.port)
      network.names.set(`${name}.receiver.example.org`, [address])
      closing.push(receiver.close)
      return receiver
    },
    close() {
      for (const close of closing) close()
    },
  }
  return network
}

let endpoints = 0

/** Registers a new receiver of the network as an endpoint of the key's account. `body` has further members of the request. */
export async function registerReceiver(app: TestApp, network: TestNetwork, key: string, body: object = {}) {
  const receiver = await network.receiver(`r${endpoints++}`)
  const { json, text } = await app.call('POST', '/v1/webhooks', { key, body: { url: receiver.url, ...body } })
  if (!json.id) throw new Error(text)
  return { receiver, id: json.id as string, secret: json.secret as string }
}

/** Ends the probation of endpoints, as their first successful answer does. */
export async function endProbation({ platform, databaseUrl, clock }: TestApp, ...ids: string[]): Promise<void> {
  const writing = platform.dialect.open(databaseUrl, 'write')
  await writing.db.updateTable('webhooks').set({ proven_at: clock.now() }).where('id', 'in', ids).execute()
  await writing.close()
}

let queued = 0

/** Queues `many` test deliveries for an endpoint, beyond the daily limit of its account. */
export async function queueTests({ platform, databaseUrl, clock }: TestApp, webhookId: string, many: number) {
  const writing = platform.dialect.open(databaseUrl, 'write')
  await writing.transaction(async db => {
    for (let i = 0; i < many; i++)
      await insertTestDelivery(db, { webhookId, messageId: `msg_queued${queued++}`, payload: '{}', now: clock.now() })
  })
  await writing.close()
}

async function startReceiver(name: string): Promise<Receiver & { port: number }> {
  const server = createServer({ cert: file('receiver.pem'), key: file('receiver.key') }, async (request, reply) => {
    const got = await read(request)
    receiver.received.push(got)
    receiver.answer(got, reply)
  })
  const receiver: Receiver & { port: number } = {
    url: `https://${name}.receiver.example.org/hook?for=${name}`,
    received: [],
    answer: (_, reply) => reply.end('ok'),
    connections: 0,
    port: 0,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  server.on('connection', () => {
    receiver.connections++
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as { port: number }).port
  return receiver
}

async function read(request: IncomingMessage): Promise<Received> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { url = '', method = '' } = request
  return { headers: request.headers as Record<string, string>, body, path: url, method }
}

/** Whether a delivery is signed with the secret. The reference library decides, and the time does not count. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const right = new Webhook(secret).sign(headers['webhook-id'] as string, at, body)
  return (headers['webhook-signature'] as string).split(' ').includes(right)
}

/** A server on loopback that only counts connections. */
export async function startWatch(): Promise<{ port: number; visits: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer(socket => {
    watch.visits++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  const watch = {
    port: 0,
    visits: 0,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  watch.port = (server.address() as { port: number }).port
  return watch
}
