// Keeps all processes on one database on the same sites, since each of them makes addresses of posts.
import { limits } from '../contract/limits.ts'
import { removeNode, renewNode } from '../store/database/nodes.ts'
import { type Scope, sitesText } from './scope.ts'

/** Registers a process or renews its lease. Returns the sites of a process with other sites; null if all agree. */
export async function enterNode(scope: Scope, { id }: { id: string }): Promise<string | null> {
  const { db, facts, now } = scope
  const lease = limits.nodeLeaseMs
  return renewNode(db, { id, sites: sitesText(facts), seen_at: now }, { since: now - lease, until: now + lease })
}

/** Removes a process that ends. */
export async function leaveNode({ db }: Scope, { id }: { id: string }): Promise<void> {
  await removeNode(db, id)
}
