// A file of JSON lines that a command adds to, and reads again when it goes on after it was killed.
import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { Problem } from '../contract/problems/problem.ts'
import { jsonLine } from './json-line.ts'

export type KeptLines = {
  /** The lines that an earlier run has written. */
  before: readonly Record<string, unknown>[]
  add(line: object): void
  close(): void
}

/**
 * Opens a file of lines, and makes it if it is not there. A last line without its end was under way when its writer was killed: it is cut
 * off. Throws `invalid` for a file that has other lines, or cannot be written.
 */
export function keptLines(path: string): KeptLines {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const before = whole.split('\n').flatMap((line, i) => (line === '' ? [] : [lineIn(line, `${path}, line ${i + 1}`)]))
  let file: number
  try {
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole))
    file = openSync(path, 'a', 0o600)
  } catch (error) {
    throw new Problem('invalid', `${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  return {
    before,
    add: line => void writeSync(file, `${jsonLine(line)}\n`),
    close: () => closeSync(file),
  }
}

function lineIn(line: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The same answer as for a line that is no object.
  }
  throw new Problem('invalid', `${where}: it is no JSON object, so this is no file of labels`)
}
