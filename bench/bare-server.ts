// A bare node:http server that sends the bytes it is given: the ceiling that answers are measured against.
import { createServer } from 'node:http'

const { port, headers, body } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body)
createServer((_, response) => {
  response.writeHead(200, { ...headers, 'content-length': bytes.length })
  response.end(bytes)
}).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
