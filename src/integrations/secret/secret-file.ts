// The secret of the platform where none is configured: a file in the data folder, made on first start. The one before it
// lies beside it after a rotation.
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

/** The secret in `folder`, made if there is none. Processes that start at once get the same one. Throws ConfigError. */
export function secretIn(folder: string): Buffer {
  const found = read(folder, fileName)
  if (found) return found
  publish(fresh(folder), join(folder, fileName), 'first')
  return read(folder, fileName) as Buffer
}

/** The secret that was in use before the last rotation; null when there is none. Throws ConfigError. */
export function previousSecretIn(folder: string): Buffer | null {
  return read(folder, previousName)
}

/**
 * Puts a new secret in place of the one in `folder`, which is kept as the previous one. Interrupted halfway it leaves one
 * secret under both names, and is then run again. Throws ConfigError.
 */
export function replaceSecretIn(folder: string): void {
  const old = secretIn(folder)
  publish(written(folder, old), join(folder, previousName), 'last')
  publish(fresh(folder), join(folder, fileName), 'last')
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

const fresh = (folder: string) => written(folder, randomBytes(32))

/** A finished file under a name of its own. */
function written(folder: string, secret: Buffer): string {
  const path = join(folder, `${fileName}.${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${secret.toString('base64')}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${folder} cannot be written to (${codeOf(error)}); it takes a folder`)
  }
  return path
}

/** Gives a finished file its name. Where the first keeps the name, whoever reads sees that one, and all of it. */
function publish(from: string, to: string, winner: 'first' | 'last'): void {
  try {
    if (winner === 'last') renameSync(from, to)
    else linkSync(from, to)
  } catch (error) {
    // A file system without links has to do without the first one being kept.
    if (codeOf(error) !== 'EEXIST') renameSync(from, to)
  }
  rmSync(from, { force: true })
  // What is sealed with the secret must not outlive it.
  const folder = openSync(dirname(to), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
