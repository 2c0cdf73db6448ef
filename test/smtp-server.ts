// A real SMTP server for tests, which keeps what it takes.
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Received = { from: string; to: string[]; raw: string }
type Refusal = Error | undefined

/** What a server says to a mail: an answer of SMTP such as `550 no`. */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode })
}

/**
 * A real SMTP server on a free port. `refuse` may turn a message down after it was read, and may take its time; `refuseRecipient` turns
 * it down before.
 */
export async function smtpServer(
  refuse: () => Refusal | Promise<Refusal> = () => undefined,
  refuseRecipient: (address: string) => Refusal = () => undefined,
) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _, callback) => callback(refuseRecipient(address)),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', async () => {
        const error = await refuse()
        const { mailFrom, rcptTo } = session.envelope
        if (!error)
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(to => to.address),
            raw: Buffer.concat(chunks).toString(),
          })
        callback(error)
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    /** Ends all connections without a word. */
    drop() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
