// The process: configuration, secret, log, signals; everything else is in app.ts and cli/.
// Only types and the configuration are imported before the compile cache is on.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CliHost } from './cli/host.ts'
import { type Config, readConfig, settingsText } from './config.ts'
import { ConfigError } from './contract/config-error.ts'
import { faceFile } from './contract/face.ts'
import { givenSettings, noEnvFile } from './main/given-settings.ts'
import { shownSettings } from './main/shown-settings.ts'
import { unknownVariables } from './main/unknown-variables.ts'

const shutdownMs = 10_000
/** How long a failed command may take to close its connections. */
const failedMs = 2_000

// No other user may read the database, the outbox, backups and compiled code.
process.umask(0o077)

async function serve(config: Config): Promise<void> {
  const { createLog } = await import('./main/log.ts')
  const { secretsOf } = await import('./main/secrets.ts')
  const log = createLog(config.logLevel, process.stdout)
  for (const { got, meant } of unknownVariables(process.env))
    log.warn(
      { code: 'unknown-variable' },
      `${got} is no variable of this service and has no effect; is ${meant} meant?`,
    )
  const { makeFolders } = await import('./main/folders.ts')
  makeFolders(config)
  const secrets = secretsOf(config)
  const { buildApp } = await import('./app.ts')
  const app = await buildApp({ ...config, ...secrets }, secrets.secretKey, log)
  let stopping: Promise<void> | undefined
  /** Only the first call counts: a terminal and npm both pass a signal on, so it comes twice. */
  const stop = () => {
    setTimeout(() => process.exit(1), shutdownMs).unref()
    stopping ??= app.close()
    return stopping
  }
  const stopped = new Promise<void>((resolve, reject) => {
    const onSignal = (signal: string) => {
      if (!stopping) log.info({ signal }, 'stopping')
      stop().then(resolve, reject)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  })
  // On a terminal the signal says that the terminal is gone, and ends the process as everywhere.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => app.platform.policyInForce.load())
  const { returnStartMemory } = await import('./writer/start-memory.ts')
  returnStartMemory()
  try {
    const { address } = await app.start()
    log.info({ address, sites: config.sites.map(site => site.baseUrl), role: config.role }, 'handbill is ready')
  } catch (error) {
    const unasked = !stopping
    await stop().catch(() => {})
    if (unasked) throw listenFault(error, config) ?? error
  }
  await stopped
}

/** The setting at fault when the server cannot listen; null for any other error. */
function listenFault(error: unknown, { host, port }: Config): ConfigError | null {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new ConfigError(`PORT: ${port} is in use at ${host}; it takes a free port`)
  if (code === 'EACCES') return new ConfigError(`PORT: ${port} may not be opened by this user; it takes another port`)
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null
  return new ConfigError(
    `HOST: ${JSON.stringify(host)} cannot be listened on (${code}); it takes an address of this machine`,
  )
}

/** Keeps compiled code in the data folder, so that the next start is faster. */
function keepCompiled({ dataDir }: Config): void {
  if (!existsSync(dataDir)) return
  // Threads read the folder from the environment.
  process.env.NODE_COMPILE_CACHE ||= join(dataDir, 'compile-cache')
  enableCompileCache()
}

/** Sets names and colours for the commands that open no database. */
async function useOwnFace({ contentDir }: Config): Promise<void> {
  if (!existsSync(join(contentDir, faceFile))) return
  const { loadFace } = await import('./integrations/face/face-file.ts')
  const { useFace } = await import('./contract/sites.ts')
  useFace(loadFace(contentDir))
}

/** The database of a command: the one of the service or, where there is none and the command needs none, an empty one. */
async function databaseFor(url: string, missing: 'refuse' | 'scratch') {
  const { dialectOf, fileDatabaseUrl } = await import('./store/database/dialect.ts')
  const { isThere } = await import('./store/database/migrate.ts')
  if (await isThere(url, dialectOf(url))) return { url, remove() {} }
  if (missing === 'refuse')
    throw new ConfigError(
      `DATABASE_URL: there is no database at ${shownUrl(url)}; set DATA_DIR or DATABASE_URL as the service has them (serve, seed and migrate make a new one)`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'handbill-'))
  return {
    url: fileDatabaseUrl(join(folder, 'empty.db')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The address at which this machine reaches the service. */
function originOf({ host, port }: Config): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const address = everywhere[host] ?? host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** The address of a database without its password. */
const shownUrl = (url: string) => url.replace(/\/\/[^@/]*@/, '//…@')

async function main(): Promise<number> {
  const argv = process.argv.slice(2).filter(argument => argument !== noEnvFile)
  const given = givenSettings(process.argv.includes(noEnvFile) ? null : '.env')
  const config = readConfig(given.env)
  keepCompiled(config)
  await useOwnFace(config)
  const { runCli } = await import('./cli/cli.ts')
  const { addSeedCommand } = await import('../demo/seed-command.ts')
  // Standard output is for the answers of a command; its log goes to standard error.
  const { createLog } = await import('./main/log.ts')
  const quiet = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr)
  const host: CliHost = {
    serve: () => serve(config),
    async open({ newSecret = false, missing = 'refuse', databaseUrl: other } = {}) {
      const { makeFolders } = await import('./main/folders.ts')
      if (missing === 'create') makeFolders(config)
      const url = other ?? config.databaseUrl
      const database = missing === 'create' ? { url, remove() {} } : await databaseFor(url, missing)
      const { openPlatform } = await import('./app.ts')
      const { newSecretsOf, secretsOf } = await import('./main/secrets.ts')
      const secrets = newSecret ? newSecretsOf(config) : secretsOf(config)
      const opened = { ...config, ...secrets, databaseUrl: database.url }
      const platform = await openPlatform(opened, secrets.secretKey, quiet)
      const open = {
        ...platform,
        async close() {
          await platform.close()
          database.remove()
        },
      }
      try {
        await open.ready
      } catch (error) {
        await open.close()
        throw error
      }
      return open
    },
    async migrate() {
      const { makeFolders } = await import('./main/folders.ts')
      makeFolders(config)
      const { dialectOf } = await import('./store/database/dialect.ts')
      const { openMigrated } = await import('./store/database/migrate.ts')
      const { connection, applied } = await openMigrated(config.databaseUrl, dialectOf(config.databaseUrl))
      await connection.close()
      return applied
    },
    own: { origin: originOf(config), metricsToken: config.metricsToken },
    terminal: process.stdout.isTTY === true,
    settingsInForce: () => shownSettings(given),
    async examine(tell, { mailTo }) {
      const { examine } = await import('./main/doctor/examine.ts')
      await examine({ config, open: () => host.open(), mailTo }, tell)
    },
    settings: settingsText(),
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    contentDir: config.contentDir,
    backups: config.backups,
    sites: config.sites,
    prices: config.prices,
    out: line => process.stdout.write(`${line}\n`),
    err: line => process.stderr.write(`${line}\n`),
    stdin: process.stdin,
  }
  return runCli(argv, host, [addSeedCommand])
}

// A reader that closes the pipe early, such as head, is no error.
process.stdout.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
if (process.exitCode === 1) setTimeout(() => process.exit(), failedMs).unref()
