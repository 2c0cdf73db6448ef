// What every row of the bench works with: the checkouts compared, the stage, filled databases, how long and how often.
import type { Checkout } from './checkout.ts'
import type { Figure } from './figures.ts'
import type { Filled } from './filled.ts'
import type { Stage } from './stage.ts'

export type Bench = {
  stage: Stage
  /** The older checkout where there is one, and the tree. */
  old: Checkout | null
  tree: Checkout
  checkouts: readonly Checkout[]
  rounds: number
  /** Shortens a time in a quick run. */
  seconds(full: number): number
  few: number
  many: number
  /** The database of a checkout with so many published posts, made on first use. */
  filled(checkout: Checkout, posts: number): Promise<Filled>
}

export type Row = { name: string; run(bench: Bench): Promise<Figure[]> }

/** Does the same for each checkout, one after the other; the results by its name. */
export async function forEach<T>(
  { checkouts }: Bench,
  work: (checkout: Checkout) => Promise<T>,
): Promise<Record<'new', T> & Partial<Record<'old', T>>> {
  const results = {} as Record<'new', T> & Partial<Record<'old', T>>
  for (const checkout of checkouts) results[checkout.name] = await work(checkout)
  return results
}
