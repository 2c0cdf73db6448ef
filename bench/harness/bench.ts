// What every row of the bench gets: the checkouts to compare, the stage, filled databases, and the length and number of runs.
import type { Checkout } from './checkout.ts'
import type { Figure } from './figures.ts'
import type { Filled } from './filled.ts'
import type { Stage } from './stage.ts'

export type Bench = {
  stage: Stage
  /** The older checkout, if there is one, and the tree. */
  old: Checkout | null
  tree: Checkout
  checkouts: readonly Checkout[]
  rounds: number
  /** Shortens a time in a quick run. */
  seconds(full: number): number
  few: number
  many: number
  /** The database of a checkout with this many published posts, made on first use. */
  filled(checkout: Checkout, posts: number): Promise<Filled>
}

export type Row = { name: string; run(bench: Bench): Promise<Figure[]> }

/** A value for the tree, and one for the old checkout if there is one. */
export type Each<T> = Record<'new', T> & Partial<Record<'old', T>>

/** Does the same for each checkout in turn: for measurements and their warm-up. */
export async function forEach<T>({ checkouts }: Bench, work: (checkout: Checkout) => Promise<T>): Promise<Each<T>> {
  const results = {} as Each<T>
  for (const checkout of checkouts) results[checkout.name] = await work(checkout)
  return results
}

/** Does the same for all checkouts at once: for work that is not measured, such as filling databases and starting servers. */
export async function prepareEach<T>({ checkouts }: Bench, work: (checkout: Checkout) => Promise<T>): Promise<Each<T>> {
  const done = await Promise.all(checkouts.map(async checkout => [checkout.name, await work(checkout)] as const))
  return Object.fromEntries(done) as Each<T>
}
