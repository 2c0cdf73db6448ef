// Reads a SQLite write-ahead log: the commits in it and how many frames each of them wrote.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24

export type Log = {
  /** Changes whenever the log starts over. */
  salts: string
  frameBytes: number
  /** Frames of each commit, in order. */
  commits: number[]
}

/** The commits that the log holds at this moment. Frames left from before it last started over do not count. */
export function readLog(file: string): Log {
  const handle = openSync(`${file}-wal`, 'r')
  try {
    const size = fstatSync(handle).size
    const read = (length: number, position: number) => {
      const bytes = Buffer.alloc(length)
      readSync(handle, bytes, 0, length, position)
      return bytes
    }
    const header = read(headerBytes, 0)
    const salts = header.toString('hex', 16, 24)
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8)
    const commits: number[] = []
    let frames = 0
    for (let at = headerBytes; at + frameBytes <= size; at += frameBytes) {
      const frame = read(frameHeaderBytes, at)
      if (frame.toString('hex', 8, 16) !== salts) break
      frames++
      // A frame that ends a commit holds the size of the database after it.
      if (frame.readUInt32BE(4) === 0) continue
      commits.push(frames)
      frames = 0
    }
    return { salts, frameBytes, commits }
  } finally {
    closeSync(handle)
  }
}

/** What was committed after an earlier look. */
export function commitsSince(earlier: Log, { salts, commits }: Log): number[] {
  return salts === earlier.salts ? commits.slice(earlier.commits.length) : commits
}
