// Adds another key to an account, as its owner does on the account page.
import { apiKey, sha256 } from '../../src/domain/ids.ts'
import { insertKey } from '../../src/store/accounts/keys.ts'
import type { TestApp } from '../harness.ts'

let keys = 0
const numberOf = (n: number) => String(n).padStart(4, '0')

/** The text of the key that `secondKey` adds next. */
export const nextKey = () => apiKey('ak_', numberOf(keys).padEnd(32, 'x'))

/** Adds a key to an account, and returns its text, which is sent as bearer. */
export async function secondKey({ platform, databaseUrl }: TestApp, accountId: string): Promise<string> {
  const key = nextKey()
  const writing = platform.dialect.open(databaseUrl, 'write')
  await insertKey(writing.db, {
    id: `key_second0000000000${numberOf(keys++)}`,
    account_id: accountId,
    name: 'second key',
    hash: sha256(key),
    created_at: platform.now(),
  })
  await writing.close()
  return key
}
