// A language model for tests: an OpenAI-compatible server on loopback whose answers and failures a test chooses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request, and its parts that tests look at. */
export type Asked = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: any
  /** The text of the system message; empty without one. */
  system: string
  user: string
  /** What the answer has to echo, where the format requires it. */
  nonce: string
  policyVersion: string
}

export type Reply = ServerResponse
export type Answering = (asked: Asked, reply: Reply) => void

export type LanguageModelServer = {
  /** The base URL: http://127.0.0.1:PORT/v1. */
  url: string
  asked: Asked[]
  /** How it answers from this assignment on. */
  answer: Answering
  /** The status of GET /models. */
  listing: number
  close(): void
}

/** Starts the server. It answers 500 until a test sets `answer`. */
export async function startLanguageModel(): Promise<LanguageModelServer> {
  const server = createServer(async (request, reply) => {
    if (request.method === 'GET') return reply.writeHead(model.listing).end('{"object":"list","data":[]}')
    let text = ''
    try {
      for await (const chunk of request.setEncoding('utf8')) text += chunk
    } catch {
      return
    }
    const asked = readAsked(request, text)
    model.asked.push(asked)
    model.answer(asked, reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const model: LanguageModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: status(500),
    listing: 200,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return model
}

function readAsked({ method = '', url = '', headers }: IncomingMessage, text: string): Asked {
  const body = JSON.parse(text)
  const contentOf = (role: string) => body.messages.find((message: any) => message.role === role)?.content ?? ''
  const [system, user] = [contentOf('system'), contentOf('user')]
  return {
    ...{ method, path: url, headers, body, system, user },
    nonce: user.startsWith('{') ? JSON.parse(user).nonce : '',
    policyVersion: /^# Moderation policy (\S+)/.exec(system)?.[1] ?? '',
  }
}

/** A chat completion whose message has this content. `message` and `choice` change it. */
export function completion(
  content: unknown,
  { message = {}, choice = {}, ...change }: Record<string, any> = {},
): object {
  const said = { role: 'assistant', content, ...message }
  return {
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: said, ...choice }],
    usage: { prompt_tokens: 8_000, completion_tokens: 100, total_tokens: 8_100 },
    ...change,
  }
}

/** Answers with JSON, or with a text as it is. */
export function json(body: unknown, code = 200): Answering {
  return (_, reply) => {
    reply.writeHead(code, { 'content-type': 'application/json' })
    reply.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Answers with a status and a body that quotes secrets, which must not reach any log or record. */
export function status(code: number, headers: Record<string, string> = {}): Answering {
  return (asked, reply) => {
    reply.writeHead(code, { 'content-type': 'application/json', ...headers })
    reply.end(JSON.stringify({ error: { message: `You sent ${asked.headers.authorization}: ${asked.user}` } }))
  }
}

/** Answers with this text, or with the text that the function makes from the request. */
export function saying(content: unknown | ((asked: Asked) => unknown), change?: object): Answering {
  return (asked, reply) => {
    const said = typeof content === 'function' ? content(asked) : content
    json(completion(said, change as Record<string, any>))(asked, reply)
  }
}

/** The text of a verdict in our own schema, with the right echoes unless `change` replaces them. */
export function verdictText({ nonce, policyVersion }: Asked, change: object = {}): string {
  return JSON.stringify({
    ...{ policy_version: policyVersion, reason: 'As the test has it.', category: null, outcome: 'publish' },
    ...{ confidence: 0.95, nonce, ...change },
  })
}

/** Answers with a well-formed verdict. */
export function verdict(change: object = {}): Answering {
  return saying((asked: Asked) => verdictText(asked, change))
}

/** Never ends an answer: sends a valid one byte by byte for as long as the connection is open. */
export const dripping: Answering = (asked, reply) => {
  const body = JSON.stringify(completion(verdictText(asked)))
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length + 1_000_000 })
  let at = 0
  const timer = setInterval(() => reply.write(body[at++] ?? ' '), 5)
  reply.on('close', () => clearInterval(timer))
}

/** Answers after the caller has stopped waiting. */
export const late: Answering = (asked, reply) => {
  reply.on('close', () => verdict()(asked, reply))
}

/** Breaks the connection, before an answer or in the middle of one. */
export const reset: Answering = (_, reply) => reply.socket?.resetAndDestroy()
export const brokenOff: Answering = (asked, reply) => {
  const body = JSON.stringify(completion(verdictText(asked)))
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  reply.write(body.slice(0, -20), () => reply.socket?.destroy())
}

/** Sends a body without end, as fast as it is read. */
export const huge: Answering = (asked, reply) => {
  reply.writeHead(200, { 'content-type': 'application/json' })
  reply.write(JSON.stringify(completion(verdictText(asked))))
  const more = () => {
    while (!reply.destroyed && reply.write(' '.repeat(65_000)));
  }
  reply.on('drain', more)
  more()
}
