// The secret of the platform where none is configured: a file in the data folder, made on first start.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret in `folder` (32 bytes), made if there is none. Processes that start at once get the same one. */
export function secretIn(folder: string): Buffer {
  const path = join(folder, 'secret.key')
  const read = () => Buffer.from(readFileSync(path, 'utf8'), 'base64')
  try {
    return read()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(folder, { recursive: true })
  const own = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(own, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  publish(own, path)
  return read()
}

/** Gives a finished file its name, unless another has that name: whoever reads sees the first one, and all of it. */
function publish(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    // A file system without links has to do without the first one being kept.
    if (codeOf(error) !== 'EEXIST') renameSync(from, to)
  }
  rmSync(from, { force: true })
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
