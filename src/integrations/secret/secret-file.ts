// Keeps the secret of the platform, if none is configured, in a file of the data folder that the first start makes. A rotation
// keeps the previous secret in a second file.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../contract/config-error.ts'
import { readSecretKey, secretKeyTakes } from '../../contract/secret-key.ts'

const fileName = 'secret.key'
const previousName = `${fileName}.previous`

/** The secret in `folder`, made if there is none. Processes that start at the same time get the same secret. Throws ConfigError. */
export function secretIn(folder: string): Buffer {
  const found = read(folder, fileName)
  if (found) return found
  publish(writeNewSecret(folder), join(folder, fileName), 'first')
  return read(folder, fileName) as Buffer
}

/** The secret that was in use before the last rotation; null when there is none. Throws ConfigError. */
export function previousSecretIn(folder: string): Buffer | null {
  return read(folder, previousName)
}

/**
 * Replaces the secret in `folder` and keeps the old one as the previous secret. If it is interrupted, both files may hold the
 * old secret; then run it again. Throws ConfigError.
 */
export function replaceSecretIn(folder: string): void {
  const old = secretIn(folder)
  publish(writeSecret(folder, old), join(folder, previousName), 'last')
  publish(writeNewSecret(folder), join(folder, fileName), 'last')
}

function read(folder: string, name: string): Buffer | null {
  const path = join(folder, name)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null
    throw new ConfigError(
      `DATA_DIR/${name}: ${path} cannot be read (${codeOf(error)}); it takes a file with ${secretKeyTakes}`,
    )
  }
  const key = readSecretKey(text.trim())
  if (typeof key !== 'string') return key
  throw new ConfigError(`DATA_DIR/${name}: ${path} holds ${key}; it takes ${secretKeyTakes}`)
}

const writeNewSecret = (folder: string) => writeSecret(folder, randomBytes(32))

/** Writes a secret to a file with a random name; returns its path. */
function writeSecret(folder: string, secret: Buffer): string {
  const path = join(folder, `${fileName}.${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${secret.toString('base64')}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${folder} cannot be written to (${codeOf(error)}); it takes a folder`)
  }
  return path
}

/** Gives a complete file its final name, so that no reader sees half a file. With `first`, a file that has the name keeps it. */
function publish(from: string, to: string, winner: 'first' | 'last'): void {
  try {
    if (winner === 'last') renameSync(from, to)
    else linkSync(from, to)
  } catch (error) {
    // On a file system without hard links the last file gets the name.
    if (codeOf(error) !== 'EEXIST') renameSync(from, to)
  }
  rmSync(from, { force: true })
  // The name has to survive a crash: data sealed with a lost secret cannot be opened.
  const folder = openSync(dirname(to), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
