// Answers bytes that the parser refuses and requests that arrive too slowly, and closes idle connections.
import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '../contract/problems/problem.ts'
import { problems } from '../contract/problems/problems.ts'
import type { Platform } from '../usecases/platform.ts'
import { problemBody } from '../usecases/problem-body.ts'
import { logRefusal } from './request-log.ts'
import { allMethods } from './request-target.ts'

type ConnectionError = Error & { code?: string }

/** Writes a problem to a socket and closes it: after bytes that are no request, where the next request begins is unknown. */
export function refuseRaw(platform: Platform, error: ConnectionError, socket: Socket, requestId: string): void {
  afterWholeRequests(socket, unfinished => {
    // No answer may be written into another that has begun.
    if (error.code === 'ECONNRESET' || !socket.writable || unfinished?.headersSent) socket.destroy()
    else write(platform, problemOf(error), socket, requestId)
  })
}

/** Refuses CONNECT. */
export function refuseTunnel(platform: Platform, socket: Socket, requestId: string): void {
  // The server no longer listens on this socket: without a listener an error would end the process.
  socket.on('error', () => socket.destroy())
  const problem = new Problem('method_not_allowed', 'CONNECT is not taken: this server is not a proxy.', {
    headers: { Allow: allMethods.join(', ') },
  })
  afterWholeRequests(socket, () => write(platform, problem, socket, requestId))
}

/** Closes a connection that was idle for its time-out, unless its client waits for our answer. */
export function endIfIdle(socket: Socket): void {
  const answer = answerOn(socket)
  if (answer?.req.complete && !answer.headersSent) socket.setTimeout(socket.timeout ?? 0)
  else socket.destroy()
}

/** The answer in progress on a connection. */
function answerOn(socket: Socket): ServerResponse | null | undefined {
  return (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
}

/** Connections that are closed once their whole requests are answered. */
const ending = new WeakSet<Socket>()

/**
 * Calls `refuse` once every request that has arrived whole is answered: such an answer may say what was charged. `refuse` gets
 * the answer to a request that has arrived in part, if there is one.
 */
function afterWholeRequests(socket: Socket, refuse: (unfinished: ServerResponse | undefined) => void): void {
  const answer = answerOn(socket)
  if (!answer?.req.complete || !socket.writable) {
    refuse(answer ?? undefined)
    return
  }
  if (ending.has(socket)) return
  ending.add(socket)
  answer.once('close', () => {
    ending.delete(socket)
    afterWholeRequests(socket, refuse)
  })
}

function write(platform: Platform, problem: Problem, socket: Socket, requestId: string): void {
  const { body, headers } = problemBody(platform, { requestId, site: null, caller: null }, problem)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    `Date: ${new Date(platform.now()).toUTCString()}`,
    `Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  logRefusal(platform, body.status, requestId)
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function problemOf({ code }: ConnectionError): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', problems.headers_too_large.meaning)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('too_large', 'The chunk extensions of the body are too long.')
    default:
      return new Problem('invalid', 'This is not HTTP, or HTTP that can be read in two ways.')
  }
}
