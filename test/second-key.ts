// A further key of an account, as its owner would make on the account page.
import { apiKey, sha256 } from '../src/domain/ids.ts'
import { insertKey } from '../src/store/money/keys.ts'
import type { TestApp } from './harness.ts'

let keys = 0

/** Adds a key to an account; the text that is sent as bearer. */
export async function secondKey({ platform, databaseUrl }: TestApp, accountId: string): Promise<string> {
  const n = String(keys++).padStart(4, '0')
  const key = apiKey(n.padEnd(32, 'x'))
  const writing = platform.dialect.open(databaseUrl, 'write')
  await insertKey(writing.db, {
    id: `key_second0000000000${n}`,
    account_id: accountId,
    name: 'second key',
    hash: sha256(key),
    created_at: platform.now(),
  })
  await writing.close()
  return key
}
