// Sends bytes on a socket, for requests that no client library would send.
import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; body: string; json: any }

/** Sends bytes as they are, and returns all bytes that came back until the connection closed. */
export function raw(origin: string, bytes: string | Buffer, { end = false } = {}): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes)
      if (end) socket.end()
    })
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

/** The first answer in the bytes that came back. */
export function answerIn(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {}
  return { status, head, body, json }
}
