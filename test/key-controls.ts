// What an owner lets a key do, set as the account page sets it, and sessions of an owner.
import type { KeyControls } from '../src/store/money/keys.ts'
import type { TestAccount, TestApp } from './harness.ts'

/** The id of the first key of an account. */
export async function keyIdOf({ platform }: TestApp, { accountId }: Pick<TestAccount, 'accountId'>): Promise<string> {
  const keys = platform.db.selectFrom('api_keys').select('id').where('account_id', '=', accountId)
  return (await keys.orderBy('created_at').executeTakeFirstOrThrow()).id
}

/** Sets what the first key of an account, or another one, may do. Its id. */
export async function bindKey(
  app: TestApp,
  { accountId }: Pick<TestAccount, 'accountId'>,
  controls: Partial<KeyControls & { name: string }>,
  keyId?: string,
): Promise<string> {
  const id = keyId ?? (await keyIdOf(app, { accountId }))
  await app.platform.act('changeKey', { accountId, keyId: id, ...controls })
  return id
}

/** The token of a session that the owner has opened from the inbox. */
export function ownerToken({ platform }: TestApp, { accountId: account }: Pick<TestAccount, 'accountId'>): string {
  return platform.links.sign({ account, grade: 'email' }, platform.now())
}
