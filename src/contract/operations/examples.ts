// Example values that several operations share: one post, one account, as a site would write them.
import { askToApprove, tellOfReview } from '../for-owner.ts'
import { limits } from '../limits.ts'
import { type Approval, contentTrust, license, type PostStatus, type Statement } from '../posts.ts'
import { prices } from '../prices.ts'
import { sentences } from '../sentences.ts'
import { type PricedSite, penaltyBeyondFee } from '../sites/priced-site.ts'
import { dayMs } from '../spans.ts'
import { exampleKeyLimits } from './key-limits.ts'

export const examplePostId = 'p_7Jq2mXcV9bTn4RwLs8Kd'
export const exampleHandle = 'ada_lovelace'
export const exampleAccountId = 'acct_3Fh8sKwPq1ZxVn6TbY4M'

const submittedAt = '2026-11-21T12:00:00Z'
const publishedAt = '2026-11-21T12:00:09Z'

export const exampleAccountUrl = (baseUrl: string) => `${baseUrl}/account?t=Yv3kQ2x8`

/** A public post of a site. */
export function examplePost(site: PricedSite, baseUrl: string): Record<string, unknown> {
  const url = `${baseUrl}/p/${examplePostId}`
  return {
    id: examplePostId,
    site: site.id,
    url,
    content_trust: contentTrust,
    license,
    author: { handle: exampleHandle },
    published_at: publishedAt,
    expires_at: exampleExpiry(site),
    policy_version: '2026.11.20-1',
    attribution: `@${exampleHandle} via ${new URL(baseUrl).host} (${url}), CC BY 4.0`,
    risk_flags: [],
    ...site.example,
  }
}

function exampleExpiry(site: PricedSite): string | null {
  if (site.expiry === 'never') return null
  const { example, expiry, timed } = site
  const at =
    expiry === 'last-end'
      ? Date.parse(String(timed && example[timed.end]))
      : Date.parse(publishedAt) + expiry.days * dayMs
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

export const exampleModeration = {
  state: 'running',
  estimated_decision_at: '2026-11-21T12:01:00Z',
  retry_after_seconds: 2,
  note: sentences.moderation.running(limits.decisionMs.running),
}

export const exampleReview = {
  likely: false,
  usual_seconds: 7_200,
  note: `${sentences.review.unlikely} ${sentences.review.time(7_200_000, 3, 3_600_000)}`,
}

const exampleOutlook = { moderation: exampleModeration, flags: [], flag_meanings: {}, review: exampleReview }

/** The owning key's view of a published post whose edit waits for a decision. */
export function exampleEditedPost(site: PricedSite, baseUrl: string): Record<string, unknown> {
  return {
    ...exampleOwnPost(site, baseUrl, 'published'),
    edit: {
      id: 'edit_8Wd2kRzT5nQyVb3LcX7J',
      status: 'queued',
      price: Math.floor(site.price.perItemMicros * prices.editFraction),
      submitted_at: '2026-11-22T09:00:00Z',
      ...exampleOutlook,
      moderation: { ...exampleModeration, estimated_decision_at: '2026-11-22T09:01:00Z' },
    },
  }
}

const exampleApproval: Approval = {
  state: 'awaiting',
  since: submittedAt,
  expires_at: '2026-11-28T12:00:00Z',
  note: sentences.approval.awaiting,
}

export const exampleApproved: Approval = {
  state: 'approved',
  since: '2026-11-21T14:30:00Z',
  note: sentences.approval.approved,
}

function exampleAwaiting({ noun, price: { perItemMicros: price } }: PricedSite, baseUrl: string) {
  const url = exampleAccountUrl(baseUrl)
  return {
    approval: exampleApproval,
    flags: [],
    flag_meanings: {},
    account_url: url,
    for_human: true,
    message_for_owner: askToApprove({ noun, edit: false, price }, url),
    note: sentences.approval.awaiting,
  }
}

const exampleStatement = (by: Statement['decided_by'], fee: number): Statement => ({
  decided_by: by,
  policy_version: '2026.11.20-1',
  fee,
  fee_refunded: false,
  appeal_until: '2026-12-21T12:01:00Z',
  note: sentences.statement(by, examplePostId, '2026-12-21T12:01:00Z'),
})

/** The owning key's view of a post in a state. */
export function exampleOwnPost(site: PricedSite, baseUrl: string, status: PostStatus): Record<string, unknown> {
  const price = site.price.perItemMicros
  const penalty = penaltyBeyondFee(site, price)
  const rejections = {
    rejected: {
      ...{ category: 'spam', reason: 'The text advertises something else.', penalized: true, amount: penalty },
      statement: exampleStatement('model', price),
    },
    removed: {
      ...{ category: 'scam', reason: 'Readers were asked for a deposit.', penalized: true, amount: penalty },
      statement: exampleStatement('person', price),
    },
  }
  return {
    id: examplePostId,
    site: site.id,
    status,
    price,
    submitted_at: submittedAt,
    ...(status === 'awaiting_owner' && exampleAwaiting(site, baseUrl)),
    ...(status === 'queued' && exampleOutlook),
    ...(status === 'published' && { post: examplePost(site, baseUrl) }),
    ...((status === 'rejected' || status === 'removed') && { rejection: rejections[status] }),
    ...(status === 'review' && { message_for_owner: tellOfReview(site.noun, '2 hours'), note: sentences.inReview }),
  }
}

/** The answer to a post that a fixed rule finds to be abuse. */
export function exampleAbuse(site: PricedSite, baseUrl: string): Record<string, unknown> {
  const price = site.price.perItemMicros
  const penalty = penaltyBeyondFee(site, price)
  const reason = 'The text carries instructions to software that reads it.'
  const balance = Math.max(0, 20_000_000 - price - penalty)
  return {
    code: 'abuse',
    detail: sentences.abuse({ reason, price, penalty, strikes: 1, balance }),
    retryable: false,
    strikes: 1,
    penalty,
    balance,
    ...exampleOwnPost(site, baseUrl, 'rejected'),
    rejection: {
      ...{ category: 'prompt-injection', reason, penalized: true, amount: penalty },
      statement: exampleStatement('rule', price),
    },
  }
}

/** An account with money and a card. */
export function exampleAccount(baseUrl: string) {
  return {
    account_id: exampleAccountId,
    handle: exampleHandle,
    status: 'active',
    ready_to_post: true,
    balance: 9_000_000,
    strikes: 0,
    card_on_file: true,
    email_verified: true,
    auto_recharge: {
      enabled: false,
      threshold: prices.autoRecharge.thresholdMicros,
      amount: prices.autoRecharge.amountMicros,
      per_day: prices.autoRecharge.perDay,
      per_month: prices.autoRecharge.perMonth,
      paused: false,
    },
    key: exampleKeyLimits,
    account_url: exampleAccountUrl(baseUrl),
  }
}
