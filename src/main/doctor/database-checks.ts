// The checks of the database, the disk, the secret, the clock and the backup.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { BackupSettings } from '../../contract/backups.ts'
import { limits } from '../../contract/limits.ts'
import { about } from '../../contract/words.ts'
import { timeOfDatabase } from '../../store/database/clock.ts'
import { dialectOf, fileOf } from '../../store/database/dialect.ts'
import { lastBackup, lastVerified } from '../../store/database/last-backup.ts'
import { inspect, isThere } from '../../store/database/migrate.ts'
import { unreadableWebhooks } from '../../usecases/delivery/reseal-webhooks.ts'
import { readLogKey } from '../../usecases/review/log-key.ts'
import { broken, doubtful, fine, type OpenPatient, type Patient } from './check.ts'

const megabyte = 2 ** 20
const scarceMegabytes = 200
const enoughMegabytes = 2_000

/** Whether the database can be read and has the schema of this version. Makes and migrates none. */
export async function checkDatabase({ config: { databaseUrl: url } }: Patient) {
  const dialect = dialectOf(url)
  const where = fileOf(url) ?? new URL(url).host
  if (!(await isThere(url, dialect)))
    return broken(
      `there is no database at ${where}`,
      'set DATA_DIR or DATABASE_URL as the service has them; serve makes a new one',
    )
  await dialect.refuseUnfit?.(url)
  const { db, close } = dialect.open(url, 'read')
  try {
    const { age, lacks } = await inspect(db, dialect)
    if (age === 'older') return broken(`the database at ${where} is of an older version`, 'run handbill migrate')
    if (age !== 'same') return broken(`the database at ${where} is of a newer version`, 'install the newer version')
    if (lacks.length > 0)
      return broken(`the database at ${where} lacks "${lacks[0]}"`, 'restore a backup, or the version that made it')
    return fine(`${where} answers, and its schema is current`)
  } finally {
    await close()
  }
}

/** The room on the disks of the data folder and of the database file. */
export async function checkDisk({ config: { dataDir, databaseUrl } }: Patient) {
  const file = fileOf(databaseUrl)
  const folders = [...new Set([resolve(dataDir), ...(file ? [dirname(file)] : [])])].filter(existsSync)
  if (folders.length === 0) return fine(`there is no folder ${resolve(dataDir)} yet`)
  return Promise.all(
    folders.map(async folder => {
      const { bavail, bsize } = await statfs(folder)
      const free = Math.floor((bavail * bsize) / megabyte)
      const says = `${free} MB are free at ${folder}`
      if (free < scarceMegabytes) return broken(says, 'make room: writes are refused on a full disk')
      return free < enoughMegabytes ? doubtful(says, 'make room') : fine(says)
    }),
  )
}

/** Whether there is a secret; a database that needs one has none of its own. */
export async function checkSecretIsThere({ config: { secretKey, dataDir } }: Patient) {
  const file = join(resolve(dataDir), 'secret.key')
  return secretKey || existsSync(file)
    ? null
    : broken(`there is neither SECRET_KEY nor ${file}`, 'set SECRET_KEY, or put secret.key back from its backup')
}

/** Whether the secret opens what is stored under it. */
export async function checkSecret({ platform }: OpenPatient) {
  const fix = 'set the SECRET_KEY under which they were stored, and SECRET_KEY_PREVIOUS after a rotation'
  const unreadable = await unreadableWebhooks(platform)
  if (unreadable > 0) return broken(`SECRET_KEY does not open the webhook secrets of ${unreadable} endpoints`, fix)
  const opened = await readLogKey(platform).then(
    () => true,
    () => false,
  )
  return opened
    ? fine('it opens the stored secrets')
    : broken('SECRET_KEY does not open the key of the log of decisions', fix)
}

/** Whether the clock of this machine agrees with that of the database, or with the times in it. */
export async function checkClock({ platform }: OpenPatient) {
  const found = await timeOfDatabase(platform.db, platform.dialect)
  if (!found) return fine('the database has seen no time yet')
  const ahead = platform.now() - found.at
  const seconds = (Math.abs(ahead) / 1000).toFixed(1)
  const fix = 'let NTP set the clocks of all machines'
  if (!found.exact)
    return ahead < -limits.clockToleranceMs
      ? broken(`the clock is ${seconds} s behind a time in the database`, fix)
      : fine('it is not behind the times in the database')
  const says = `the clock is ${seconds} s ${ahead < 0 ? 'behind' : 'ahead of'} that of the database`
  return Math.abs(ahead) > limits.clockToleranceMs ? broken(says, fix) : fine(says)
}

const backupDays = 2
const dayMs = 24 * 3_600_000

/** How old the last backup is, and whether those that are kept can be listed and were ever restored. */
export async function checkBackup({ config: { backups }, platform }: OpenPatient) {
  const at = await lastBackup(platform.db)
  const fix = backups
    ? 'look for "no backup could be made" in the log'
    : 'set BACKUP_TO, or run handbill backup FILE every day'
  if (at === null) return doubtful('no backup is known', fix)
  const age = Math.max(0, platform.now() - at)
  const says = `the last backup is ${about(age)} old`
  const most = Math.max(backupDays * dayMs, 2 * (backups?.everyMs ?? 0))
  const last = age > most ? doubtful(says, fix) : fine(says)
  return backups ? [last, await checkKept(backups, await lastVerified(platform.db), platform.now())] : last
}

async function checkKept(settings: BackupSettings, verified: number | null, now: number) {
  const { keptBackups } = await import('../../usecases/backups.ts')
  const kept = await keptBackups(settings).catch((error: Error) => error)
  if (kept instanceof Error) return broken(`the backups cannot be listed: ${kept.message}`, 'look at BACKUP_TO')
  const says = `${kept.length} ${kept.length === 1 ? 'backup is' : 'backups are'} kept`
  if (verified === null) return doubtful(`${says}, and none was ever tried`, 'run handbill backup verify')
  return fine(`${says}; one was tried ${about(Math.max(0, now - verified))} ago`)
}
