// The command that brings outcomes to a program on the machine of a developer: it reads the stream of outcomes, and sends each one as
// a webhook would be sent.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { type Handbill, type Outcome, signWebhook } from '../../clients/typescript/src/index.ts'
import { limits } from '../contract/limits.ts'
import { type AgentOptions, addAgentOptions, clientOf, printingProblems } from './agent-client.ts'
import { CommandFailed } from './command-failed.ts'
import type { CliHost } from './host.ts'
import { jsonLine } from './json-line.ts'

type ListenOptions = AgentOptions & { forward: string; secret?: string; after?: string }

/** An answer other than 2xx is repeated so often; a target that does not answer is asked until it does. */
const refusalsMax = 5
const firstPauseMs = 500
const longestPauseMs = 20_000

type Target = { host: CliHost; url: string; secret: string; signal: AbortSignal }

export function addListenCommand(cli: Command, host: CliHost): void {
  const command = cli
    .command('listen')
    .description(
      'Forward the outcomes of a key to a program on this machine, as signed webhooks, until it is interrupted.',
    )
    .requiredOption('--forward <url>', 'where the outcomes go, such as http://127.0.0.1:3000/hook')
    .option('--secret <secret>', 'the secret of the signatures, whsec_ and base64; a new one when left out')
    .option('--after <cursor>', 'the cursor to go on from; only new outcomes when left out')
  addAgentOptions(command).action(async (options: ListenOptions) => {
    const { forward, secret = `whsec_${randomBytes(32).toString('base64')}`, after } = options
    if (!URL.canParse(forward) || !/^https?:/.test(forward))
      throw new CommandFailed('invalid', `--forward: got ${forward}; it takes an http or https URL`)
    // A wrong address or key ends the command at once; a service that is away later is waited for.
    await printingProblems(host, clientOf(host, options).call('getAccount'))
    const client = clientOf(host, options, { retries: Number.POSITIVE_INFINITY })
    await untilInterrupted(signal =>
      printingProblems(host, forwardOutcomes(client, after, { host, url: forward, secret, signal })),
    )
  })
}

async function forwardOutcomes(client: Handbill, after: string | undefined, target: Target): Promise<void> {
  const { host, url, secret, signal } = target
  const outcomes = client.outcomes({ after, follow: true, pauseMs: 2_000, signal })
  if (after === undefined) await outcomes.skip()
  host.out(jsonLine({ forward: url, secret, after: outcomes.cursor }))
  for await (const outcome of outcomes) {
    const status = await deliver(outcome, target)
    host.out(jsonLine({ id: outcome.id, type: outcome.type, status, after: outcomes.cursor }))
  }
}

/** Sends an outcome until the target takes it; resolves with the status of the last answer. */
async function deliver({ id, ...payload }: Outcome, { host, url, secret, signal }: Target): Promise<number> {
  const body = JSON.stringify(payload)
  let refusals = 0
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const status = await sendOnce(url, id, body, secret, signal)
    signal.throwIfAborted()
    if (status !== null && (status < 300 || ++refusals === refusalsMax)) return status
    host.err(`${url}: ${status === null ? 'no answer' : `the answer is ${status}`}; ${id} is sent again`)
    await pause(pauseMs, undefined, { signal })
  }
}

/** The status of the answer; null without one. */
async function sendOnce(url: string, id: string, body: string, secret: string, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json', ...(await signWebhook(id, Date.now(), body, secret)) }
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.webhookTimeoutMs)])
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: inTime })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}

/** Runs `work` until it ends, or until the process is asked to end, which is no error. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const each of signals) process.once(each, onSignal)
  try {
    await work(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    for (const each of signals) process.off(each, onSignal)
  }
}
