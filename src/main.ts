#!/usr/bin/env node
// The process: configuration, secret, log, signals; everything else is in app.ts and cli/.
// Nothing is imported before the compile cache is on, but for the types and the configuration.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { type Config, ConfigError, readConfig } from './config.ts'

const shutdownMs = 10_000

async function serve(config: Config): Promise<void> {
  const log = await createLog(config, process.stdout)
  const { buildApp } = await import('./app.ts')
  const app = await buildApp(config, await secretOf(config), log)
  returnStartMemory()
  const { address } = await app.start().catch(async error => {
    await app.close()
    throw error
  })
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

/** Keeps compiled code in the data folder, so that the next start is faster. */
function keepCompiled({ dataDir }: Config): void {
  if (!existsSync(dataDir)) return
  // Threads take the folder from the environment.
  process.env.NODE_COMPILE_CACHE ||= join(dataDir, 'compile-cache')
  enableCompileCache()
}

/** Starting leaves garbage that V8 would keep room for; the process gives the room back before it takes requests. */
function returnStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function createLog(config: Config, destination: { fd: number; isTTY?: boolean }): Promise<Logger> {
  const { pino, stdTimeFunctions } = await import('pino')
  const options = {
    level: config.logLevel,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    serializers: { err: loggable },
  }
  if (!destination.isTTY) {
    const lines = pino.destination(destination.fd)
    const { flushSync } = lines
    // A full disk under the log must neither end the process, nor keep it at its end: what flushes then tries for ever.
    lines.on('error', () => {
      lines.flushSync = () => {}
    })
    lines.on('write', () => {
      lines.flushSync = flushSync
    })
    return pino(options, lines)
  }
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
async function secretOf(config: Config): Promise<Buffer> {
  if (config.secretKey) return config.secretKey
  const { dialectOf } = await import('./store/database/dialect.ts')
  if (!dialectOf(config.databaseUrl).singleWriter)
    throw new ConfigError(
      'SECRET_KEY: is missing; it takes 32 bytes in base64, the same for every process on this database',
    )
  const { secretIn } = await import('./integrations/secret/secret-file.ts')
  return secretIn(config.dataDir)
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  keepCompiled(config)
  const { runCli } = await import('./cli/cli.ts')
  // Standard output belongs to the answers of the command: what a command logs goes to standard error.
  const quiet = await createLog(
    { ...config, logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel },
    process.stderr,
  )
  return runCli(process.argv.slice(2), {
    serve: () => serve(config),
    async open() {
      const { openPlatform } = await import('./app.ts')
      const open = await openPlatform(config, await secretOf(config), quiet)
      await open.ready
      return open
    },
    async migrate() {
      const { dialectOf } = await import('./store/database/dialect.ts')
      const { migrate } = await import('./store/database/migrate.ts')
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
