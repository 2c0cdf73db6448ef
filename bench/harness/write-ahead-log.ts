// Reads a SQLite write-ahead log: its commits, and the number of frames of each.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24

export type Log = {
  /** Changes whenever the log restarts. */
  salts: string
  frameBytes: number
  /** The number of frames of each commit, in order. */
  commits: number[]
}

/** The commits in the log at this moment. Frames from before its last restart do not count. */
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
      // The last frame of a commit has the size of the database after the commit.
      if (frame.readUInt32BE(4) === 0) continue
      commits.push(frames)
      frames = 0
    }
    return { salts, frameBytes, commits }
  } finally {
    closeSync(handle)
  }
}

/** The commits since an earlier reading. */
export function commitsSince(earlier: Log, { salts, commits }: Log): number[] {
  return salts === earlier.salts ? commits.slice(earlier.commits.length) : commits
}
