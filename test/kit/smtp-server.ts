// A real SMTP server for tests, which keeps the mails that it receives.
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Received = { from: string; to: string[]; raw: string }
type Refusal = Error | undefined

/** The error by which a server rejects a mail, an SMTP answer such as `550 no`. */
export function refusal(responseCode: number, words = 'no'): Error {
  return Object.assign(new Error(words), { responseCode })
}

/**
 * A real SMTP server on a free port. `refuse` may reject a mail after reading it, and may take its time. `refuseRecipient`
 * rejects a mail before reading it.
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
    /** Closes all connections without an answer. */
    drop() {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
