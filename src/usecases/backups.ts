// Scheduled backups: made, found again and opened.
import {
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupSettings } from '../contract/backups.ts'
import { Problem } from '../contract/problems/problem.ts'
import { backupName, namesToDrop, timeOfBackup } from '../domain/backup-files.ts'
import { openBackupStore } from '../integrations/backups/open-store.ts'
import { sealed, unseal } from '../integrations/backups/sealed.ts'
import type { KeptFile } from '../integrations/backups/store.ts'
import { backup } from '../store/database/backup.ts'
import { dialectOf } from '../store/database/dialect.ts'

export type BackupTask = {
  databaseUrl: string
  /** The data folder: it holds the copy until the backup is kept. */
  dataDir: string
  settings: BackupSettings
  /** The time of the backup (epoch ms). */
  at: number
}

/** A backup that is kept: `bytes` of the database, `posts` in it, and the names of the older ones that were dropped. */
export type MadeBackup = { backup: string; where: string; bytes: number; posts: number; dropped: string[] }

/** A kept backup and when it was begun (epoch ms). */
export type KeptBackup = KeptFile & { at: number }

/** Copies the database, keeps the copy at the place for backups, and drops what the rule does not keep. Throws what the place answered. */
export async function makeBackup({ databaseUrl, dataDir, settings, at }: BackupTask): Promise<MadeBackup> {
  const store = await openBackupStore(settings)
  const scratch = scratchIn(dataDir)
  try {
    const { file, bytes, posts } = await backup(databaseUrl, dialectOf(databaseUrl), join(scratch.folder, 'copy.db'))
    const name = backupName(at, settings.recipients.length > 0)
    await store.put(name, await sealed(file, settings.recipients))
    const names = (await store.list()).map(kept => kept.name)
    if (!names.includes(name)) throw new Error(`${store.where} took ${name}, but does not list it`)
    const dropped = namesToDrop(names, settings.keep)
    for (const old of dropped) await store.remove(old)
    return { backup: name, where: store.where, bytes, posts, dropped }
  } finally {
    scratch.remove()
  }
}

/** The kept backups, newest first. */
export async function keptBackups(settings: BackupSettings): Promise<KeptBackup[]> {
  const store = await openBackupStore(settings)
  return (await store.list())
    .flatMap(file => {
      const at = timeOfBackup(file.name)
      return at === null ? [] : { ...file, at }
    })
    .sort((one, other) => other.at - one.at)
}

/** A copy of a backup as a database file, which `remove` deletes. */
export type OpenedBackup = { name: string; file: string; remove(): void }

/**
 * Finds a backup and makes a database file of it. `source`: the path of a file, the name of a kept backup, or `latest`. `identities`:
 * secret keys of age. Throws `invalid` when there is none, or it cannot be read.
 */
export async function openBackup(
  source: string,
  {
    settings,
    dataDir,
    identities,
  }: { settings: BackupSettings | null; dataDir: string; identities: readonly string[] },
): Promise<OpenedBackup> {
  const isFile = existsSync(source)
  const name = isFile ? basename(source) : await keptName(source, settings)
  const scratch = scratchIn(dataDir)
  const file = join(scratch.folder, 'backup.db')
  try {
    const isPlain = isFile && !/\.gz(\.age)?$/.test(name)
    if (isPlain) copyFileSync(source, file, constants.COPYFILE_FICLONE)
    else await unseal(name, await contentOf(isFile ? source : name, isFile, settings), identities, file)
    return { name, file, remove: scratch.remove }
  } catch (error) {
    scratch.remove()
    throw error
  }
}

/** The name of a kept backup. */
async function keptName(source: string, settings: BackupSettings | null): Promise<string> {
  if (!settings) throw new Problem('invalid', `There is no file ${source}; set BACKUP_TO to name a kept backup.`)
  const kept = await keptBackups(settings)
  const name = source === 'latest' ? kept[0]?.name : kept.find(each => each.name === source)?.name
  if (name !== undefined) return name
  const { where } = await openBackupStore(settings)
  throw new Problem(
    'invalid',
    source === 'latest'
      ? `There is no backup at ${where} yet.`
      : `There is neither a file ${source} nor a backup of that name at ${where}.`,
  )
}

async function contentOf(name: string, isFile: boolean, settings: BackupSettings | null) {
  if (isFile) return Readable.toWeb(createReadStream(name)) as ReadableStream<Uint8Array>
  const content = settings && (await (await openBackupStore(settings)).get(name))
  if (!content) throw new Problem('invalid', `${name} is no longer kept.`)
  return content
}

const scratchName = /^backup-(\d+)$/

/** Removes the copies that killed processes left in a data folder: each may be as large as the database. */
export function removeLeftCopies(dataDir: string): void {
  for (const entry of readdirSync(dataDir)) {
    const pid = Number(scratchName.exec(entry)?.[1])
    if (pid && pid !== process.pid && !isAlive(pid)) rmSync(join(dataDir, entry), { recursive: true, force: true })
  }
}

/** A folder for the copy of this process. */
function scratchIn(dataDir: string): { folder: string; remove(): void } {
  mkdirSync(dataDir, { recursive: true })
  removeLeftCopies(dataDir)
  const folder = join(dataDir, `backup-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { mode: 0o700 })
  return { folder, remove }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The bytes of a file. */
export const bytesOf = (file: string): number => statSync(file).size
