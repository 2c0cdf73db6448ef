// Queries that are compiled once and run with fresh parameters: compiling them costs more than running them.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
type Parameter<P> = <K extends keyof P & string>(name: K) => P[K]
type Build<P, R> = (db: Db, parameter: Parameter<P>) => Compilable<R>
type Placeholder = { readonly placeholder: string }

/** A query compiled once a database: `prepared<{ id: string }>()((db, p) => …)`. Running it returns the rows. */
export function prepared<P extends Record<string, unknown>>() {
  return <R>(build: Build<P, R>) => {
    const bind = compileOnce(build)
    return async (db: Db, parameters: P): Promise<R[]> => (await db.executeQuery<R>(bind(db, parameters))).rows
  }
}

/** As `prepared`, for a write without `returning`. Running it returns the number of rows it changed. */
export function preparedWrite<P extends Record<string, unknown>>() {
  return (build: Build<P, unknown>) => {
    const bind = compileOnce(build)
    return async (db: Db, parameters: P): Promise<number> =>
      Number((await db.executeQuery(bind(db, parameters))).numAffectedRows ?? 0)
  }
}

function compileOnce<P extends Record<string, unknown>, R>(build: Build<P, R>) {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  return (db: Db, parameters: P): CompiledQuery<R> => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, name => ({ placeholder: name }) as unknown as P[typeof name]).compile()
      compiled.set(adapter, query)
    }
    const bound = query.parameters.map(value => (isPlaceholder(value) ? parameters[value.placeholder] : value))
    return { ...query, parameters: bound }
  }
}

function isPlaceholder(value: unknown): value is Placeholder {
  return typeof value === 'object' && value !== null && 'placeholder' in value
}
