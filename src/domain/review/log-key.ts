// The key of the log of decisions: with it each sealed entry and the end of the log get a seal, which the database alone cannot make.
import { createHmac } from 'node:crypto'

/** The key (hex), where in the chain it begins, the hash of the chain there, and since when it is in use (epoch ms). */
export type LogKey = { key: string; from: number; hash: string; since: number }

/** What is sealed: an entry of the chain, or the end of the chain. */
type Sealed = 'entry' | 'end'

/** HMAC-SHA256 over a place of the chain and the hash of the chain there, in hex. */
export function sealOf({ key }: Pick<LogKey, 'key'>, what: Sealed, position: number, hash: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${what} ${position} ${hash}`).digest('hex')
}

/** An end of the log that was kept elsewhere. */
export type LogEnd = { position: number; hash: string }

/** Reads `POSITION:HASH`; undefined for any other text. */
export function readLogEnd(text: string): LogEnd | undefined {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  return found ? { position: Number(found[1]), hash: found[2] as string } : undefined
}

/** An end of the log as `POSITION:HASH`. */
export const logEndText = ({ position, hash }: LogEnd) => `${position}:${hash}`
