// Keeps the worlds of test keys, and sets up the account of a world (docs/test-mode.md).
import { prices } from '../../contract/prices.ts'
import { type TestOutcome, testMode } from '../../contract/test-mode.ts'
import { utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { type KeyRow, keyById, setKey } from '../../store/accounts/keys.ts'
import { insertTestKey, insertWorld, saveWorld, worldOfAccount } from '../../store/accounts/test-worlds.ts'
import { writeMeta } from '../../store/database/meta.ts'
import { saveCard } from '../../store/money/cards.ts'
import { move } from '../../store/money/ledger.ts'
import { putOff } from '../../store/posts/revisions.ts'
import type { Submission, SubmitAnswer } from '../posts/submission.ts'
import { submitRevision } from '../posts/submit-revision.ts'
import type { Scope } from '../scope.ts'

/** Stores a new world. Returns its id, or the id of the world that the account already has, and whether the world is new. */
export async function openTestWorld(
  { db, ids, now }: Scope,
  { accountId, state }: { accountId: string | null; state: string },
): Promise<{ id: string; opened: boolean }> {
  const id = ids.id('testWorld')
  if (await insertWorld(db, { id, accountId, state, now })) return { id, opened: true }
  const before = accountId === null ? undefined : await worldOfAccount(db, accountId)
  if (!before) throw new Error('a test world was neither stored nor found')
  return { id: before.id, opened: false }
}

/** Stores the state of a world; false when another process has changed the world meanwhile. */
export async function saveTestWorld(
  { db, now }: Scope,
  world: { id: string; version: number; state: string },
): Promise<boolean> {
  return saveWorld(db, { ...world, now })
}

/** Makes a key known by which a world is found. */
export async function addTestKey({ db }: Scope, { hash, worldId }: { hash: string; worldId: string }): Promise<void> {
  await insertTestKey(db, hash, worldId)
}

/** Gives the account of a world what an owner would: a card and money that are worth nothing. Runs inside the world. */
export async function furnishTestAccount({ db, ids, now }: Scope, { accountId }: { accountId: string }): Promise<void> {
  const account = await accountById(db, accountId)
  if (!account) throw new Error('the account of a test world is missing')
  await saveCard(db, {
    ...{ account_id: accountId, provider: 'sandbox', customer: null, method: 'pays', label: 'Test card' },
    ...{ saved_at: now, fingerprint: `test ${accountId}` },
  })
  await credit({ db, ids, now }, accountId, prices.testBalanceMicros)
}

async function credit({ db, ids, now }: Pick<Scope, 'db' | 'ids' | 'now'>, accountId: string, amount: number) {
  const type = 'platform_credit' as const
  const movement = { id: ids.id('ledger'), accountId, type, amount, site: null, postId: null, now, note: 'test money' }
  if ((await move(db, movement)) === null) throw new Error('the test money is not there')
}

/** Sets how far the clock of a world is ahead of the service, in milliseconds. Runs inside the world. */
export async function setTestClock({ db }: Scope, { aheadMs }: { aheadMs: number }): Promise<void> {
  await writeMeta(db, 'test-clock', String(aheadMs))
}

/** Submits a text whose words choose what becomes of it. Throws what `submitRevision` throws. Runs inside the world. */
export async function submitTestRevision(
  scope: Scope,
  { submission, outcome }: { submission: Submission; outcome: TestOutcome },
): Promise<SubmitAnswer> {
  const { accountId, keyId } = submission
  const key = await keyById(scope.db, keyId, utcDay(scope.now))
  const balance = (await accountById(scope.db, accountId))?.balance ?? 0
  if (key) await changeFor(scope, key, outcome)
  if (outcome === 'no-money') await credit(scope, accountId, -balance)
  const refusal = outcome === 'abuse-at-once' ? certainAbuse : submission.refusal
  const answer = await submitRevision(scope, { ...submission, refusal })
  // A problem undoes all of this with its transaction.
  if (key) await setKey(scope.db, { accountId, keyId }, key)
  if (outcome === 'no-money') await credit(scope, accountId, balance)
  if (outcome === 'slow') await putOff(scope.db, accountId, scope.now, scope.now + testMode.slowMs)
  return answer
}

async function changeFor({ db }: Scope, key: KeyRow, outcome: TestOutcome): Promise<void> {
  const asks = outcome === 'ask-approved' || outcome === 'ask-refused'
  if (!asks && outcome !== 'budget') return
  const change = asks ? { ask_first: true } : { post_limit: 0 }
  await setKey(db, { accountId: key.account_id, keyId: key.id }, { ...key, ...change })
}

const certainAbuse: Submission['refusal'] = {
  code: 'prompt-injection',
  category: 'prompt-injection',
  reason: 'The text asks for this outcome of a test.',
  rule: 'PF-INJ-OVERRIDE',
  abuse: true,
}
