// The interface between the command line and the process, so that commands run in tests as in a terminal.

import type { BackupSettings } from '../contract/backups.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { PriceList } from '../contract/sites/priced-site.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import type { Platform } from '../usecases/platform.ts'

/** `create`: make the database; `scratch`: work on an empty one that is removed afterwards. */
export type OpenOptions = { newSecret?: boolean; missing?: 'refuse' | 'create' | 'scratch'; databaseUrl?: string }

/** A setting as it may be shown: `value` is null for a secret that is set, and without user and password for a URL. */
export type ShownSetting = { name: string; value: string | null; source: string }

/** The result of a check: what is the case, and what to do about it unless it is fine. */
export type Finding = { check: string; state: 'ok' | 'warn' | 'fail'; says: string; fix?: string }

export type CliHost = {
  /**
   * Opens the database (migrated, places loaded) and everything else that actions need, without listening.
   * `newSecret`: with a new secret of the platform beside the previous one. `missing`: what to do where there is no database; a command
   * never makes one by chance, in the wrong folder. Throws ConfigError for `refuse`, which is the default. `databaseUrl`: another
   * database than that of the service.
   */
  open(options?: OpenOptions): Promise<{ platform: Platform; close(): Promise<void> }>
  /** Runs the service until it is told to stop. */
  serve(): Promise<void>
  /** Brings the database up to date. Resolves with the names of the applied migrations. */
  migrate(): Promise<string[]>
  /** The configuration in force. */
  settingsInForce(): ShownSetting[]
  /** Checks the installation, and tells each finding at once. `mailTo`: where a test mail goes; none is sent when left out. */
  examine(tell: (finding: Finding) => void, options: { mailTo?: string | undefined }): Promise<void>
  /** Where the service of this configuration listens, and the token for its metrics. */
  own: { origin: string; metricsToken: string | null }
  /** Whether standard output is a terminal. */
  terminal: boolean
  /** The environment variables of the service, for `serve --help`. */
  settings: string
  databaseUrl: string
  dataDir: string
  /** The folder with the files of the operator. */
  contentDir: string
  /** The scheduled backups; null without a place for them. */
  backups: BackupSettings | null
  sites: readonly { id: SiteId; baseUrl: string }[]
  /** The default prices when left out. */
  prices?: PriceList
  /** Writes a line to standard output. */
  out(line: string): void
  /** Writes a line to standard error. */
  err(line: string): void
  stdin: AsyncIterable<string | Buffer>
}

/** Runs `work` with the platform open. Closes the platform afterwards, after an error too. */
export async function withPlatform<T>(
  host: CliHost,
  work: (platform: Platform) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const { platform, close } = await host.open(options)
  try {
    return await work(platform)
  } finally {
    await close()
  }
}

/** The name of the operator in the log of decisions, with the user of the shell if known. */
export function actorOf(env: Record<string, string | undefined> = process.env): string {
  const user = env.USER?.replace(/[^\w.@-]/g, '').slice(0, 60)
  return user ? `operator:${user}` : 'operator'
}

/** The text of an option, which must not be blank. Throws `invalid`. */
export function requiredText(option: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new Problem('invalid', `${option}: got nothing; it takes a text that says why`)
  return trimmed
}
