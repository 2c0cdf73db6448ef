// A real SMTP server for tests, which keeps what it takes.
import { SMTPServer } from 'smtp-server'

type Received = { from: string; to: string[]; raw: string }

/** A real SMTP server on a free port; `refuse` may turn a message down after it was read. */
export async function smtpServer(refuse: () => Error | undefined = () => undefined) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const error = refuse()
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(resolve => server.close(resolve)) }
}
