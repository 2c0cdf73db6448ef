// Where scheduled backups are kept: the interface of a folder and of a bucket.

/** A kept file, with its size in bytes. */
export type KeptFile = { name: string; bytes: number }

/** A place for files. Every function throws an Error that says what the place answered. */
export type BackupStore = {
  /** The place in words, without its credentials. */
  where: string
  list(): Promise<KeptFile[]>
  /** Keeps a file under a new name. A file that could not be written whole is not listed. */
  put(name: string, content: ReadableStream<Uint8Array>): Promise<void>
  /** The content of a file; null without one. */
  get(name: string): Promise<ReadableStream<Uint8Array> | null>
  remove(name: string): Promise<void>
}
