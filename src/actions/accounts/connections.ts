// Connects an app to an account by OAuth, and ends the connection (contract.md §16). A connection is a key that only its tokens use.
import { limits } from '../../contract/limits.ts'
import type { OAuthScope } from '../../contract/operations/row.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { connectionMail } from '../../mails/accounts.ts'
import { accountById, lockAccount } from '../../store/accounts/accounts.ts'
import {
  closeConnection,
  connectionsOf,
  insertConnection,
  lapsedConnections,
  workingConnection,
} from '../../store/accounts/connections.ts'
import { count } from '../../store/accounts/counters.ts'
import * as life from '../../store/accounts/key-life.ts'
import * as keys from '../../store/accounts/keys.ts'
import { deleteRecordsOf } from '../../store/accounts/oauth-records.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { noteActivity } from './activity.ts'
import { logKeyMade, mayHaveNewKey } from './keys.ts'
import { revokeKey } from './revoke-key.ts'

export type NewConnection = {
  accountId: string
  site: SiteId
  clientId: string
  /** What the app calls itself. */
  clientName: string
  /** Where the app gets its codes, as the owner has read it. */
  host: string
  scopes: readonly OAuthScope[]
  /** In micros; null for no bound. */
  monthlyBudget: number | null
  askFirst: boolean
  /** How long the connection lasts at most; null for no bound. */
  lastsMs: number | null
}

/** Connects an app as its owner has agreed, and mails the owners. Throws `not_found`, `gone`, `banned`, `too_many_keys`, `rate_limited`. */
export async function connectApp(scope: Scope, of: NewConnection): Promise<{ keyId: string }> {
  const { db, ids, now } = scope
  const { accountId, site, clientId, clientName, host, scopes, lastsMs } = of
  await mayHaveNewKey(scope, accountId)
  await lockAccount(db, accountId)
  const day = utcDay(now)
  if ((await connectionsOf(db, accountId, { now, day })).length >= limits.connectionsPerAccount)
    throw new Problem('too_many_keys', `The account has ${limits.connectionsPerAccount} connected apps; end one first.`)
  if ((await count(db, 'app-connected', accountId, day)) > limits.connectionsPerAccountPerDay)
    throw new Problem('rate_limited', `${limits.connectionsPerAccountPerDay} apps were connected to the account today.`)
  const keyId = ids.id('key')
  // No text has this hash: only the tokens of the connection act for the key.
  const key = { id: keyId, account_id: accountId, name: clientName, hash: sha256(ids.text(48)), created_at: now }
  const controls = { ...keys.unbound, monthly_budget: of.monthlyBudget, ask_first: of.askFirst, sites: [site] }
  await keys.insertKey(db, key, controls)
  await insertConnection(db, {
    ...{ key_id: keyId, account_id: accountId, site, client_id: clientId, client_name: clientName, host },
    ...{ scopes: scopes.join(' '), created_at: now },
    lasts_until: lastsMs === null ? null : now + lastsMs,
    kept_until: now + Math.min(lastsMs ?? limits.refreshTokenMs, limits.refreshTokenMs),
  })
  await logKeyMade(scope, accountId, keyId)
  await noteActivity(scope, accountId, 'app-connected', { keyId, app: clientName, host })
  const account = await accountById(db, accountId)
  const told = { app: clientName, host, scopes, monthlyBudget: of.monthlyBudget, askFirst: of.askFirst }
  if (account) await mailOwner(scope, account, connectionMail(told, account.handle, homeOf(scope)))
  return { keyId }
}

/**
 * Ends a connection with its tokens. `accountId`: of the owner who ends it; null when the app ends it, or a token of it was used
 * twice. False when there is no such connection.
 */
export async function endConnection(
  scope: Scope,
  { accountId, keyId }: { accountId: string | null; keyId: string },
): Promise<boolean> {
  const { db, now } = scope
  const found = await workingConnection(db, keyId, now)
  if (!found || (accountId !== null && found.account_id !== accountId)) return false
  await closeConnection(db, keyId)
  await deleteRecordsOf(db, keyId)
  await revokeKey(scope, { accountId: found.account_id, keyId })
  const by = accountId === null ? 'app' : 'owner'
  await noteActivity(scope, found.account_id, 'app-ended', { keyId, app: found.client_name, host: found.host, by })
  return true
}

/** Ends up to `limit` connections whose apps have got no new tokens in time. Run by the sweep. */
export async function endLapsed({ db, now, signal }: Scope, limit: number): Promise<void> {
  const lapsed = await lapsedConnections(db, now, limit)
  for (const { key_id: keyId, account_id: accountId } of lapsed) {
    await closeConnection(db, keyId)
    await deleteRecordsOf(db, keyId)
    await life.revokeKey(db, accountId, keyId, now)
  }
  if (lapsed.length > 0) signal('keys')
}
