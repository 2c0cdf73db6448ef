// Answers what is no request: bytes that the parser refuses, headers that are too large, requests that take too long.
import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Platform } from '../actions/platform.ts'
import { problemBody } from '../actions/problem-body.ts'
import { Problem } from '../contract/problems.ts'

type ConnectionError = Error & { code?: string }

/** Writes the problem to the socket and closes it: what else is on the connection cannot be told apart from the rest of it. */
export function refuseRaw(platform: Platform, error: ConnectionError, socket: Socket, requestId: string): void {
  // An answer that has begun must not get another one in its middle.
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse }
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy()
    return
  }
  const { body } = problemBody(platform, { requestId, site: null, caller: null }, problemOf(error))
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    `Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

function problemOf({ code }: ConnectionError): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The request line and the headers are longer than 16,384 bytes.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('too_large', 'The chunk extensions of the body are too long.')
    default:
      return new Problem('invalid', 'This is not an HTTP request that can be read one way only.')
  }
}
