// Examples: decisions of people on texts, for the embedded model to learn from. The texts are those of the revisions.
import { sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Db, ExamplesTable } from '../database/schema.ts'

/** An example with its text. `verdict` is the verdict of the model, JSON; null when no model was asked. */
export type ExampleRow = ExamplesTable & {
  site: SiteId
  post_id: string
  account_id: string
  fields: string
  facts: string
  verdict: string | null
}

/** Stores the example of a text in place of a former one. */
export async function keepExample(db: Db, example: ExamplesTable): Promise<void> {
  const { revision_id, ...rest } = example
  await db
    .insertInto('examples')
    .values({ revision_id, ...rest })
    .onConflict(conflict => conflict.column('revision_id').doUpdateSet(rest))
    .execute()
}

/** Deletes the example of a text. */
export async function dropExample(db: Db, revisionId: string): Promise<void> {
  await db.deleteFrom('examples').where('revision_id', '=', revisionId).execute()
}

/** The latest examples, newest first, at most `limit`, without posts that their author has deleted. */
export async function latestExamples(db: Db, limit: number): Promise<ExampleRow[]> {
  return db
    .selectFrom('examples')
    .innerJoin('revisions', 'revisions.id', 'examples.revision_id')
    .innerJoin('revisions as first', 'first.id', 'revisions.post_id')
    .selectAll('examples')
    .select([
      'revisions.post_id',
      'revisions.account_id',
      'revisions.site',
      'revisions.fields',
      'revisions.facts',
      'revisions.verdict',
    ])
    .where('first.status', '<>', sql.lit('deleted' as const))
    .orderBy('examples.decided_at', 'desc')
    .orderBy('examples.revision_id', 'desc')
    .limit(limit)
    .execute()
}

const subjectsAtOnce = 500

/** The person who decided last on each of these texts and posts, by its id. */
export async function deciders(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < subjects.length; from += subjectsAtOnce) {
    const entries = await db
      .selectFrom('decision_log')
      .select(['subject', 'actor'])
      .where('subject', 'in', subjects.slice(from, from + subjectsAtOnce))
      .where('decider', '=', sql.lit('person' as const))
      .orderBy('seq')
      .execute()
    for (const { subject, actor } of entries) found.set(subject, actor)
  }
  return found
}
