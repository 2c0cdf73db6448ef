// handbill top: the figures of a running service on a terminal, again every two seconds; once where there is no terminal.
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { CommandFailed } from '../command-failed.ts'
import type { CliHost } from '../host.ts'
import { type MetricsReading, readMetrics } from './read-metrics.ts'
import { topScreen } from './top-screen.ts'

const everyMs = 2_000
const answerMs = 5_000
/** Moves to the first line and clears the screen. */
const cleared = '\u001b[H\u001b[2J'

export function addTopCommand(cli: Command, host: CliHost): void {
  cli
    .command('top')
    .description('Show the figures of the running service, again every two seconds; once where there is no terminal.')
    .option('--url <url>', 'the address of the process; left out, that of HOST and PORT')
    .action(async ({ url = host.own.origin }: { url?: string }) => {
      const read = () => readFrom(url, host.own.metricsToken)
      if (!host.terminal) {
        for (const line of topScreen(null, await read())) host.out(line)
        return
      }
      await showAgain(host, read)
    })
}

/** Shows a screen every two seconds until the process is ended. */
async function showAgain(host: CliHost, read: () => Promise<MetricsReading>): Promise<never> {
  let before: MetricsReading | null = null
  for (;;) {
    try {
      const now: MetricsReading = await read()
      host.out(cleared + topScreen(before, now).join('\n'))
      before = now
    } catch (error) {
      host.out(`${cleared}${(error as Error).message}`)
    }
    await pause(everyMs)
  }
}

async function readFrom(url: string, token: string | null): Promise<MetricsReading> {
  const path = new URL('/metrics', url)
  const answer = await fetch(path, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(answerMs),
  }).catch(error => {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {}
    throw new CommandFailed('unreachable', `${path} does not answer (${code ?? (error as Error).message})`)
  })
  const text = await answer.text()
  if (answer.status === 200) return readMetrics(text, Date.now())
  throw new CommandFailed(
    'refused',
    `${path} is answered with ${answer.status}; from another machine METRICS_TOKEN has to be set`,
  )
}
