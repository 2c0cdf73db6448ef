// Unpacks a WOFF font, whose tables are packed one by one (W3C WOFF 1.0 §4, §5).
import { inflateSync } from 'node:zlib'
import { withDirectory } from './woff2.ts'

const [headerLength, entryLength] = [44, 20]

/** The font as OpenType. Throws for another file. */
export function openTypeOfWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF font')
  const tables = Array.from({ length: file.readUInt16BE(12) }, (_, i) => {
    const entry = headerLength + i * entryLength
    const [at, packed, length] = [4, 8, 12].map(offset => file.readUInt32BE(entry + offset)) as [number, number, number]
    const stored = file.subarray(at, at + packed)
    return {
      tag: file.toString('latin1', entry, entry + 4),
      length,
      data: packed < length ? inflateSync(stored) : stored,
    }
  })
  return withDirectory(file.readUInt32BE(4), tables, Buffer.concat(tables.map(({ data }) => data)))
}
