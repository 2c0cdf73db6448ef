// A model server on loopback that sleeps, starts, answers and fails when the test says so, and the deciding model that asks it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModerationModel } from '../src/moderation/model.ts'
import { createModelProbe } from '../src/moderation/model-server.ts'

export type ModelServer = {
  /** Where it answers as an OpenAI-compatible server does. */
  baseUrl: string
  startUrl: string
  /** `asleep`: connections end without an answer. `broken`: it is there, and every decision fails. */
  is: 'asleep' | 'awake' | 'broken'
  /** The status of GET /models while it is not asleep, and that of calls to start it; null: it never answers those. */
  listed: number
  started: number | null
  /** How often it was looked at, with which tokens it was told to start, which titles it was asked about. */
  looks: number
  starts: (string | undefined)[]
  asked: string[]
  /** Keeps answers to decisions back until the server is asleep or `letGo` is called. */
  holding: boolean
  letGo(): void
  /** Resolves once it was asked so many times, or told to start. */
  reached(what: 'asked' | 'starts', count: number): Promise<void>
  close(): void
}

/** Starts one, asleep. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const held: ServerResponse[] = []
  const waiting: (() => void)[] = []
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await textOf(request)
    if (request.url === '/start') {
      server.starts.push(request.headers.authorization)
      if (server.started !== null) reply.writeHead(server.started).end()
    } else if (server.is === 'asleep') reply.destroy()
    else if (request.url === '/v1/models') {
      server.looks++
      reply.writeHead(server.listed, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
    } else {
      server.asked.push((JSON.parse(body) as { title: string }).title)
      held.push(reply)
      if (!server.holding) server.letGo()
    }
    for (const look of waiting) look()
  }
  const http = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()))
  await new Promise<void>(resolve => http.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: ModelServer = {
    baseUrl: `${origin}/v1`,
    startUrl: `${origin}/start`,
    is: 'asleep',
    listed: 200,
    started: 202,
    looks: 0,
    starts: [],
    asked: [],
    holding: false,
    letGo() {
      const fine = { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
      for (const reply of held.splice(0))
        if (server.is === 'asleep') reply.destroy()
        else if (server.is === 'broken') reply.writeHead(500).end()
        else reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fine))
    },
    reached: (what, count) =>
      new Promise(resolve => {
        const look = () => server[what].length >= count && resolve()
        waiting.push(look)
        look()
      }),
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}

/** The deciding model that asks a server, `atOnce` texts at a time; `now` in epoch ms. */
export function servedModel(baseUrl: string, now: () => number, atOnce?: number): ModerationModel {
  return {
    name: 'served',
    ...(atOnce && { atOnce }),
    state: createModelProbe({ baseUrl, apiKey: null, now }),
    async decide({ title }) {
      const answer = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify({ title }) })
      if (!answer.ok) throw new Error(`the model server answered ${answer.status}`)
      return answer.json()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
