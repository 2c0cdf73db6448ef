// Keeps all processes on one database on the same sites, since each of them makes addresses of posts, and on one currency.
import { limits } from '../contract/limits.ts'
import { removeNode, renewNode } from '../store/database/nodes.ts'
import { currencyOf } from '../store/money/platform-currency.ts'
import { type Scope, sitesText } from './scope.ts'

/** Registers a process or renews its lease. Returns the sites of a process with other sites; null if all agree. */
export async function enterNode(scope: Scope, { id }: { id: string }): Promise<string | null> {
  const { db, facts, now } = scope
  const lease = limits.nodeLeaseMs
  return renewNode(db, { id, sites: sitesText(facts), seen_at: now }, { since: now - lease, until: now + lease })
}

/** The currency of the platform, for a process that is registered: of two that start at once with two currencies, one has another. */
export async function keepCurrency({ db, facts, now }: Scope, { id }: { id: string }): Promise<string> {
  return currencyOf(db, facts.money.currency, { self: id, since: now - limits.nodeLeaseMs })
}

/** Removes a process that ends. */
export async function leaveNode({ db }: Scope, { id }: { id: string }): Promise<void> {
  await removeNode(db, id)
}
