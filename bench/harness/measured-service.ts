// A service in a separate process, with all four sites and a model that publishes everything, which reports the turns of its
// event loop.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { noMeters } from '../../src/usecases/meters.ts'

export type Sent = {
  site: SiteId
  method?: string
  path: string
  key?: string
  body?: string | undefined
  headers?: Record<string, string>
}
export type Answered = { status: number; text: string; ms: number }
export type NewAccount = { verified: boolean; balance: number }

export type MeasuredService = {
  pid: number
  send(sent: Sent): Promise<Answered>
  /** Makes an account and returns its API key; balance in micros. */
  account(options: NewAccount): Promise<string>
  /** When accounts had an outcome since the last question, epoch milliseconds. */
  outcomes(): Promise<{ accountId: string; at: number }[]>
  /** Begins to measure the turns of the event loop, which runs without rest meanwhile. */
  watch(): Promise<void>
  /** Ends the measurement: the longest turn in milliseconds of CPU of its thread, which does not depend on other processes. */
  held(): Promise<number>
  close(): Promise<void>
}

type Ask =
  | { ask: 'account'; options: NewAccount }
  | { ask: 'outcomes' }
  | { ask: 'watch' }
  | { ask: 'held' }
  | { ask: 'end' }

/** Starts the service. `atOnce` requests share as many connections. `counting`: whether it counts for /metrics. */
export async function startMeasuredService({ atOnce = 64, counting = true } = {}): Promise<MeasuredService> {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-measured-'))
  const child: ChildProcess = fork(import.meta.filename, [folder, counting ? 'counting' : 'silent'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const answerOf = async <T>(ask?: Ask): Promise<T> => {
    const answer = once(child, 'message')
    if (ask) child.send(ask)
    return (await answer)[0] as T
  }
  const port = await answerOf<number>()
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    pid: child.pid ?? 0,
    send: sent => send(agent, port, sent),
    account: options => answerOf({ ask: 'account', options }),
    outcomes: () => answerOf({ ask: 'outcomes' }),
    watch: () => answerOf({ ask: 'watch' }),
    held: () => answerOf({ ask: 'held' }),
    async close() {
      agent.destroy()
      child.send({ ask: 'end' } satisfies Ask)
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function send(agent: Agent, port: number, { site, method, path, key, body, headers = {} }: Sent): Promise<Answered> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port,
        path,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          host: `${site}.test`,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(key && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', chunk => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - begun }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function serve(folder: string, counting: boolean): Promise<void> {
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => console.error(fields) }
  const config = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`,
    DATA_DIR: folder,
    SITES: siteIds.map(id => `${id}=http://${id}.test`).join(','),
    PLATFORM_RPS: '0',
    TRUST_PROXY: '127.0.0.1',
    PORT: '0',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const app = await buildApp(config, config.secretKey as Buffer, log, {
    ...(counting ? {} : { meters: noMeters }),
    model: {
      name: 'publishes',
      state: async () => 'running',
      decide: async () => ({ outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }),
    },
  })
  const { address } = await app.start()
  const turns = watchTurns()
  const outcomes: { accountId: string; at: number }[] = []
  app.platform.onSignal('outcomes', touched => {
    const at = Date.now()
    for (const accountId of touched ?? []) outcomes.push({ accountId, at })
  })
  let accounts = 0
  const newAccount = async ({ verified, balance }: NewAccount) => {
    const name = `owner${accounts++}`
    const email = `${name}@example.org`
    const made = await app.platform.act('createAccount', { name, email, handle: name })
    if (verified) await app.platform.act('verifyEmail', { accountId: made.accountId, email: null })
    const by = { handle: name, actor: 'bench', reason: 'bench' }
    if (balance > 0) await app.platform.act('creditAccount', { ...by, amountMicros: balance })
    return made.apiKey
  }
  process.on('message', async (message: Ask) => {
    if (message.ask === 'account') process.send?.(await newAccount(message.options))
    else if (message.ask === 'outcomes') process.send?.(outcomes.splice(0))
    else if (message.ask === 'watch') process.send?.(turns.begin())
    else if (message.ask === 'held') process.send?.(turns.end())
    else {
      await app.close()
      process.exit(0)
    }
  })
  process.send?.(Number(new URL(address).port))
}

/** Measures the turns of this event loop between two messages. */
function watchTurns() {
  let watching = false
  let longest = 0
  let last = 0
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (watching) setImmediate(turn)
  }
  return {
    begin() {
      watching = true
      longest = 0
      last = cpuMs()
      setImmediate(turn)
      return true
    },
    end() {
      turn()
      watching = false
      return longest
    },
  }
}

if (process.send && process.argv[1] === import.meta.filename)
  await serve(process.argv[2] as string, process.argv[3] === 'counting')
