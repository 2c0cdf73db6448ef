// A model server on loopback that sleeps, starts, answers and fails on command, and the deciding model that calls it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModerationModel } from '../../src/moderation/model.ts'
import { createModelProbe } from '../../src/moderation/model-server.ts'

export type ModelServer = {
  /** The base URL of its OpenAI-compatible API. */
  baseUrl: string
  startUrl: string
  /** `asleep`: connections end without an answer. `broken`: the server answers, and every decision fails. */
  mode: 'asleep' | 'awake' | 'broken'
  /**
   * `modelsStatus`: the status of GET /models while it is not asleep. `startStatus`: the status of calls that start it; null: no
   * answer.
   */
  modelsStatus: number
  startStatus: number | null
  /** The number of GET /models, the token of each call that starts the server, and the title of each post to decide. */
  probes: number
  starts: (string | undefined)[]
  asked: string[]
  /** Holds the answers to decisions until the server is asleep or `releaseAnswers` is called. */
  holdsAnswers: boolean
  releaseAnswers(): void
  /** Resolves once there have been `count` decisions or calls to start. */
  reached(what: 'asked' | 'starts', count: number): Promise<void>
  close(): void
}

/** Starts a server that is asleep. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const held: ServerResponse[] = []
  const waiting: (() => void)[] = []
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await textOf(request)
    if (request.url === '/start') {
      server.starts.push(request.headers.authorization)
      if (server.startStatus !== null) reply.writeHead(server.startStatus).end()
    } else if (server.mode === 'asleep') reply.destroy()
    else if (request.url === '/v1/models') {
      server.probes++
      reply.writeHead(server.modelsStatus, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}')
    } else {
      server.asked.push((JSON.parse(body) as { title: string }).title)
      held.push(reply)
      if (!server.holdsAnswers) server.releaseAnswers()
    }
    for (const look of waiting) look()
  }
  const http = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()))
  await new Promise<void>(resolve => http.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: ModelServer = {
    baseUrl: `${origin}/v1`,
    startUrl: `${origin}/start`,
    mode: 'asleep',
    modelsStatus: 200,
    startStatus: 202,
    probes: 0,
    starts: [],
    asked: [],
    holdsAnswers: false,
    releaseAnswers() {
      const fine = { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
      for (const reply of held.splice(0))
        if (server.mode === 'asleep') reply.destroy()
        else if (server.mode === 'broken') reply.writeHead(500).end()
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

/** The deciding model that calls a server, with `atOnce` texts at a time; `now` in epoch ms. */
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
