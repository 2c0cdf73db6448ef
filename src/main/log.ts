// The log of the process: JSON lines, or readable lines on a terminal. No line holds a caller's text or a secret.
import { type DestinationStream, pino, stdTimeFunctions } from 'pino'
import type { Log, RequestLine } from '../usecases/platform.ts'

/** A log that writes to `destination`. */
export function createLog(level: string, destination: { fd: number; isTTY?: boolean }): Log {
  const options = { level, timestamp: stdTimeFunctions.isoTime, base: null, serializers: { err: loggable } }
  if (!destination.isTTY) {
    const stream = gatheredWrites(destination.fd)
    const log = pino(options, stream)
    return log.isLevelEnabled('info') ? Object.assign(log, { request: requestWriter(stream) }) : log
  }
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { destination: destination.fd, ignore: 'pid,hostname' } },
  })
}

/** The most characters that wait to be written, such as on a full disk. Further lines are dropped. */
const mostUnwritten = 4 * 2 ** 20

/** How long a line waits for others to be written with: a write costs more than most answers. */
const gatherMs = 5

/** Writes the lines of a few milliseconds together, which saves system calls. */
function gatheredWrites(fd: number): DestinationStream {
  const out = pino.destination({ dest: fd, maxLength: mostUnwritten })
  const { flushSync } = out
  // On a full disk, flushSync would retry for ever and keep the process from ending.
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
  // The last lines explain why the process ended.
  process.on('exit', flush)
  return {
    write(line) {
      if (lines === '') setTimeout(flush, gatherMs)
      lines += line
    },
  }
}

/** Writes request lines, the most frequent kind, in the format of the log but faster. */
function requestWriter(stream: DestinationStream) {
  const { info } = pino.levels.values
  let at = 0
  let time = ''
  /** Several requests are answered in a millisecond, and writing a time costs more than the rest of a line. */
  const timeNow = () => {
    const now = Date.now()
    if (now !== at) time = new Date(now).toISOString()
    at = now
    return time
  }
  return ({ method, route, status, ms, request_id }: RequestLine) =>
    stream.write(
      `{"level":${info},"time":"${timeNow()}","method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status},"ms":${ms},"request_id":"${request_id}","msg":"request"}\n`,
    )
}

/** The members of an error that the log keeps. Drivers add others that quote a row, and with it a person's address. */
function loggable(error: unknown) {
  const { name, message, code, stack = '' } = error as NodeJS.ErrnoException
  if (!quotesInput(error as NodeJS.ErrnoException)) return { type: name, message, code, stack }
  return {
    type: name,
    message: 'not shown, since it may quote a caller',
    code,
    stack: stack.slice(stack.search(/\n {4}at /) + 1),
  }
}

/** Errors that quote a text: parser errors, data and queries that a database rejects, problems of callers. */
function quotesInput({ name, message, code = '' }: NodeJS.ErrnoException): boolean {
  return name === 'SyntaxError' || name === 'Problem' || /^(22...|42601)$/.test(code) || message.startsWith('fts5')
}
