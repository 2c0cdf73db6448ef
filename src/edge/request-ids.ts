// The ids by which answers and log lines of one request are found together (contract.md §1).
import { randomBytes } from 'node:crypto'
import { idLength, idPrefixes } from '../contract/ids.ts'
import { base62 } from '../domain/ids.ts'

/** Random characters are made in blocks: a system call for each id costs more than a kept answer. */
let block = ''
let used = 0

/** A new request id. */
export function requestId(): string {
  if (used + idLength > block.length) {
    block = base62(randomBytes(8_192))
    used = 0
  }
  used += idLength
  return idPrefixes.request + block.slice(used - idLength, used)
}
