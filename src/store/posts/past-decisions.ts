// Finds decisions in the log for reviewers: the newest first, by who, what, where, whom and when.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Decider } from '../database/schema.ts'
import type { LogRow } from './decision-log.ts'

/**
 * What is looked for. `actor`: a person; `actions`: patterns of like; `from` and `to`: epoch ms, `to` left out; `before`: a sequence
 * number, after which the page goes on.
 */
export type DecisionsAsked = {
  decider?: Decider | undefined
  actor?: string | undefined
  site?: string | undefined
  actions?: readonly string[] | undefined
  category?: string | undefined
  account?: string | undefined
  post?: string | undefined
  from?: number | undefined
  to?: number | undefined
  before?: number | undefined
}

/** A decision with the account and the fields of the text that it is about, where there are such. */
export type FoundDecision = LogRow & { account_id: string | null; handle: string | null; fields: string | null }

/**
 * The newest decisions of a search, at most `limit`. What `reviewer` is to decide once more without knowing the first decision is left
 * out; null leaves nothing out.
 */
export async function pastDecisions(
  db: Db,
  asked: DecisionsAsked,
  { reviewer, limit }: { reviewer: string | null; limit: number },
): Promise<FoundDecision[]> {
  const { rows } = await sql<FoundDecision>`
    select l.*, a.id as account_id, a.handle, r.fields
    from (
      select * from decision_log d where ${sql.join([...conditions(asked), notSampled(reviewer)], sql` and `)}
      order by d.seq desc limit ${limit}
    ) l
    left join revisions r on r.id = coalesce((select p.revision_id from appeals p where p.id = l.subject), l.subject)
    left join accounts a on a.id = coalesce(r.account_id, l.subject)
    order by l.seq desc`.execute(db)
  return rows
}

function conditions(asked: DecisionsAsked): RawBuilder<unknown>[] {
  const { decider, actor, site, actions, category, account, post, before } = asked
  return [
    sql`1 = 1`,
    ...(before === undefined ? [] : [sql`d.seq < ${before}`]),
    // The index of the decisions of people needs its condition word for word.
    ...(decider === undefined ? [] : [sql`d.decider = ${sql.lit(decider)}`]),
    ...(actor === undefined ? [] : [sql`d.actor = ${actor}`]),
    ...(site === undefined ? [] : [sql`d.site = ${site}`]),
    ...(category === undefined ? [] : [sql`d.category = ${category}`]),
    ...(actions === undefined
      ? []
      : [
          sql`(${sql.join(
            actions.map(each => sql`d.action like ${each}`),
            sql` or `,
          )})`,
        ]),
    ...(account === undefined ? [] : [sql`d.subject in (${subjectsOfAccount(account)})`]),
    ...(post === undefined ? [] : [sql`d.subject in (${subjectsOfPost(post)})`]),
    ...between(asked),
  ]
}

/** The subjects of entries about an account: itself, its texts, its posts and its appeals. */
const subjectsOfAccount = (id: string) => sql`
  select ${id} as subject union select r.id from revisions r where r.account_id = ${id}
  union select a.id from appeals a where a.account_id = ${id}`

/**
 * The subjects of entries about a post: its texts and its appeals. `id` may be that of an edit. The first text has the id of the post; the
 * index of edits has the others alone.
 */
const subjectsOfPost = (id: string) => sql`
  select ${id} as subject union select r.id from revisions r where r.post_id = ${id} and r.id <> r.post_id
  union select a.id from appeals a where a.post_id = ${id}`

/** Entries of a time, found by its first and last sequence number, so that other times are not read. */
function between({ from, to }: DecisionsAsked): RawBuilder<unknown>[] {
  if (from === undefined && to === undefined) return []
  const during = sql`t.created_at >= ${from ?? 0} and t.created_at < ${to ?? Number.MAX_SAFE_INTEGER}`
  return [
    sql`d.seq >= (select min(t.seq) from decision_log t where ${during})`,
    sql`d.seq <= (select max(t.seq) from decision_log t where ${during})`,
    sql`d.created_at >= ${from ?? 0} and d.created_at < ${to ?? Number.MAX_SAFE_INTEGER}`,
  ]
}

/** A decision that the reviewer is to repeat, and what came of it, would tell the first answer. */
export const notSampled = (reviewer: string | null) =>
  reviewer === null
    ? sql`1 = 1`
    : sql`not exists (
        select 1 from review_samples s where s.post_id = d.post_id and s.second_at is null
          and s.first_reviewer <> ${reviewer} and d.created_at >= s.first_at)`

/** A text for a pattern of like with the escape "!". */
export const likeText = (text: string): string => text.replace(/[%_!]/g, '!$&')
