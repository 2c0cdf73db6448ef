// The hashes of the address and card of a person: for the ban list, and kept for a while after an erasure (contract.md §11).
import { type Selectable, sql } from 'kysely'
import { sha256 } from '../../domain/ids.ts'
import type { Db, ErasedHashesTable } from '../database/schema.ts'
import { type Account, ban } from './accounts.ts'
import { heldBy } from './address-changes.ts'

export type ErasedHash = Selectable<ErasedHashesTable>

type Person = Pick<Account, 'id' | 'email_key' | 'card_fingerprint'>

/** The hashes of an account that has an address or a card, else those that its erasure has kept. No address has no hash. */
async function hashesOf(
  db: Db,
  { id, email_key: email, card_fingerprint: card }: Person,
): Promise<Pick<ErasedHash, 'kind' | 'hash'>[]> {
  if (email === '' && card === null)
    return db.selectFrom('erased_hashes').select(['kind', 'hash']).where('account_id', '=', id).execute()
  return [
    ...(email === '' ? [] : [{ kind: 'email' as const, hash: sha256(email) }]),
    ...(card === null ? [] : [{ kind: 'card' as const, hash: sha256(card) }]),
  ]
}

/** Puts the address and the card of a person on the ban list. `now` in epoch ms. */
export async function banPerson(db: Db, person: Person, now: number): Promise<void> {
  for (const { kind, hash } of await hashesOf(db, person)) await ban(db, person.id, { kind, hash, now })
  // An address that the account has just left would otherwise open the next one.
  for (const key of await heldBy(db, person.id)) await ban(db, person.id, { kind: 'email', hash: sha256(key), now })
}

/**
 * Keeps the hashes of an account that is about to be erased until an epoch time (ms), if it is banned, has strikes, or has public posts,
 * for which it can still be banned.
 */
export async function keepHashes(db: Db, account: Account, until: number): Promise<void> {
  if (account.banned_at === null && account.strikes === 0 && !(await hasPublicPost(db, account.id))) return
  for (const hash of await hashesOf(db, account))
    await db
      .insertInto('erased_hashes')
      .values({ ...hash, account_id: account.id, kept_until: until })
      .execute()
}

async function hasPublicPost(db: Db, accountId: string): Promise<boolean> {
  // Found by the keys of the account, since the index of posts begins with the key.
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('key_id', 'in', keys => keys.selectFrom('api_keys').select('id').where('account_id', '=', accountId))
    .where('public_json', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return post !== undefined
}

/**
 * Deletes the hashes whose time has ended at `now`, and those on the ban list of accounts that were erased, and banned, before
 * `bannedBefore`. Both in epoch ms.
 */
export async function forgetHashes(
  db: Db,
  { now, bannedBefore }: { now: number; bannedBefore: number },
): Promise<void> {
  await db.deleteFrom('erased_hashes').where('kept_until', '<=', now).execute()
  await db
    .deleteFrom('bans')
    .where('created_at', '<=', bannedBefore)
    .where('account_id', 'in', of =>
      of.selectFrom('accounts').select('id').where(sql<boolean>`erased_at <= ${bannedBefore}`),
    )
    .execute()
}
