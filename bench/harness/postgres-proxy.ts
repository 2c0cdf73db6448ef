// A proxy between a process and its PostgreSQL on loopback, which counts the round trips and records the statements.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A statement as it was sent: parameters as texts, bytes in base64. */
export type Statement = { sql: string; name: string; values: (string | null | { base64: string })[] }

export type Proxy = {
  /** The URL of a database through the proxy. */
  through(url: string): string
  /** How often the client sent something after an answer, on all connections together. */
  roundTrips(): number
  /** Returns the statements since the last call, in order. */
  takeStatements(): Statement[]
  close(): void
}

/** Opens a proxy in front of a PostgreSQL server. */
export async function openProxy(serverUrl: string): Promise<Proxy> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let trips = 0
  let statements: Statement[] = []
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    const read = messageReader(statement => statements.push(statement))
    let answered = true
    client.on('data', chunk => {
      if (answered) trips++
      answered = false
      read(chunk)
      upstream.write(chunk)
    })
    upstream.on('data', chunk => {
      answered = true
      client.write(chunk)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  return {
    through(url) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${ownPort}`
      return changed.href
    },
    roundTrips: () => trips,
    takeStatements() {
      const taken = statements
      statements = []
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Reads the messages of one client (PostgreSQL protocol 3): simple queries, and parse and bind of extended queries. */
function messageReader(found: (statement: Statement) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let started = false
  const texts = new Map<string, string>()
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message has no type letter.
      const at = started ? 1 : 0
      if (rest.length < at + 4) return
      const end = at + rest.readInt32BE(at)
      if (rest.length < end) return
      const letter = started ? String.fromCharCode(rest[0]!) : ''
      const body = rest.subarray(at + 4, end)
      rest = rest.subarray(end)
      started = true
      if (letter === 'Q') found({ sql: cString(body, 0).text, name: '', values: [] })
      if (letter === 'P') {
        const name = cString(body, 0)
        texts.set(name.text, cString(body, name.next).text)
      }
      if (letter === 'B') found(boundStatement(body, texts))
    }
  }
}

function boundStatement(body: Buffer, texts: ReadonlyMap<string, string>): Statement {
  const portal = cString(body, 0)
  const name = cString(body, portal.next)
  let at = name.next
  const formats = Array.from({ length: body.readInt16BE(at) }, (_, i) => body.readInt16BE(at + 2 + 2 * i))
  at += 2 + 2 * formats.length
  const count = body.readInt16BE(at)
  at += 2
  const values = Array.from({ length: count }, (_, i) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    const bytes = body.subarray(at, at + length)
    at += length
    const binary = (formats.length > 1 ? formats[i] : formats[0]) === 1
    return binary ? { base64: bytes.toString('base64') } : bytes.toString()
  })
  return { sql: texts.get(name.text) ?? '', name: name.text, values }
}

function cString(bytes: Buffer, from: number): { text: string; next: number } {
  const end = bytes.indexOf(0, from)
  return { text: bytes.toString('utf8', from, end), next: end + 1 }
}
