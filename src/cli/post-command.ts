// The command by which an agent publishes a post, or checks one: it calls a service over its API.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { DryRun, Handbill, OwnPost } from '../../clients/typescript/src/index.ts'
import { type AgentOptions, addAgentOptions, clientOf, printingProblems } from './agent-client.ts'
import { CommandFailed } from './command-failed.ts'
import type { CliHost } from './host.ts'
import { jsonLine } from './json-line.ts'

type PostOptions = AgentOptions & { dryRun?: true; wait?: true; maxPrice?: string; idempotencyKey?: string }
type Body = Parameters<Handbill['createPost']>[0]

export function addPostCommand(cli: Command, host: CliHost): void {
  const command = cli
    .command('post')
    .description('Publish a post with the API key of an agent, by calling a service.')
    .argument('<file>', 'a JSON file with the post; - is standard input')
    .option('--dry-run', 'check and price the post, free of charge')
    .option('--wait', 'wait for the decision, and print the post once more')
    .option('--max-price <micros>', 'refuse a post that costs more micros')
    .option('--idempotency-key <key>', 'a repeat with the same key is not a second post')
  addAgentOptions(command).action(async (file: string, options: PostOptions) => {
    const client = clientOf(host, options)
    const body = await bodyIn(file, host)
    const maxPriceMicros = options.maxPrice === undefined ? {} : { maxPriceMicros: microsOf(options.maxPrice) }
    if (options.dryRun) return tellDryRun(host, await printingProblems(host, client.checkPost(body, maxPriceMicros)))
    const { idempotencyKey } = options
    const paid = { ...maxPriceMicros, ...(idempotencyKey !== undefined && { idempotencyKey }) }
    const own = await printingProblems(host, client.createPost(body, paid))
    host.out(jsonLine(own))
    if (options.wait) tellDecision(host, await printingProblems(host, client.waitForDecision(own.id)))
  })
}

async function bodyIn(file: string, host: CliHost): Promise<Body> {
  let text = ''
  if (file === '-') for await (const chunk of host.stdin) text += chunk
  else text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text) as Body
  } catch (error) {
    throw new CommandFailed('invalid_json', `${file}: ${(error as Error).message}`)
  }
}

function microsOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new CommandFailed('invalid', `--max-price: got ${text}; it takes micros, a whole number`)
}

/** The exit status says whether the real post would be taken. */
function tellDryRun(host: CliHost, result: DryRun): void {
  host.out(jsonLine(result))
  const { ready_to_post: ready, refusal, blocking, outcome, note } = result
  if (!ready) throw new CommandFailed(blocking?.code ?? outcome, refusal?.reason ?? blocking?.message ?? note)
}

/** The exit status says whether the post is out of the question. */
function tellDecision(host: CliHost, post: OwnPost): void {
  host.out(jsonLine(post))
  if (post.rejection) throw new CommandFailed(post.status, post.rejection.reason)
}
