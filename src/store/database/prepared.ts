// Queries that are compiled once and run with new parameters: compiling a query costs more than running it. A statement on the way of
// every post or read is prepared; any other is plain Kysely, and raw SQL only says what Kysely cannot.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './schema.ts'

type Parameter<P> = <K extends keyof P & string>(name: K) => P[K]
type Build<P, R> = (db: Db, parameter: Parameter<P>) => Compilable<R>
type Named = CompiledQuery & { readonly name?: string }
type Results<T extends readonly unknown[]> = { -readonly [I in keyof T]: Awaited<T[I]> }
type Placeholder = { readonly placeholder: string }

let names = 0

/** Runs a statement synchronously, on a database in this process. */
type RunAtOnce = <R>(query: CompiledQuery) => QueryResult<R>
const atOnce = new WeakMap<Db, RunAtOnce>()

/** Runs the prepared queries of a database without the executor of the query builder, which takes longer than most queries. */
export function runPreparedAtOnce(db: Db, run: RunAtOnce): void {
  atOnce.set(db, run)
}

function run<R>(db: Db, query: CompiledQuery<R>): QueryResult<R> | Promise<QueryResult<R>> {
  return atOnce.get(db)?.<R>(query) ?? db.executeQuery<R>(query)
}

/** A query that is compiled once for each open database: `prepared<{ id: string }>()((db, p) => …)`. It returns the rows. */
export function prepared<P extends Record<string, unknown>>() {
  return <R>(build: Build<P, R>) => {
    const bind = compileOnce(build)
    return async (db: Db, parameters: P): Promise<R[]> => (await run<R>(db, bind(db, parameters))).rows
  }
}

/** Like `prepared`, for a write without `returning`. It returns the number of changed rows. */
export function preparedWrite<P extends Record<string, unknown>>() {
  return (build: Build<P, unknown>) => {
    const bind = compileOnce(build)
    return async (db: Db, parameters: P): Promise<number> =>
      Number((await run(db, bind(db, parameters))).numAffectedRows ?? 0)
  }
}

/**
 * Like `prepared`, for a query about a list of texts. It is compiled once for each of a few lengths; a list has as many parts as it
 * needs, and what is missing in the last one repeats its last text.
 */
export function preparedForList<P extends Record<string, unknown>>() {
  return <R>(
    lengths: readonly number[],
    build: (db: Db, items: readonly string[], parameter: Parameter<P>) => Compilable<R>,
  ) => {
    const forms = lengths.map(length => {
      const names = Array.from({ length }, (_, i) => `item ${i}`)
      const run = prepared<Record<string, unknown>>()((db, p) =>
        build(db, names.map(p) as string[], p as unknown as Parameter<P>),
      )
      return { names, run }
    })
    return async (db: Db, items: readonly string[], parameters: P): Promise<R[]> => {
      const rows: R[] = []
      for (let from = 0; from < items.length; ) {
        const left = items.length - from
        const { names, run } =
          forms.find(({ names }) => names.length >= left) ?? (forms.at(-1) as (typeof forms)[number])
        const bound: Record<string, unknown> = { ...parameters }
        for (const [i, name] of names.entries()) bound[name] = items[Math.min(from + i, items.length - 1)]
        for (const row of await run(db, bound)) rows.push(row)
        from += names.length
      }
      return rows
    }
  }
}

/** Most posts have fewer topics, places and occurrences. */
const fewRows = 16
/** More rows are inserted by so many at a time: compiling an insert of many rows takes longer than running it. */
const manyRows = 64

/** The sizes of the inserts of a number of rows, each of which is kept compiled. */
function* sizesOf(rows: number): Generator<number> {
  let left = rows
  for (; left >= manyRows; left -= manyRows) yield manyRows
  for (; left > fewRows; left -= fewRows) yield fewRows
  if (left > 0) yield left
}

type BuildRows<Row, R> = (db: Db, rows: readonly Row[]) => Compilable<R>

/**
 * Like `preparedWrite`, for an insert of any number of rows, which have the columns of the first; compiled once for each small number
 * and each set of columns. More rows are inserted in pieces, in their order.
 */
export function preparedRows<Row extends Record<string, unknown>>() {
  return (build: BuildRows<Row, unknown>) => {
    const insert = insertOfRows(build)
    return async (db: Db, rows: readonly Row[]): Promise<number> =>
      Number((await insert(db, rows)).numAffectedRows ?? 0)
  }
}

/** Like `preparedRows`, for an insert with `returning`. It returns the rows; those of one piece in any order. */
export function preparedRowsReturning<Row extends Record<string, unknown>>() {
  return <R>(build: BuildRows<Row, R>) => {
    const insert = insertOfRows(build)
    return async (db: Db, rows: readonly Row[]): Promise<R[]> => (await insert(db, rows)).rows
  }
}

function insertOfRows<Row extends Record<string, unknown>, R>(build: BuildRows<Row, R>) {
  type Form = { names: string[]; bind: (db: Db, parameters: Record<string, unknown>) => CompiledQuery<R> }
  const byForm = new Map<string, Form>()
  const prepareFor = (size: number, columns: readonly string[]): Form => {
    const bind = compileOnce<Record<string, unknown>, R>((db, p) =>
      build(
        db,
        Array.from({ length: size }, (_, i) =>
          Object.fromEntries(columns.map(column => [column, p(`${i} ${column}`)])),
        ) as Row[],
      ),
    )
    return { names: Array.from({ length: size }, (_, i) => columns.map(column => `${i} ${column}`)).flat(), bind }
  }
  const insertPiece = async (db: Db, rows: readonly Row[]): Promise<QueryResult<R>> => {
    const columns = Object.keys(rows[0] ?? {})
    const form = `${rows.length} ${columns}`
    const known = byForm.get(form) ?? prepareFor(rows.length, columns)
    byForm.set(form, known)
    const parameters: Record<string, unknown> = {}
    let at = 0
    for (const row of rows) for (const column of columns) parameters[known.names[at++] as string] = row[column]
    return run(db, known.bind(db, parameters))
  }
  return async (db: Db, rows: readonly Row[]): Promise<QueryResult<R>> => {
    if (rows.length === 0) return { rows: [], numAffectedRows: 0n }
    if (rows.length <= fewRows) return insertPiece(db, rows)
    const pieces: Promise<QueryResult<R>>[] = []
    let from = 0
    for (const size of sizesOf(rows.length)) {
      const piece = insertPiece(db, rows.slice(from, from + size))
      from += size
      pieces.push(piece)
      // Outside a transaction statements have connections of their own, which keep no order.
      if (!db.isTransaction) await piece
    }
    const results = await together(...pieces)
    const changed = results.reduce((sum, { numAffectedRows = 0n }) => sum + numAffectedRows, 0n)
    return { rows: results.flatMap(result => result.rows), numAffectedRows: changed }
  }
}

/** The name of a prepared query; undefined for any other. The same name always means the same SQL. */
export function nameOf(query: CompiledQuery): string | undefined {
  return (query as Named).name
}

/**
 * Waits for independent statements of one transaction, which share a round trip to the database and run in the order given. When
 * one fails, it rejects after all have ended, so that no statement runs after the transaction.
 */
export async function together<T extends readonly Promise<unknown>[]>(...statements: T): Promise<Results<T>> {
  const results = await Promise.allSettled(statements)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.map(result => (result as PromiseFulfilledResult<unknown>).value) as Results<T>
}

function compileOnce<P extends Record<string, unknown>, R>(build: Build<P, R>) {
  type Compiled = { query: Named; places: readonly (string | null)[] }
  const compiled = new WeakMap<object, Compiled>()
  const name = `handbill_${++names}`
  const compile = (db: Db): Compiled => {
    const query = build(db, name => ({ placeholder: name }) as unknown as P[typeof name]).compile()
    const places = query.parameters.map(value => (isPlaceholder(value) ? value.placeholder : null))
    return { query: { ...query, name }, places }
  }
  return (db: Db, parameters: P): CompiledQuery<R> => {
    const { adapter } = db.getExecutor()
    let known = compiled.get(adapter)
    if (!known) {
      known = compile(db)
      compiled.set(adapter, known)
    }
    const { query, places } = known
    const bound = places.map((place, i) => (place === null ? query.parameters[i] : parameters[place]))
    return { ...query, parameters: bound } as CompiledQuery<R>
  }
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && 'placeholder' in value
}
