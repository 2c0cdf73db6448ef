// The client with which the commands of agents call a service, and how its errors are printed.
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { Handbill, HandbillError } from '../../clients/typescript/src/index.ts'
import { CommandFailed } from './command-failed.ts'
import type { CliHost } from './host.ts'
import { jsonLine } from './json-line.ts'

const variable = 'HANDBILL_API_KEY'

export type AgentOptions = { baseUrl?: string; keyFile?: string }

/** Adds the options that say which service is called, and by whom. */
export function addAgentOptions(command: Command): Command {
  return command
    .addOption(new Option('--base-url <url>', 'the address of the site; the first configured site when left out'))
    .addOption(new Option('--key-file <file>', `a file with the API key; ${variable} when left out`))
}

/** A client for the options of a command; `more` are further options of the client. Throws CommandFailed without a key. */
export function clientOf(host: CliHost, { baseUrl, keyFile }: AgentOptions, more: { retries?: number } = {}): Handbill {
  const apiKey = (keyFile === undefined ? process.env[variable] : readFileSync(keyFile, 'utf8'))?.trim()
  if (!apiKey)
    throw new CommandFailed('unauthorized', `${variable} is not set; it takes an API key, as --key-file does`)
  return new Handbill({ baseUrl: baseUrl ?? host.sites[0]!.baseUrl, apiKey, ...more })
}

/** Prints the whole problem of a call that fails, and fails with its code and detail. */
export async function printingProblems<T>(host: CliHost, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof HandbillError)) throw error
    const { code, detail, errors, problem, post } = error
    if (problem ?? post) host.out(jsonLine(problem ?? post))
    throw new CommandFailed(code, errors.length > 0 ? errors.join('; ') : detail)
  }
}
