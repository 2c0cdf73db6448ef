// Backups in a folder, which may be a mounted share.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { BackupStore } from './store.ts'

/** A file that is being written. */
const part = '.part'

/** Keeps files in `folder`, which is made when it is missing. A file is on the disk before it has its name. */
export function folderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    where: folder,
    async list() {
      const names = (await namesIn(folder)).filter(name => !name.endsWith(part))
      return Promise.all(names.map(async name => ({ name, bytes: (await stat(pathOf(name))).size })))
    },
    async put(name, content) {
      await mkdir(folder, { recursive: true })
      const path = pathOf(name)
      try {
        await pipeline(Readable.fromWeb(content as NodeStream), createWriteStream(path + part, { mode: 0o600 }))
        await sync(path + part)
        await rename(path + part, path)
        await sync(folder)
      } catch (error) {
        await rm(path + part, { force: true })
        throw error
      }
    },
    async get(name) {
      const path = pathOf(name)
      return existsSync(path) ? (Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>) : null
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

async function namesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
