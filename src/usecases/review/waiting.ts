// Lists the work of people for the command line: texts in review or withdrawn from it, held messages, posts with open reports.
import { categoryOfReason } from '../../contract/moderation/report-reasons.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { instant } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { heldMessage, heldMessages } from '../../store/delivery/relay.ts'
import { postById } from '../../store/posts/posts.ts'
import { openReports, type ReportRow } from '../../store/posts/reports.ts'
import { isEdit, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { revisionsForReview } from '../../store/posts/waiting-revisions.ts'
import type { Platform } from '../platform.ts'

const listedAtOnce = 100_000

/** The site of a text, a post or a held message; undefined for an unknown id. */
export async function siteOf({ db }: Platform, id: string): Promise<SiteId | undefined> {
  return ((await revisionById(db, id)) ?? (await heldMessage(db, id)))?.site
}

/** Whether the author has withdrawn a text from review and a person may still decide on it. */
export async function isWithdrawn({ db }: Platform, id: string): Promise<boolean> {
  return ((await revisionById(db, id))?.judge_until ?? null) !== null
}

/** Why a message to an author is in the queue: it waits to be mailed, or was reported; null for an id of no such message. */
export async function messageWaits({ db }: Platform, id: string): Promise<'held' | 'reported' | null> {
  const message = await heldMessage(db, id)
  if (!message) return null
  return message.reported === null ? 'held' : 'reported'
}

/** The texts in review and those withdrawn from it (contract.md §4), oldest first, with all that a person needs. */
export async function waitingForReview(platform: Platform): Promise<object[]> {
  const waiting = await revisionsForReview(platform.db, platform.now(), listedAtOnce)
  return Promise.all(
    waiting.map(async revision => {
      const { flags: resembles = [], ...verdict } = JSON.parse(revision.verdict ?? '{}') as { flags?: string[] }
      return {
        edits: isEdit(revision) ? revision.post_id : undefined,
        ...(await described(platform, revision)),
        ...(revision.judge_until !== null && {
          withdrawn: revision.status,
          decide_until: instant(revision.judge_until),
        }),
        flags: [...(JSON.parse(revision.facts) as PostFacts).flags, ...resembles],
        verdict: revision.verdict === null ? null : verdict,
      }
    }),
  )
}

/** The messages to authors, and their answers, that wait for a person, oldest first; `about` is the post. */
export async function heldForReview({ db }: Platform): Promise<object[]> {
  const held = await heldMessages(db, listedAtOnce)
  return Promise.all(
    held.map(async ({ id, site, post_id: about, account_id, message, verdict, created_at, ...row }) => {
      const { reply_email, answers, reported, note } = row
      const sender = await accountById(db, account_id)
      const { flags, language: _, ...found } = JSON.parse(verdict) as { flags: string[]; language?: string }
      const by = { handle: sender?.handle ?? null, strikes: sender?.strikes ?? 0, submitted_at: instant(created_at) }
      const fields =
        reported === null
          ? { message, ...(answers === null ? { reply_email } : { answers }) }
          : { message, reported, ...(note !== null && { note }) }
      return { about, id, site, ...by, fields, flags, verdict: found }
    }),
  )
}

/** The posts with open reports, in the order of their first reports, each with its reports. */
export async function reportedPosts(platform: Platform): Promise<object[]> {
  const { db } = platform
  const reports = Map.groupBy(await openReports(db, listedAtOnce), report => report.post_id)
  const listed: object[] = []
  for (const [postId, ofPost] of reports) {
    const post = await postById(db, postId)
    const shown = post && (await revisionById(db, post.shown_revision))
    if (!shown) continue
    const { price, submitted_at } = post
    const description = await described(platform, { ...shown, id: postId, price, submitted_at })
    listed.push({
      ...description,
      seen: shown.id,
      reports: await Promise.all(ofPost.map(report => told(platform, report))),
    })
  }
  return listed
}

async function described({ db }: Platform, text: RevisionRow) {
  const author = await accountById(db, text.account_id)
  return {
    id: text.id,
    site: text.site,
    handle: author?.handle ?? null,
    strikes: author?.strikes ?? 0,
    submitted_at: instant(text.submitted_at),
    price: text.price,
    fields: JSON.parse(text.fields) as PostFields,
  }
}

async function told({ db }: Platform, { account_id, created_at, ...report }: ReportRow) {
  const { id, reason, details, law, name, email, good_faith, complaint_of, not_by } = report
  const reporter = account_id === null ? undefined : await accountById(db, account_id)
  const stated = {
    law,
    name,
    email,
    handle: reporter?.handle ?? null,
    good_faith: good_faith === null ? null : good_faith === 1,
  }
  return {
    ...{ id, reason, removed_as: categoryOfReason(reason), details, ...stated },
    ...(complaint_of !== null && { complaint_of, not_by }),
    created_at: instant(created_at),
  }
}
