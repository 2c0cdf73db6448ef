// Audits the database: checks every rule of money, publication, decisions and outboxes.
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { decisionRules } from './decision-rules.ts'
import { invoiceRules } from './invoice-rules.ts'
import { learningRules } from './learning-rules.ts'
import { moneyRules } from './money-rules.ts'
import { outboxRules, workerRules } from './outbox-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { publicationRules } from './publication-rules.ts'
import type { BrokenRow, LogCheck, Rule, RuleContext } from './rule.ts'

export type Breach = { rule: string; subject: string; detail: string }

/** `more` counts the breaches that are not in `breaches`. */
export type AuditReport = { checked: Record<string, number>; breaches: Breach[]; more: number }

/** The most breaches of one rule that are reported one by one. */
export const breachesPerRule = 1_000

const checkedTables = [
  'accounts',
  'ledger',
  'payments',
  'payouts',
  'invoices',
  'posts',
  'revisions',
  'listing',
  'occurrences',
  'events',
  'examples',
  'model_versions',
  'decision_log',
  'appeals',
  'mail',
  'reports',
  'webhook_deliveries',
] as const

/** The rules that hold whatever the clock says and whether or not workers run. */
export const timelessRules: readonly Rule[] = [
  ...moneyRules,
  ...paymentRules,
  ...invoiceRules,
  ...publicationRules,
  ...learningRules,
  ...decisionRules,
  ...outboxRules,
]

/** Every rule (contract.md §4, §5, §10). */
export const auditRules: readonly Rule[] = [...timelessRules, ...workerRules]

/** Checks rules in one snapshot; reads only. `now` is epoch ms. Takes seconds to minutes with a million posts. */
export async function audit(
  db: Db,
  dialect: Dialect,
  now: number,
  { rules = auditRules, log }: { rules?: readonly Rule[]; log?: LogCheck | undefined } = {},
): Promise<AuditReport> {
  const context: RuleContext = { now, dialect, ...(log && { log }) }
  return dialect.snapshot(db, async snapshot => {
    const report: AuditReport = { checked: {}, breaches: [], more: 0 }
    for (const table of checkedTables) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(snapshot)
      report.checked[table] = rows[0]?.n ?? 0
    }
    for (const rule of rules)
      if ('query' in rule) await check(snapshot, report, rule.rule, rule.query(context))
      else await walk(report, rule.rule, rule.walk(snapshot, context))
    return report
  })
}

async function walk(report: AuditReport, rule: string, breaches: AsyncIterable<BrokenRow>) {
  let found = 0
  for await (const breach of breaches)
    if (++found <= breachesPerRule) report.breaches.push({ rule, ...breach })
    else report.more += 1
}

async function check(db: Db, report: AuditReport, rule: string, query: RawBuilder<BrokenRow>) {
  const { rows } = await sql<BrokenRow>`${query} limit ${sql.lit(breachesPerRule + 1)}`.execute(db)
  for (const { subject, detail } of rows.slice(0, breachesPerRule)) report.breaches.push({ rule, subject, detail })
  if (rows.length <= breachesPerRule) return
  const all = await sql<{ n: number }>`select count(*) as n from (${query}) found`.execute(db)
  report.more += (all.rows[0]?.n ?? rows.length) - breachesPerRule
}
