// Keeps the processes on one database to the same sites: an address is made by whoever serves a post or sends an event.
import { limits } from '../../contract/limits.ts'
import { removeNode, renewNode } from '../../store/database/nodes.ts'
import { type Scope, sitesText } from '../scope.ts'

/** Says that a process lives. The sites of another that lives with other sites; null when all agree. */
export async function enterNode(scope: Scope, { id }: { id: string }): Promise<string | null> {
  const { db, facts, now } = scope
  const lease = limits.nodeLeaseMs
  return renewNode(db, { id, sites: sitesText(facts), seen_at: now }, { since: now - lease, until: now + lease })
}

/** Says that a process ends. */
export async function leaveNode({ db }: Scope, { id }: { id: string }): Promise<void> {
  await removeNode(db, id)
}
