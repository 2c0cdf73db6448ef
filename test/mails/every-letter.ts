// Every letter that the product writes, with hostile texts of strangers, for the tests of mails.
import { memberRoles } from '../../src/contract/members.ts'
import { scopes } from '../../src/contract/operations/row.ts'
import { siteRow } from '../../src/contract/sites.ts'
import * as accounts from '../../src/mails/accounts.ts'
import * as delivery from '../../src/mails/delivery.ts'
import * as joining from '../../src/mails/joining.ts'
import type { Letter } from '../../src/mails/mail.ts'
import * as members from '../../src/mails/members.ts'
import * as money from '../../src/mails/money.ts'
import { passkeyMail } from '../../src/mails/passkeys.ts'
import * as posts from '../../src/mails/posts.ts'
import { appealMail, reportsMail } from '../../src/mails/review.ts'
import { startOfTests } from '../harness.ts'

const baseUrl = 'http://events.test'
const now = startOfTests
const link = `${baseUrl}/account/verify?t=${'aB3-_'.repeat(60)}.x`
const handle = 'ada'
/** The name of a key, or the message to a seller, of an attacker. */
const hostile =
  '</p><script>alert(1)</script><img src="http://evil.test/x.png">\r\nBcc: victim@example.org\u202e\u2028From us: pay'
const key = { id: 'key_1', name: hostile }
const budget = {
  ...{ key_id: 'key_1', name: hostile, percent: 80, period: 'day' as const, budget: 5_000_000, spent: 4_000_000 },
  ...{ left: 1_000_000, resets_at: '2026-11-22T00:00:00Z' },
}
const receipt = {
  ...{ id: 'pay_1', invoice: { id: 'inv_1', number: 'INV-2026-000001' } },
  ...{ handle, amount: 10_000_000, balance: 11_000_000, card: 'Visa ending 4242', reference: 'pi_1' },
  ...{ pretended: false, at: now, baseUrl },
}
const statement = {
  decided_by: 'model',
  ...{ policy_version: '2026.11.21-1', fee: 1_000_000, fee_refunded: true },
  ...{ appeal_until: '2026-12-21T12:00:00Z', note: '' },
} as const
const rejection = { category: 'vague', reason: hostile, penalized: false, amount: 0, statement }
const answered = { postId: 'p_1', said: hostile, granted: true, status: 'published', message: 'Right.' }
const report = {
  ...{
    id: 'rep_1',
    postId: 'p_1',
    title: hostile,
    site: siteRow('events'),
    baseUrl,
    reason: 'scam' as const,
    details: hostile,
    law: hostile,
  },
  ...{ category: 'scam', answer: hostile, counted: false, complaint: false, complainUntil: null },
} as const
const aboutReports = { usualMs: 3_600_000, disputes: { name: 'Appeals Centre', url: 'https://appeals.example' } }
const penalty = {
  ...{ postId: 'p_1', statement: { ...statement, part: 'Send a deposit.' } },
  ...{ handle, textId: 'p_1', category: 'ABUSE-SPAM', reason: hostile, amount: 9_000_000, strikes: 1, baseUrl },
  ...{ first: null, banned: false },
}
const relayed = {
  site: siteRow('classifieds'),
  ...{ url: 'http://classifieds.test/p/p_1', headline: 'A bicycle', handle, message: hostile },
  ...{ replyEmail: 'buyer@example.org', replyVerified: false, refuseUrl: link },
  answerUrl: `${baseUrl}/account/conversations/rm_1`,
}
const low = { account_id: 'acct_1', balance: 1_500_000, threshold: 2_000_000 }
const endpoint = { id: 'wh_1', url: 'https://example.org/hook?<b>' }
const failed = { handle, amount: 10_000_000, because: 'declined', baseUrl } as const

const of = { handle, baseUrl }
const moved = { ...of, from: 'ada@example.org', to: 'ada@example.com' }
const byRule = { ...statement, decided_by: 'rule', rule: 'hidden-text', fee_refunded: false } as const
const law = { reference: 'File 12/26', countries: ['FR', 'DE'], note: 'In English.' }
const said = { ...report, state: 'open' } as const

/** By a name for the picture of each. */
const named = (name: string, all: Record<string, Letter>): Record<string, Letter> =>
  Object.fromEntries(Object.entries(all).map(([kind, letter]) => [`${name}-${kind}`, letter]))

const keyChanges = ['created', 'changed', 'paused', 'resumed', 'replaced', 'revoked', 'restored'] as const
const accountChanges: Record<string, accounts.AccountChange> = {
  rechargeOn: { change: 'recharge-on', threshold: 2_000_000, amount: 10_000_000 },
  rechargeOff: { change: 'recharge-off' },
  disowned: { change: 'disowned' },
  ceilingDay: { change: 'recharge-ceiling', of: 'day', most: 1 },
  ceilingMonth: { change: 'recharge-ceiling', of: 'month', most: 10 },
  ceilingSeen: { change: 'ceiling-acknowledged' },
  penaltySeen: { change: 'penalty-acknowledged', recharge: true },
  penaltySeenOff: { change: 'penalty-acknowledged', recharge: false },
  warning: { change: 'warning', threshold: 2_000_000 },
  warningOff: { change: 'warning', threshold: 0 },
  signedOut: { change: 'signed-out', sessions: 1 },
  signedOutAll: { change: 'signed-out', sessions: 2 },
  keyPaused: { change: 'keys-paused', keys: 1 },
  keysPaused: { change: 'keys-paused', keys: 3 },
  keyResumed: { change: 'keys-resumed', keys: 1 },
  keysResumed: { change: 'keys-resumed', keys: 3 },
  approved: { change: 'approved', textId: 'p_1', price: 1_000_000 },
  approvedFree: { change: 'approved', textId: 'p_1', price: 0 },
}
const declines = ['declined', 'insufficient-funds', 'expired', 'unusable', 'authentication'] as const

/** The letters of a list, each by its element. */
const each = <T extends string>(all: readonly T[], write: (one: T) => Letter): Record<string, Letter> =>
  Object.fromEntries(all.map(one => [one, write(one)]))

const statements = {
  model: { postId: 'p_1', what: 'rejected', edit: false, rejection },
  rule: { postId: 'p_1', what: 'rejected', edit: true, rejection: { ...rejection, statement: byRule } },
  help: {
    ...{ postId: 'p_1', what: 'removed', edit: false, helps: { country: 'DE' } },
    rejection: { ...rejection, category: 'self-harm', statement: { ...statement, decided_by: 'person' } },
  },
  helpAnywhere: {
    ...{ postId: 'p_1', what: 'rejected', edit: false, helps: { country: null } },
    rejection: { ...rejection, category: 'self-harm', statement: { ...byRule, rule: undefined } },
  },
  law: { postId: 'p_1', what: 'removed', edit: false, rejection: { ...rejection, statement: { ...byRule, law } } },
  lawEverywhere: {
    ...{ postId: 'p_1', what: 'removed', edit: false },
    rejection: { ...rejection, statement: { ...byRule, law: { ...law, countries: [] } } },
  },
} as unknown as Record<string, posts.StatedDecision>

/** Every letter to an owner or a stranger, by name. */
export const letters: Record<string, Letter> = {
  verification: accounts.verificationMail({ id: 'events', baseUrl }, handle, link, now),
  signIn: accounts.signInMail(baseUrl, `${baseUrl}/account/sign-in/open?t=${'aB3'.repeat(10)}`),
  ...named(
    'key',
    each(keyChanges, change => accounts.keyMail(change, key, handle, baseUrl)),
  ),
  ...named(
    'change',
    each(Object.keys(accountChanges), name => accounts.accountChangeMail(accountChanges[name]!, handle, baseUrl)),
  ),
  ...named(
    'app',
    each(['bounded', 'unbounded'], kind =>
      accounts.connectionMail(
        {
          app: hostile,
          host: 'app.example',
          scopes,
          monthlyBudget: kind === 'bounded' ? 10_000_000 : null,
          askFirst: kind === 'bounded',
        },
        handle,
        baseUrl,
      ),
    ),
  ),
  join: joining.joinMail({ id: 'events', baseUrl }, link),
  joinKnown: joining.knownAddressMail(baseUrl, link),
  joinNone: joining.noAccountMail(baseUrl),
  handleReset: accounts.handleResetMail(handle, 'agent_1', hostile, baseUrl),
  suspension: accounts.suspensionMail(handle, hostile, baseUrl),
  cardBan: accounts.cardBanMail(handle, baseUrl),
  deletionAsked: accounts.deletionAskedMail(handle, baseUrl, now, link),
  deletionTakenBack: accounts.deletionTakenBackMail(handle, baseUrl),
  deletionDone: accounts.deletionDoneMail(handle, baseUrl, 1_000_000),
  relay: delivery.relayMail(relayed),
  relayOfReader: delivery.relayMail({ ...relayed, handle: null, replyVerified: true }),
  readerCode: delivery.readerCodeMail({ ...relayed, code: 'ABCD2345' }),
  reply: delivery.replyMail({ ...relayed, reply: hostile, authorEmail: 'seller@example.org', askedAt: now }),
  webhookFailing: delivery.webhookDisabledMail(
    { ...endpoint, reason: 'failing', since: now - 86_400_000 },
    baseUrl,
    now,
  ),
  webhookGone: delivery.webhookDisabledMail({ ...endpoint, reason: 'gone', since: now }, baseUrl, now),
  ...named(
    'invitation',
    each(memberRoles, role => members.invitationMail(of, role, link, now)),
  ),
  ...named(
    'member',
    each(['joined', 'changed', 'removed', 'left'], news => members.memberMail(news, of, 'bo@example.org', 'manager')),
  ),
  ...named(
    'role',
    each(memberRoles, role => members.toMemberMail(of, role)),
  ),
  memberRemoved: members.toMemberMail(of, null),
  addressOld: members.confirmAddressMail(moved, 'old', { link, now }),
  addressNew: members.confirmAddressMail(moved, 'new', { link, now }),
  addressMoved: members.newAddressMail(moved),
  addressLeft: members.oldAddressMail(moved, link, now),
  addressTakenBack: members.addressTakenBackMail(moved),
  renamed: members.handleMail(of, 'ada_1'),
  topup: money.receiptMail({ ...receipt, kind: 'topup' }),
  recharge: money.receiptMail({ ...receipt, kind: 'recharge', pretended: true, card: 'test card ending 4242' }),
  ...named(
    'declined',
    each(declines, because => money.rechargeFailedMail({ ...failed, because }, 'again')),
  ),
  rechargeOff: money.rechargeFailedMail(failed, 'off'),
  balanceLow: money.balanceLowMail(low, { handle, recharge: null, baseUrl }),
  balanceLowRecharged: money.balanceLowMail(low, { handle, recharge: 10_000_000, baseUrl }),
  budget: money.budgetMail(budget, handle, baseUrl),
  monthBudget: money.budgetMail({ ...budget, percent: 100, spent: 5_000_000, period: 'month' }, handle, baseUrl),
  dispute: money.disputeMail({ handle, amount: 10_000_000, baseUrl }),
  ...named(
    'passkey',
    each(['added', 'removed', 'copied'], change => passkeyMail({ change, name: hostile }, handle, baseUrl)),
  ),
  approval: posts.approvalMail(handle, baseUrl),
  ...named(
    'statement',
    each(Object.keys(statements), name => posts.statementMail(statements[name]!, of)),
  ),
  penalty: posts.penaltyMail(penalty),
  campaign: posts.penaltyMail({ ...penalty, first: 'p_2' }),
  ban: posts.penaltyMail({ ...penalty, strikes: 3, banned: true }),
  appealGranted: appealMail(answered, of),
  appealGrantedOut: appealMail({ ...answered, status: 'removed' }, of),
  appealRefused: appealMail({ ...answered, granted: false, status: 'removed' }, of),
  reportReceived: reportsMail({ decided: [], received: [said] }, aboutReports),
  reportCounted: reportsMail({ decided: [], received: [{ ...said, counted: true }] }, aboutReports),
  complaintReceived: reportsMail(
    { decided: [], received: [{ ...said, complaint: true }] },
    { ...aboutReports, usualMs: null },
  ),
  reportUpheld: reportsMail({ decided: [{ ...report, state: 'upheld' }], received: [] }, aboutReports),
  reportDismissed: reportsMail(
    { decided: [{ ...report, state: 'dismissed', complainUntil: now }], received: [] },
    aboutReports,
  ),
  reports: reportsMail(
    {
      decided: [
        { ...report, state: 'upheld' },
        { ...report, id: 'rep_2', postId: 'p_2', state: 'withdrawn', category: null },
      ],
      received: [{ ...said, id: 'rep_3', complaint: true }],
    },
    aboutReports,
  ),
}
