// The figures of the platform that a database or a file knows: queues, outboxes, money, decisions, the model. Read at most every few
// seconds, by queries whose cost is bounded.
import { stat, statfs } from 'node:fs/promises'
import { limits } from '../contract/limits.ts'
import { type HistogramReading, histogram } from '../domain/histogram.ts'
import type { ModerationState } from '../moderation/model.ts'
import type { Backlog } from '../store/database/bounded-count.ts'
import { lastBackup } from '../store/database/last-backup.ts'
import { heartbeat } from '../store/database/meta.ts'
import type { Decider, LedgerType } from '../store/database/schema.ts'
import { waitingDeliveries } from '../store/delivery/deliveries.ts'
import { countFailedMails, waitingMails } from '../store/delivery/mail.ts'
import { lastMovement, movementsAfter } from '../store/money/moved.ts'
import { decisionsAfter, logHead } from '../store/posts/decision-log.ts'
import { waitingTexts } from '../store/posts/waiting-revisions.ts'
import { queueCounts } from '../store/review/queue.ts'
import { moderationWorker, standingOf } from './learning/moderation-state.ts'
import type { Platform } from './platform.ts'

/** `queue`: what waits and for whom, such as `review_text`. */
type QueueFigure = Backlog & { queue: string }

/** The decisions of one kind since this process counts them. */
type DecisionFigure = { outcome: string; decider: Decider; time: HistogramReading }

/** What the database knows. Counts stop at `countedTo` (store/database/bounded-count.ts); times are epoch ms. */
export type DatabaseFigures = {
  queues: QueueFigure[]
  deliveries: Backlog
  mails: Backlog
  failedMails: number
  /** Micros that moved since this process counts them, without their sign. */
  moved: { type: LedgerType; micros: number }[]
  decisions: DecisionFigure[]
  model: ModerationState
  /** When the last backup was made; null if none is known. */
  backupAt: number | null
}

export type PlatformFigures = {
  /** Null while the database does not answer in time. */
  database: DatabaseFigures | null
  /** The sizes of the database file and of its write-ahead log, bytes; null on a server. */
  file: { bytes: number; walBytes: number } | null
  /** The room on the disk of the data folder, bytes; null where it cannot be read. */
  diskFree: number | null
}

/** Upper bounds of decision times, seconds: models take seconds, people days. */
const decisionBounds = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 3 * 24 * 3_600, 7 * 24 * 3_600]
const rowsAtOnce = 1_000
/** The most rows of a log that one reading follows; the next reading goes on from there. */
const mostRows = 20_000
/** On a database with several writers a movement may be committed this long after a later one, milliseconds. */
const commitsWithinMs = 30_000

/** Where the figures beside the database come from. `databaseFile` is null for a server. */
export type FigureSources = { databaseFile: string | null; dataDir: string }

/** The reader of the figures. Callers within a few seconds share one reading. It never rejects. */
export function createFigures(platform: Platform, sources: FigureSources): () => Promise<PlatformFigures> {
  const followers = [followMoney(platform), followDecisions(platform)] as const
  let last: { at: number; read: Promise<PlatformFigures> } | null = null
  const look = async (): Promise<PlatformFigures> => {
    const database = await within(limits.figuresAnswerMs, databaseFigures(platform, ...followers))
    return { database, file: await fileFigures(sources.databaseFile), diskFree: await freeBytes(sources.dataDir) }
  }
  return () => {
    const now = platform.now()
    if (last && now - last.at >= 0 && now - last.at < limits.figuresKeptMs) return last.read
    last = { at: now, read: look() }
    return last.read
  }
}

type Follower<T> = () => Promise<T>

async function databaseFigures(
  platform: Platform,
  money: Follower<DatabaseFigures['moved']>,
  decisions: Follower<DatabaseFigures['decisions']>,
): Promise<DatabaseFigures> {
  const { db, now } = platform
  const model = await waitingTexts(db)
  const review = await queueCounts(db, now())
  const queues = [
    { queue: 'model', ...model },
    ...review.map(({ kind, ...counted }) => ({ queue: `review_${kind}`, ...counted })),
  ]
  return {
    queues,
    deliveries: await waitingDeliveries(db),
    mails: await waitingMails(db, now()),
    failedMails: (await countFailedMails(db)).waiting,
    moved: await money(),
    decisions: await decisions(),
    model: standingOf(await heartbeat(db, moderationWorker), model.waiting, now()).state,
    backupAt: await lastBackup(db),
  }
}

/** Sums the movements of the ledger from the first reading on. */
function followMoney({ db, dialect, now }: Platform): Follower<DatabaseFigures['moved']> {
  const sums = new Map<LedgerType, number>()
  let after: number | undefined
  return async () => {
    after ??= await lastMovement(db)
    const until = dialect.singleWriter ? Number.MAX_SAFE_INTEGER : now() - commitsWithinMs
    for (let read = 0, more = true; more && read < mostRows; read += rowsAtOnce) {
      const next = await movementsAfter(db, after, { until, limit: rowsAtOnce })
      for (const { type, amount } of next.movements) sums.set(type, (sums.get(type) ?? 0) + Math.abs(amount))
      after = next.last
      more = next.more
    }
    return [...sums].map(([type, micros]) => ({ type, micros }))
  }
}

/** Counts the sealed decisions on texts from the first reading on. */
function followDecisions({ db }: Platform): Follower<DatabaseFigures['decisions']> {
  const kinds = new Map<string, Omit<DecisionFigure, 'time'> & { time: ReturnType<typeof histogram> }>()
  let after: number | undefined
  return async () => {
    after ??= (await logHead(db))?.position ?? 0
    for (let read = 0, more = true; more && read < mostRows; read += rowsAtOnce) {
      const next = await decisionsAfter(db, after, rowsAtOnce)
      for (const { decider, to_status: outcome, waited_ms: waited } of next.decisions) {
        if (outcome === null || waited === null) continue
        const name = `${outcome} ${decider}`
        const kind = kinds.get(name) ?? { outcome, decider, time: histogram(decisionBounds) }
        kinds.set(name, kind)
        kind.time.add(waited / 1000)
      }
      after = next.last
      more = next.more
    }
    return [...kinds.values()].map(kind => ({ ...kind, time: kind.time.read() }))
  }
}

async function fileFigures(file: string | null): Promise<PlatformFigures['file']> {
  if (file === null) return null
  const bytesOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0
  return { bytes: await bytesOf(file), walBytes: await bytesOf(`${file}-wal`) }
}

async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found && found.bavail * found.bsize
}

/** The result of the work; null when it fails or takes longer than `ms`. The work goes on, and its result is ignored. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), ms)
  return Promise.race([work, late.promise])
    .catch(() => null)
    .finally(() => clearTimeout(timer))
}
