// Notes in the log of an account what a person or a key changes, in the transaction of the change (contract.md §11).
import type { ActivityDetail, ActivityKind, Actor } from '../../contract/activity.ts'
import { insertActivity } from '../../store/accounts/activity.ts'
import type { Scope } from '../scope.ts'

/** Notes a change of an account. Does nothing for a worker or the operator. */
export async function noteActivity(
  scope: Scope,
  accountId: string,
  kind: ActivityKind,
  detail: ActivityDetail = {},
  by: Actor | null = scope.by,
): Promise<void> {
  if (by === null) return
  const { who, id: whoId, name, network, browser } = by
  await insertActivity(scope.db, {
    ...{ id: scope.ids.id('activity'), account_id: accountId, kind, detail: JSON.stringify(detail) },
    ...{ who, who_id: whoId, name, network, browser, created_at: scope.now },
  })
}

/** The address of the person who acts; empty for a key or a link. */
export const personOf = ({ by }: Scope): string => by?.name ?? ''
