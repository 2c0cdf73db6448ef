// Makes the folders that the process writes to, before anything else looks for them.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { ConfigError } from '../contract/config-error.ts'
import { fileOf } from '../store/database/dialect.ts'

/** Makes the data folder and the folder of the database file, where the configuration needs them. Throws ConfigError. */
export function makeFolders({ dataDir, mailUrl, secretKey, databaseUrl }: Config): void {
  const file = fileOf(databaseUrl)
  if (mailUrl === 'outbox:' || (file && !secretKey)) makeFolder('DATA_DIR', dataDir)
  if (!file) return
  const folder = dirname(file)
  makeFolder(folder === resolve(dataDir) ? 'DATA_DIR' : 'DATABASE_URL', folder)
}

/** Makes a folder step by step: below /proc, `mkdirSync` with `recursive` never returns (Node.js 24). */
function makeFolder(variable: string, path: string): void {
  const missing: string[] = []
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  try {
    for (const folder of missing) makeOne(folder)
    accessSync(path, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${variable}: ${path} cannot be written to (${code}); it takes a folder`)
  }
}

/** Makes one folder, unless another process has just made it. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
