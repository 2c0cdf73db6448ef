// The audit in one statement, and in full only if that finds a breach: it runs after most tests, and nearly always finds none.
import { sql } from 'kysely'
import { audit, auditRules, type Breach } from '../../src/store/audit/audit.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import { logCheck } from '../../src/usecases/review/audit.ts'

/** What the audit finds. `now`: epoch ms. */
export async function breachesIn(platform: Platform, now: number, rules = auditRules): Promise<Breach[]> {
  const { db, dialect } = platform
  const context = { now, dialect, log: await logCheck(platform) }
  const queries = rules.flatMap(rule => ('query' in rule ? [rule.query(context)] : []))
  const found = queries.map(query => sql`select 1 from (${query}) as breaches`)
  let has = (await sql`${sql.join(found, sql` union all `)} limit 1`.execute(db)).rows.length > 0
  for (const rule of rules) if ('walk' in rule && !has) for await (const _breach of rule.walk(db, context)) has = true
  return has ? (await audit(db, dialect, now, { rules, log: context.log })).breaches : []
}
