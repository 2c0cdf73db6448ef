// The history of an account for reviewers: texts, appeals, reports, decisions on its standing and on its messages, newest first.
import { type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Db } from '../database/schema.ts'
import { likeText } from '../posts/past-decisions.ts'
import type { Sample } from './samples.ts'

/**
 * What happened. `text`: a text was sent; `appeal`: the account appealed; `reported`: somebody reported a post of it; `reports`: it
 * reported a post; `standing`: a decision on the account; `message`: a person decided on a message of it.
 */
export type Happened = 'text' | 'appeal' | 'reported' | 'reports' | 'standing' | 'message'

/** `at`: epoch ms. `ref`: the id of the text, appeal, report, message, or the number of the entry. Amounts in micros. */
export type HistoryRow = {
  happened: Happened
  at: number
  ref: string
  post_id: string | null
  site: SiteId | null
  /** The status of a text, the state of an appeal or a report, or the action of a decision. */
  status: string
  category: string | null
  said: string
  who: string | null
  penalized: 0 | 1 | null
  amount: number | null
  /** The text that has the strike. */
  strike_of: string | null
  fields: string | null
}

/** The place of a row, before which a page goes on. */
export type HistoryPlace = Pick<HistoryRow, 'at' | 'ref'>

/** The decisions on an account that say something about its conduct; money of the owner does not. */
export const standingActions = ['suspend', 'unsuspend', 'ban', 'unban', 'keep-name', 'reset-name'] as const
const messageActions = ['publish-message', 'reject-message', 'dismiss-message', 'pause-sender'] as const

const inList = (values: readonly string[]) => sql.join(values.map(value => sql.lit(value)))

const parts = (id: string): readonly RawBuilder<unknown>[] => [
  sql`select 'text' as happened, r.submitted_at as at, r.id as ref, r.post_id, r.site, r.status, r.rejection_category as category,
      coalesce(r.rejection_reason, '') as said, cast(null as text) as who, r.rejection_penalized as penalized,
      r.rejection_amount as amount, r.strike_of, r.fields
    from revisions r where r.account_id = ${id}`,
  sql`select 'appeal' as happened, a.created_at as at, a.id as ref, a.post_id, a.site, a.state as status, cast(null as text) as category,
      a.message as said, a.decided_by as who, ${nothing}
    from appeals a where a.account_id = ${id}`,
  sql`select 'reported' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category,
      coalesce(p.details, '') as said, cast(null as text) as who, ${nothing}
    from reports p where p.post_id in (select r.id from revisions r where r.account_id = ${id} and r.id = r.post_id)`,
  sql`select 'reports' as happened, p.created_at as at, p.id as ref, p.post_id, p.site, p.state as status, p.reason as category,
      coalesce(p.details, '') as said, cast(null as text) as who, ${nothing}
    from reports p where p.account_id = ${id}`,
  sql`select 'standing' as happened, l.created_at as at, cast(l.seq as text) as ref, l.post_id, l.site, l.action as status, l.category,
      l.reason as said, l.actor as who, ${nothing}
    from decision_log l where l.subject = ${id} and l.action in (${inList(standingActions)})`,
  sql`select 'message' as happened, l.created_at as at, l.subject as ref, l.post_id, l.site, l.action as status, l.category,
      l.reason as said, l.actor as who, ${nothing}
    from decision_log l where l.decider = 'person' and l.action in (${inList(messageActions)})
      and l.detail like ${`%"account":"${likeText(id)}"%`} escape '!'`,
]

const nothing = sql`cast(null as integer) as penalized, cast(null as bigint) as amount, cast(null as text) as strike_of,
  cast(null as text) as fields`

/** What happened to an account, newest first, at most `limit`; with `before` what was before that. */
export async function historyOf(
  db: Db,
  accountId: string,
  { before, limit }: { before: HistoryPlace | undefined; limit: number },
): Promise<HistoryRow[]> {
  const earlier = before ? sql`(h.at < ${before.at} or (h.at = ${before.at} and h.ref < ${before.ref}))` : sql`1 = 1`
  const each = parts(accountId).map(
    part =>
      sql`select * from (select * from (${part}) h where ${earlier} order by at desc, ref desc limit ${limit}) part`,
  )
  const { rows } = await sql<HistoryRow>`
    select * from (${sql.join(each, sql` union all `)}) h order by at desc, ref desc limit ${limit}`.execute(db)
  return rows
}

/** The decisions on texts of an account that a reviewer is to repeat without knowing them. */
export async function samplesOfAccount(db: Db, accountId: string, reviewer: string): Promise<Sample[]> {
  return db
    .selectFrom('review_samples as s')
    .innerJoin('revisions as r', 'r.id', 's.revision_id')
    .selectAll('s')
    .where('r.account_id', '=', accountId)
    .where('s.second_at', 'is', null)
    .where('s.first_reviewer', '<>', reviewer)
    .execute()
}
