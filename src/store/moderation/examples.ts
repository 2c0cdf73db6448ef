// What people made of texts, for the deciding model to learn from. The texts stand in the revisions: what is erased there is gone here.
import type { Kysely } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import type { Database, ExamplesTable } from '../database/schema.ts'

type Db = Kysely<Database>

/** A decision with its text. `verdict` is what the model had said, JSON; null where no model was asked. */
export type ExampleRow = ExamplesTable & { site: SiteId; fields: string; facts: string; verdict: string | null }

/** Keeps what a person made of a text, in place of what was made of it before. */
export async function keepExample(db: Db, example: ExamplesTable): Promise<void> {
  const { revision_id, ...rest } = example
  await db
    .insertInto('examples')
    .values({ revision_id, ...rest })
    .onConflict(conflict => conflict.column('revision_id').doUpdateSet(rest))
    .execute()
}

/** Forgets what was made of a text. */
export async function dropExample(db: Db, revisionId: string): Promise<void> {
  await db.deleteFrom('examples').where('revision_id', '=', revisionId).execute()
}

/** The latest decisions, newest first, at most `limit`; none on a post that its author has deleted. */
export async function latestExamples(db: Db, limit: number): Promise<ExampleRow[]> {
  return db
    .selectFrom('examples')
    .innerJoin('revisions', 'revisions.id', 'examples.revision_id')
    .innerJoin('revisions as first', 'first.id', 'revisions.post_id')
    .selectAll('examples')
    .select(['revisions.site', 'revisions.fields', 'revisions.facts', 'revisions.verdict'])
    .where('first.status', '<>', 'deleted')
    .orderBy('examples.decided_at', 'desc')
    .orderBy('examples.revision_id', 'desc')
    .limit(limit)
    .execute()
}
