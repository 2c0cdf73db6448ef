// Plans of statements as a database with 100,000 posts makes them, on one that is almost empty and told so.
import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import { fileOf } from '../../../src/store/database/dialect.ts'
import { freshDatabase } from '../../databases.ts'
import { growing } from './rules.ts'
import { type Engine, numbered, type Statement } from './statement.ts'

type Plan = (text: string) => Promise<string[]>
/** `partial`: the indexes that hold some of the rows of their table. */
type Planner = { plan: Plan; partial: ReadonlySet<string>; close(): Promise<void> }

/** Rows of a table that grows. */
const rowsOfTable = 100_000

const partialIndexes: Record<Engine, string> = {
  SQLite: `select name from sqlite_master where type = 'index' and sql like '% where %'`,
  PostgreSQL: `select indexname as name from pg_indexes where indexdef like '% WHERE %'`,
}

/** Plans statements on a fresh database of this kind. */
const plannerOn: Record<Engine, () => Promise<Planner>> = {
  async SQLite() {
    // SQLite keeps no statistics of the service: its plans are the same for any number of rows.
    const file = new SqliteFile(fileOf(await freshDatabase('SQLite'))!)
    return {
      async plan(text) {
        // The service sends `+?`, which keeps a plan independent of values.
        const sql = `explain query plan ${text.replace(/\?/g, '+?')}`
        const rows = file.prepare(sql).all(Array(text.split('?').length - 1).fill(null))
        return treeOf(rows as PlanRow[])
      },
      partial: new Set(file.prepare(partialIndexes.SQLite).pluck().all() as string[]),
      async close() {
        file.close()
      },
    }
  },
  async PostgreSQL() {
    const client = new pg.Client({ connectionString: await freshDatabase('PostgreSQL') })
    await client.connect()
    await imitate(client)
    return {
      async plan(text) {
        if (!/^(select|insert|update|delete|with)\b/i.test(text)) return []
        const { rows } = await client.query(`explain (generic_plan, costs off) ${numbered(text)}`)
        return rows.map(row => row['QUERY PLAN'])
      },
      partial: new Set((await client.query(partialIndexes.PostgreSQL)).rows.map(row => row.name)),
      close: () => client.end(),
    }
  },
}

export type Planned = { statements: Statement[]; partial: ReadonlySet<string> }

/** The statements with the plans of this database, if they are sent to it, and the indexes that hold some of the rows of their table. */
export async function planned(statements: readonly Statement[], engine: Engine): Promise<Planned> {
  const { plan, partial, close } = await plannerOn[engine]()
  const withPlan = async (statement: Statement): Promise<Statement> => {
    if (!statement.plans[engine]) return statement
    const lines = await plan(statement.text).catch(error => {
      throw new Error(`${statement.file} ${statement.method}: ${error.message}\n${statement.text}`)
    })
    return { ...statement, plans: { ...statement.plans, [engine]: lines } }
  }
  try {
    const made: Statement[] = []
    for (const statement of statements) made.push(await withPlan(statement))
    return { statements: made, partial }
  } finally {
    await close()
  }
}

type PlanRow = { id: number; parent: number; detail: string }

function treeOf(rows: readonly PlanRow[]): string[] {
  const depth = new Map<number, number>([[0, -1]])
  return rows.map(({ id, parent, detail }) => {
    depth.set(id, (depth.get(parent) ?? 0) + 1)
    return '  '.repeat(depth.get(id) ?? 0) + detail
  })
}

/**
 * Makes PostgreSQL plan as if tables that grow had 100,000 rows, with five rows for each value of a column that names another row, and a
 * hundredth of the rows in an index of some of them. A table needs a page for that: PostgreSQL takes the rows of a page from the statistics,
 * and pages from the file.
 */
async function imitate(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica; set max_parallel_workers_per_gather = 0')
  const { rows: checks } = await client.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
     where contype = 'c' and connamespace = current_schema()::regnamespace`,
  )
  for (const { drop } of checks) await client.query(drop)
  for (const table of growing) await client.query(await anyRow(client, table))
  await client.query(
    `update pg_class set relpages = 1, reltuples = $2 where relname = any ($1) and relnamespace = current_schema()::regnamespace`,
    [[...growing], rowsOfTable],
  )
  await client.query(
    `update pg_class set relpages = 2, reltuples = case when indpred is null then $2::real else $2::real / 100 end
     from pg_index where oid = indexrelid and indrelid in (select oid from pg_class where relname = any ($1))`,
    [[...growing], rowsOfTable],
  )
  await client.query(
    `select pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', table_name::text, 'attname', column_name::text,
       'inherited', false, 'null_frac', (case when found.partial then 0.99 else 0 end)::real, 'avg_width', 16, 'n_distinct', (-0.2)::real)
     from information_schema.columns, lateral (
       select exists (select from pg_indexes where tablename = table_name
         and indexdef like '% WHERE %(' || column_name || ' IS NOT NULL)%') as partial) found
     where table_schema = current_schema() and table_name = any ($1)
       and (column_name like '%\\_id' or column_name in ('id', 'subject', 'handed_from') or found.partial)`,
    [[...growing]],
  )
}

/** An insert of a row with a first value in each column that needs one. */
async function anyRow(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`,
    [table],
  )
  if (rows.length === 0) return `insert into ${table} default values`
  const value = (type: string) => (['text', 'tsvector'].includes(type) ? `''` : '0')
  return `insert into ${table} (${rows.map(row => `"${row.name}"`)}) values (${rows.map(row => value(row.type))})`
}
