// A relay between the service and its database server that cuts connections, refuses them or falls silent on command.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** When the connection of the next commit is cut: before the server receives the commit, or after the server has answered it. */
export type Cut = 'before' | 'after'

export type DatabaseRelay = {
  /** The URL of the database behind the relay. */
  url: string
  cutAtCommit(cut: Cut): void
  /** Closes every connection and refuses new ones until `restore`. */
  refuseConnections(): void
  /** Keeps every connection open and forwards nothing until `restore`. After that only new connections are forwarded. */
  goSilent(): void
  restore(): void
  close(): void
}

/** Opens a relay to the database of a URL. */
export async function openDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'away' | 'silent' = 'open'
  let cut: Cut | null = null
  const server = createServer(client => {
    if (state === 'away') return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    let answerIsCut = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', data => {
      if (state !== 'open') return
      if (cut && data.includes('commit\0')) {
        if (cut === 'before') end()
        else answerIsCut = true
        cut = null
      }
      upstream.write(data)
    })
    upstream.on('data', data => {
      if (answerIsCut) end()
      else if (state === 'open') client.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cutAtCommit(point) {
      cut = point
    },
    refuseConnections() {
      state = 'away'
      endAll()
    },
    goSilent() {
      state = 'silent'
    },
    restore() {
      state = 'open'
    },
    close() {
      server.close()
      endAll()
    },
  }
}
