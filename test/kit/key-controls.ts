// Sets the limits of a key as the account page does, and opens sessions of an owner.
import { randomBytes } from 'node:crypto'
import type { KeyControls } from '../../src/store/accounts/keys.ts'
import type { TestAccount, TestApp } from '../harness.ts'

/** The id of the first key of an account. */
export async function keyIdOf({ platform }: TestApp, { accountId }: Pick<TestAccount, 'accountId'>): Promise<string> {
  const keys = platform.db.selectFrom('api_keys').select('id').where('account_id', '=', accountId)
  return (await keys.orderBy('created_at').executeTakeFirstOrThrow()).id
}

/** Sets what a key of an account may do, the first key by default. Returns the id of the key. */
export async function setKeyLimits(
  app: TestApp,
  { accountId }: Pick<TestAccount, 'accountId'>,
  controls: Partial<KeyControls & { name: string }>,
  keyId?: string,
): Promise<string> {
  const id = keyId ?? (await keyIdOf(app, { accountId }))
  await app.platform.act('changeKey', { accountId, keyId: id, ...controls })
  return id
}

const tokens = new WeakMap<TestApp['platform'], Map<string, Promise<{ value: string; expiresAt: number }>>>()

/**
 * The token of a session that the owner opened from the inbox, as the pages open it. Returns the same token until the session
 * ends.
 */
export async function ownerToken(app: TestApp, owner: Pick<TestAccount, 'accountId'>): Promise<string> {
  const { platform } = app
  const opened = tokens.get(platform) ?? new Map<string, ReturnType<typeof openedSession>>()
  tokens.set(platform, opened)
  const before = opened.get(owner.accountId)
  if (before) {
    const { value, expiresAt } = await before
    if (expiresAt > platform.now()) return value
  }
  const session = openedSession(app, owner)
  opened.set(owner.accountId, session)
  return (await session).value
}

/** Opens a new session from the owner's inbox, and returns its token and when it ends. */
export async function openedSession({ platform }: TestApp, { accountId }: Pick<TestAccount, 'accountId'>) {
  const accounts = platform.db.selectFrom('accounts').select('email').where('id', '=', accountId)
  const { email } = await accounts.executeTakeFirstOrThrow()
  const browser = randomBytes(24).toString('base64url')
  await platform.act('askSignIn', { email, browser, baseUrl: 'http://events.test', ip: accountId, known: false })
  for (const token of await signInTokens({ platform }, email)) {
    const opened = await platform.act('signInByLink', {
      ...{ token, as: 'owner', browser, browserName: 'A test', replaces: null },
    } as const)
    if (typeof opened !== 'string') return opened
  }
  throw new Error(`no session for ${email}: is the address verified?`)
}

/** The tokens of all sign-in links in the unsent mails to an address. */
export async function signInTokens({ platform }: Pick<TestApp, 'platform'>, email: string): Promise<string[]> {
  const mails = await platform.db.selectFrom('mail').select('body').where('recipient', '=', email).execute()
  return mails.flatMap(({ body }) => /sign-in\/open\?t=(\w+)/.exec(body)?.[1] ?? [])
}
