// The log of the process: JSON lines, or readable ones on a terminal; no line holds a caller's text or a secret.
import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import type { Log, RequestLine } from '../usecases/platform.ts'

/** A log that writes to `destination`. */
export function createLog(level: string, destination: { fd: number; isTTY?: boolean }): Log {
  const options = { level, timestamp: stdTimeFunctions.isoTime, base: null, serializers: { err: loggable } }
  if (!destination.isTTY) {
    const stream = turnByTurn(destination.fd)
    const log = pino(options, stream)
    return log.isLevelEnabled('info') ? Object.assign(log, { request: requestWriter(stream) }) : log
  }
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { destination: destination.fd, ignore: 'pid,hostname' } },
  })
}

/** Characters of the log that wait to be written at most, such as on a full disk; what comes then is dropped. */
const mostUnwritten = 4 * 2 ** 20

/** The lines of one turn of the loop as one write: a line a request would cost a call of the system each. */
function turnByTurn(fd: number): DestinationStream {
  const out = pino.destination({ dest: fd, maxLength: mostUnwritten })
  const { flushSync } = out
  // A full disk under the log must neither end the process, nor keep it at its end: what flushes then tries for ever.
  out.on('error', () => {
    out.flushSync = () => {}
  })
  out.on('write', () => {
    out.flushSync = flushSync
  })
  let lines = ''
  const flush = () => {
    if (lines === '') return
    const written = lines
    lines = ''
    out.write(written)
  }
  // Whatever ends the process: what it said before is what explains it.
  process.on('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

/** Writes the lines that there are most of as the log would, in less time. */
function requestWriter(stream: DestinationStream) {
  const { info } = pino.levels.values
  return ({ method, route, status, ms, request_id }: RequestLine) =>
    stream.write(
      `{"level":${info},"time":"${new Date().toISOString()}","method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status},"ms":${ms},"request_id":"${request_id}","msg":"request"}\n`,
    )
}

/** What the log keeps of an error: drivers add members that quote the row, and with it somebody's address. */
export function loggable(error: unknown) {
  const { name, message, code, stack = '' } = error as NodeJS.ErrnoException
  if (!quotesInput(error as NodeJS.ErrnoException)) return { type: name, message, code, stack }
  return {
    type: name,
    message: 'not shown, since it may quote a caller',
    code,
    stack: stack.slice(stack.search(/\n\s+at /) + 1),
  }
}

/** Errors about a text quote it: what cannot be parsed, data and queries that a database does not take, problems of callers. */
function quotesInput({ name, message, code = '' }: NodeJS.ErrnoException): boolean {
  return name === 'SyntaxError' || name === 'Problem' || /^(22...|42601)$/.test(code) || message.startsWith('fts5')
}
