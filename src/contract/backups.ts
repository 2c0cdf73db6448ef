// The settings of scheduled backups.

/** A bucket behind the API of S3. `prefix` ends with a slash unless it is empty. */
export type Bucket = { endpoint: string; bucket: string; prefix: string; region: string; keyId: string; secret: string }

export type BackupSettings = {
  to: { folder: string } | Bucket
  /** Milliseconds from the beginning of one backup to that of the next. */
  everyMs: number
  /** How many of the newest days, ISO weeks and months with a backup keep the newest backup of theirs. */
  keep: { days: number; weeks: number; months: number }
  /** The age recipients for whom backups are encrypted; none for backups that are not. */
  recipients: readonly string[]
}
