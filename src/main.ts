#!/usr/bin/env node
// The process: configuration, secret, log, signals; everything else is in app.ts and cli/.
import { pino, stdTimeFunctions } from 'pino'
import { buildApp, openPlatform } from './app.ts'
import { runCli } from './cli/cli.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { secretIn } from './integrations/secret/secret-file.ts'
import { dialectOf } from './store/database/dialect.ts'
import { migrate } from './store/database/migrate.ts'

const shutdownMs = 10_000

async function serve(config: Config): Promise<void> {
  const log = createLog(config, process.stdout)
  const app = await buildApp(config, secretOf(config), log)
  const { address } = await app.start()
  log.info({ address, sites: config.sites.map(site => site.baseUrl), role: config.role }, 'handbill is ready')
  await new Promise<void>(resolve => {
    const stop = (signal: string) => {
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), shutdownMs).unref()
      app.close().then(resolve, error => {
        log.error({ err: error }, 'stopping failed')
        process.exitCode = 1
        resolve()
      })
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  })
}

function createLog(config: Config, destination: { fd: number; isTTY?: boolean }) {
  const options = {
    level: config.logLevel,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    serializers: { err: loggable },
  }
  if (!destination.isTTY) return pino(options, pino.destination(destination.fd))
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { destination: destination.fd, ignore: 'pid,hostname' } },
  })
}

/** What the log keeps of an error: drivers add members that quote the row, and with it somebody's address. */
function loggable(error: unknown) {
  const { name, message, code, stack } = error as NodeJS.ErrnoException
  return { type: name, message, code, stack }
}

/** The secret of the configuration, else the one in the data folder, made on first start. */
function secretOf(config: Config): Buffer {
  if (config.secretKey) return config.secretKey
  if (!dialectOf(config.databaseUrl).singleWriter)
    throw new ConfigError(
      'SECRET_KEY: is missing; it takes 32 bytes in base64, the same for every process on this database',
    )
  return secretIn(config.dataDir)
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  // Standard output belongs to the answers of the command: what a command logs goes to standard error.
  const quiet = createLog(
    { ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel },
    process.stderr,
  )
  return runCli(process.argv.slice(2), {
    serve: () => serve(config),
    open: () => openPlatform(config, secretOf(config), quiet),
    async migrate() {
      const dialect = dialectOf(config.databaseUrl)
      const connection = dialect.open(config.databaseUrl, 'write')
      try {
        return await migrate(connection, dialect)
      } finally {
        await connection.close()
      }
    },
    databaseUrl: config.databaseUrl,
    sites: config.sites,
    out: line => process.stdout.write(`${line}\n`),
    err: line => process.stderr.write(`${line}\n`),
    stdin: process.stdin,
  })
}

// A reader that has seen enough, such as head, ends the command and is no error.
process.stdout.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
