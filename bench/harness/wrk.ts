// Drives a server with wrk. Requests are written to a file beforehand, so that the client costs little and every request can be
// unique.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { meterCpu } from './cpu.ts'
import { outcomeOf, type Stage } from './stage.ts'

export type Load = {
  connections: number
  seconds: number
  requests: readonly Request[]
  /** Whether the requests may be sent again from the start. Otherwise running out of requests is an error. */
  repeat: boolean
}

export type Request = { method?: string; path: string; headers?: Record<string, string>; body?: string }

export type Driven = {
  /** The number of answered requests. */
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU of the server for one request, microseconds, all threads. */
  cpuMicros: number
}

type Report = {
  requests: number
  refused: number
  broken: number
  seconds: number
  p50Ms: number
  p99Ms: number
  sent: number
}

const script = fileURLToPath(new URL('./requests.lua', import.meta.url))

/** Loads a server. Throws when a request is refused or broken, or the requests run out. */
export async function drive(stage: Stage, server: { origin: string; pid: number }, load: Load): Promise<Driven> {
  const { origin, pid } = server
  const file = join(stage.freshFolder(), 'requests')
  writeFileSync(file, load.requests.map(request => record(new URL(origin).host, request)).join(''))
  const used = meterCpu(pid)
  const child = stage.start(
    'client',
    'wrk',
    ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '10s', '-s', script, origin, '--', file],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const { stdout, stderr } = await outcomeOf(child)
  const cpuMs = used()
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) throw new Error(`wrk did not report:\n${stdout}${stderr}`)
  const report = JSON.parse(line) as Report
  if (report.refused > 0 || report.broken > 0 || report.requests === 0)
    throw new Error(
      `${load.requests[0]?.path}: of ${report.requests} requests ${report.refused} were refused, ${report.broken} broke`,
    )
  if (!load.repeat && report.sent > load.requests.length)
    throw new Error(`${load.requests[0]?.path}: ${load.requests.length} requests were too few`)
  return {
    requests: report.requests,
    perSecond: report.requests / report.seconds,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    cpuMicros: (cpuMs * 1_000) / report.requests,
  }
}

/** A request as bytes on the wire, preceded by its length. */
function record(host: string, { method = 'GET', path, headers = {}, body }: Request): string {
  const lines = Object.entries({
    host,
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
  return `${Buffer.byteLength(text)}\n${text}`
}
