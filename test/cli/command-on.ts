// Runs commands of the operator inside the test's process, on the platform of an app.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { addSeedCommand } from '../../demo/seed-command.ts'
import { type CliHost, runCli } from '../../src/cli/cli.ts'
import type { TestApp } from '../harness.ts'

/** The exit status of a command, and the lines that it wrote to standard output and standard error. */
export type Ran = { status: number; out: string[]; err: string[] }

/** Runs `handbill ARGV`. */
export async function commandOn(
  { platform, databaseUrl, folder, origin }: TestApp,
  argv: string[],
  stdin: Iterable<unknown> | AsyncIterable<unknown> = [],
  more: Partial<CliHost> = {},
): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const host: CliHost = {
    open: async () => ({ platform, close: async () => {} }),
    serve: async () => {},
    migrate: async () => [],
    own: { origin, metricsToken: null },
    terminal: false,
    settingsInForce: () => [],
    examine: async () => {},
    settings: '',
    databaseUrl,
    dataDir: folder,
    contentDir: join(folder, 'content'),
    backups: null,
    sites: [{ id: 'events', baseUrl: 'http://events.test' }],
    out: line => out.push(line),
    err: line => err.push(line),
    stdin: Readable.from(stdin),
    ...more,
  }
  const status = await runCli(argv, host, [addSeedCommand])
  return { status, out, err }
}

/** As `commandOn`, for commands that print JSON lines. */
export async function jsonOf(app: TestApp, argv: string[], stdin?: Iterable<unknown>) {
  const ran = await commandOn(app, argv, stdin)
  return { ...ran, out: ran.out.map((line): any => JSON.parse(line)) }
}
