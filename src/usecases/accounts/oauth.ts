// What the authorization server and the owner's pages read of connected apps and of what is kept for them.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import {
  type ConnectedApp,
  type ConnectionRow,
  connectionsOf,
  workingConnection,
} from '../../store/accounts/connections.ts'
import { type OAuthRecord, recordByHash } from '../../store/accounts/oauth-records.ts'
import type { Platform } from '../platform.ts'

/** A record of a site by its secret or id; undefined when there is none of the kind, or it has expired. */
export async function oauthRecord(
  { db, now }: Platform,
  { id, kind, site }: { id: string; kind: string; site: SiteId },
): Promise<OAuthRecord | undefined> {
  const found = await recordByHash(db, sha256(id), now())
  return found?.kind === kind && found.site === site ? found : undefined
}

/** A working connection on a site; undefined when it has ended or is on another site. */
export async function connectionOn(
  { db, now }: Platform,
  { keyId, site }: { keyId: string; site: SiteId },
): Promise<ConnectionRow | undefined> {
  const found = await workingConnection(db, keyId, now())
  return found?.site === site ? found : undefined
}

/** The apps that are connected to an account, the newest first. */
export async function connectedApps({ db, now }: Platform, accountId: string): Promise<ConnectedApp[]> {
  const at = now()
  return connectionsOf(db, accountId, { now: at, day: utcDay(at) })
}

/** Whether an account is there and not erased. */
export async function accountIsThere({ db }: Platform, accountId: string): Promise<boolean> {
  return (await accountById(db, accountId))?.erased_at === null
}
