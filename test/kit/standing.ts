// Bans and suspends accounts, as the third strike and the operator do.
import { limits } from '../../src/contract/limits.ts'
import { sha256 } from '../../src/domain/ids.ts'
import { addStrike, ban, setSuspension } from '../../src/store/accounts/accounts.ts'
import { logDecision } from '../../src/store/posts/decision-log.ts'
import type { TestAccount, TestApp } from '../harness.ts'

/** Bans an account as its third strike does, or suspends it. */
export async function banOrSuspend(
  { platform, databaseUrl, clock }: TestApp,
  { accountId: id }: Pick<TestAccount, 'accountId'>,
  status: 'banned' | 'suspended',
): Promise<void> {
  const writing = platform.dialect.open(databaseUrl, 'write')
  const { db } = writing
  const now = clock.now()
  const action = status === 'suspended' ? 'suspend' : 'ban'
  await logDecision(db, { decider: 'person', actor: 'test', action, subject: id, reason: 'test', now })
  if (status === 'suspended') await setSuspension(db, id, now)
  else
    for (let strikes = 1; strikes <= limits.strikesToBan; strikes++) {
      const { banned_at, email_key, card_fingerprint: card } = await addStrike(db, id, now)
      if (banned_at === null) continue
      await ban(db, id, { kind: 'email', hash: sha256(email_key), now })
      if (card) await ban(db, id, { kind: 'card', hash: sha256(card), now })
    }
  await writing.close()
}
