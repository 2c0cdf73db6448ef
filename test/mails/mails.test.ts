// Mails: the same words as text and as HTML, 72 columns, links in full, and no foreign text that looks like ours.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { siteRow } from '../../src/contract/sites.ts'
import {
  accountChangeMail,
  cardBanMail,
  deletionAskedMail,
  deletionDoneMail,
  deletionTakenBackMail,
  keyMail,
  reviewersSignInMail,
  signInMail,
  suspensionMail,
  verificationMail,
} from '../../src/mails/accounts.ts'
import { relayMail, webhookDisabledMail } from '../../src/mails/delivery.ts'
import { joinMail, knownAddressMail, noAccountMail } from '../../src/mails/joining.ts'
import type { Mail } from '../../src/mails/mail.ts'
import { balanceLowMail, budgetMail, disputeMail, receiptMail, rechargeFailedMail } from '../../src/mails/money.ts'
import { approvalMail, penaltyMail, statementMail } from '../../src/mails/posts.ts'
import { appealMail, reportsMail } from '../../src/mails/review.ts'
import { startOfTests } from '../harness.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser } from '../kit/browser.ts'

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
    noun: 'event',
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
  ...{ replyEmail: 'buyer@example.org', replyVerified: false, refuseUrl: link, answerUrl: link },
}
const low = { account_id: 'acct_1', balance: 1_500_000, threshold: 2_000_000 }
const endpoint = { id: 'wh_1', url: 'https://example.org/hook?<b>' }
const failed = { handle, amount: 10_000_000, why: 'The card was declined.', baseUrl }

const mails: Record<string, Mail> = {
  verification: verificationMail({ id: 'events', baseUrl }, handle, link, now),
  topup: receiptMail({ ...receipt, kind: 'topup' }),
  recharge: receiptMail({ ...receipt, kind: 'recharge', pretended: true }),
  rechargeFailed: rechargeFailedMail(failed, 'again'),
  rechargeOff: rechargeFailedMail(failed, 'off'),
  balanceLow: balanceLowMail(low, { handle, recharge: null, baseUrl }),
  balanceLowRecharged: balanceLowMail(low, { handle, recharge: 10_000_000, baseUrl }),
  budget: budgetMail(budget, handle, baseUrl),
  monthBudget: budgetMail({ ...budget, period: 'month' }, handle, baseUrl),
  penalty: penaltyMail(penalty),
  campaign: penaltyMail({ ...penalty, first: 'p_2' }),
  ban: penaltyMail({ ...penalty, strikes: 3, banned: true }),
  statement: statementMail({ postId: 'p_1', what: 'rejected', edit: false, rejection }, { handle, baseUrl }),
  appealGranted: appealMail(answered, { handle, baseUrl }),
  appealRefused: appealMail({ ...answered, granted: false, status: 'removed' }, { handle, baseUrl }),
  reportReceived: reportsMail({ decided: [], received: [{ ...report, state: 'open' }] }, aboutReports),
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
      received: [{ ...report, id: 'rep_3', state: 'open', complaint: true }],
    },
    aboutReports,
  ),
  cardBan: cardBanMail(handle, baseUrl),
  suspension: suspensionMail(handle, hostile, baseUrl),
  dispute: disputeMail({ handle, amount: 10_000_000, baseUrl }),
  webhookFailing: webhookDisabledMail({ ...endpoint, reason: 'failing', since: now - 86_400_000 }, baseUrl, now),
  webhookGone: webhookDisabledMail({ ...endpoint, reason: 'gone', since: now }, baseUrl, now),
  approved: accountChangeMail({ change: 'approved', textId: 'p_1', price: 1_000_000 }, handle, baseUrl),
  keyCreated: keyMail('created', key, handle, baseUrl),
  keyRevoked: keyMail('revoked', key, handle, baseUrl),
  approval: approvalMail(handle, baseUrl),
  join: joinMail({ id: 'events', baseUrl }, `${baseUrl}/join/open?t=${'aB3'.repeat(100)}`),
  joinKnown: knownAddressMail(baseUrl, link),
  joinRefused: noAccountMail(baseUrl),
  signIn: signInMail(baseUrl, `${baseUrl}/account/sign-in/open?t=${'aB3'.repeat(10)}`),
  reviewersSignIn: reviewersSignInMail(baseUrl, `${baseUrl}/review/sign-in/open?t=${'aB3'.repeat(10)}`),
  rechargeOn: accountChangeMail({ change: 'recharge-on', threshold: 2_000_000, amount: 10_000_000 }, handle, baseUrl),
  rechargeEnded: accountChangeMail({ change: 'recharge-off' }, handle, baseUrl),
  penaltySeen: accountChangeMail({ change: 'penalty-acknowledged', recharge: true }, handle, baseUrl),
  warning: accountChangeMail({ change: 'warning', threshold: 0 }, handle, baseUrl),
  signedOut: accountChangeMail({ change: 'signed-out', sessions: 2 }, handle, baseUrl),
  relay: relayMail(relayed),
  deletionAsked: deletionAskedMail(handle, baseUrl, now, link),
  deletionTakenBack: deletionTakenBackMail(handle, baseUrl),
  deletionDone: deletionDoneMail(handle, baseUrl, 1_000_000),
}

describe('every mail', () => {
  for (const [name, { subject, body, html }] of Object.entries(mails))
    it(`the mail ${name} has 72 columns, one subject line, and every link in full in text and HTML`, () => {
      assert.doesNotMatch(subject, /[\p{C}]|script|Bcc/u)
      for (const line of body.split('\n'))
        assert.ok(
          [...line].length <= 72 || !/ /.test(line.trim()) || /^ {4}/.test(line),
          `the line is too long: ${line}`,
        )
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
      for (const href of links) {
        assert.ok(body.split('\n').includes(href), `the text lacks ${href}`)
        assert.ok(html.includes(`>${href}</a>`), `the HTML does not show ${href}`)
        assert.match(href, /^http:\/\/events\.test\//)
      }
      assert.doesNotMatch(html, /<(img|script|iframe|link|form|object)|url\(|@import|javascript:/i)
      assert.doesNotMatch(`${body}${html}`, /undefined|\[object|NaN/)
    })

  it('a mail marks every line of foreign text, and shows it in neither part as markup or as our words', () => {
    for (const { body, html } of [
      mails.relay!,
      mails.penalty!,
      mails.statement!,
      mails.appealGranted!,
      mails.suspension!,
    ]) {
      const typed = body.split('\n').filter(line => /script|Bcc|From us/.test(line))
      assert.equal(typed.length, 3)
      for (const line of typed) assert.match(line, /^> /)
      assert.match(html, /<blockquote>.*&lt;script&gt;.*<\/blockquote>/s)
    }
    for (const { body } of [mails.keyCreated!, mails.budget!])
      assert.doesNotMatch(body, /^(Bcc|From us)|[\u202e\u2028\r]/m)
  })

  it('a mail says the same in text and HTML', () => {
    const words = (text: string) => text.replace(/[\s>]+/g, ' ').trim()
    const plain = (html: string) =>
      html
        .replace(/<style>.*<\/style>|<head>.*<\/head>/gs, '')
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    for (const [name, { body, html }] of Object.entries(mails)) {
      const shown = words(plain(html))
      for (const paragraph of body.split('\n\n').filter(text => !/^ {2}|:$/.test(text)))
        assert.ok(shown.includes(words(paragraph)), `the HTML of ${name} lacks: ${paragraph}`)
    }
  })

  it('a mail about a low balance says whether the card is charged, and one about a ban how to appeal', () => {
    assert.match(mails.balanceLowRecharged!.body, /your saved card is about to be\s+charged 10\.00 USD/)
    assert.doesNotMatch(mails.balanceLow!.body, /card/)
    for (const each of [mails.ban!, mails.penalty!, mails.cardBan!]) assert.match(each.body, /You can appeal/)
    assert.match(mails.recharge!.body, /no real money has moved/)
    assert.doesNotMatch(mails.topup!.body, /no real money/)
  })
})

describe('every mail in a browser', { skip: noBrowser }, () => {
  let browser: Browser
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser.close())

  it('a mail in a browser has no axe-core violation, light and dark, loads nothing, and fits 360 pixels', {
    timeout: 120_000,
  }, async () => {
    const page = await browser.newPage()
    const complaints = complaintsOf(page, 'nowhere')
    for (const [name, { html }] of Object.entries(mails)) {
      await page.setContent(html)
      await assertAccessible(page, name)
    }
    assert.deepEqual(complaints, [])
  })
})
