// The data of the events of the account or of a key (contract.md §10).
import { type Static, type TSchema, Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { closed, Instant, Micros } from '../posts.ts'
import { prices } from '../prices.ts'
import { siteIds } from '../sites/site-ids.ts'
import { span } from '../words.ts'
import { micros } from './tool.ts'

export const BalanceLow = Type.Object(
  {
    account_id: idSchema('account'),
    balance: Micros('The balance after the charge.'),
    threshold: Micros('The balance below which the owner wants a warning.'),
  },
  { ...closed, title: 'BalanceLow', description: 'A charge has taken the balance below the threshold of the owner.' },
)
export type BalanceLow = Static<typeof BalanceLow>

export const BudgetThreshold = Type.Object(
  {
    key_id: idSchema('key'),
    name: Type.String({ description: 'The name that the owner gave the key.' }),
    percent: Type.Integer({ minimum: 1, maximum: 100, description: `${limits.budgetMarks.join(' or ')}.` }),
    period: Type.Enum(['day', 'month'], { description: 'Of which budget: that of a UTC day or of a UTC month.' }),
    budget: Micros('What the key may spend in the period.'),
    spent: Micros('What it has spent.'),
    left: Micros('What is left.'),
    resets_at: Instant('When the next period begins.'),
    daily_budget: Type.Optional(Micros('As `budget`, where the period is a day.')),
    spent_today: Type.Optional(Micros('As `spent`, where the period is a day.')),
    left_today: Type.Optional(Micros('As `left`, where the period is a day.')),
  },
  { ...closed, title: 'BudgetThreshold', description: 'A key has passed a mark of its budget of a day or a month.' },
)
export type BudgetThreshold = Static<typeof BudgetThreshold>

export const WebhookDisabled = Type.Object(
  {
    webhook_id: idSchema('webhook'),
    url: Type.String(),
    reason: Type.Enum(['gone', 'failing'], {
      description: `gone: it answered 410; failing: ${span(limits.webhookFailingMs)} of nothing but failures.`,
    }),
  },
  { ...closed, title: 'WebhookDisabled', description: 'A webhook endpoint of the account was turned off.' },
)
export type WebhookDisabled = Static<typeof WebhookDisabled>

export const AccountReady = Type.Object(
  {
    account_id: idSchema('account'),
    balance: Micros('The balance of the account.'),
  },
  { ...closed, title: 'AccountReady', description: 'The account can post.' },
)
export type AccountReady = Static<typeof AccountReady>

export const AccountToppedUp = Type.Object(
  {
    account_id: idSchema('account'),
    amount: Micros('What was added.'),
    balance: Micros('The balance with it.'),
    kind: Type.Enum(['topup', 'recharge'], { description: 'topup: by the owner; recharge: by auto-recharge.' }),
  },
  { ...closed, title: 'AccountToppedUp', description: 'Money was added to the account.' },
)
export type AccountToppedUp = Static<typeof AccountToppedUp>

export const RelayNews = Type.Object(
  {
    id: idSchema('relayMessage'),
    post_id: idSchema('post'),
    received_at: Instant('When the message was sent.'),
  },
  { ...closed, title: 'RelayNews', description: 'A reader has written about a post.' },
)
export type RelayNews = Static<typeof RelayNews>

export const SearchFind = Type.Object(
  {
    search_id: idSchema('standingSearch'),
    site: Type.Enum([...siteIds], { description: 'The site of the search and of the post.' }),
    post_id: idSchema('post'),
    url: Type.String({ description: 'The page of the post; getPost answers it as data.' }),
    published_at: Instant('When the post was published.'),
  },
  {
    ...closed,
    title: 'SearchFind',
    description: 'A search that stands has found a post of another account. The text of the post is not in it.',
  },
)
export type SearchFind = Static<typeof SearchFind>

const exampleSearchFind: SearchFind = {
  search_id: 'ss_4Tq7mXcV9bTn2RwLs8Kd',
  site: 'events',
  post_id: 'p_7Jq2mXcV9bTn4RwLs8Kd',
  url: 'https://events.example.org/p/p_7Jq2mXcV9bTn4RwLs8Kd',
  published_at: '2026-11-21T12:00:00Z',
}

const exampleRelayNews: RelayNews = {
  id: 'rm_8Kd2mXcV9bTn4RwLs7Jq',
  post_id: 'p_7Jq2mXcV9bTn4RwLs8Kd',
  received_at: '2026-11-21T12:00:00Z',
}

const exampleReady: AccountReady = { account_id: 'acct_3Fh8sKwPq1ZxVn6TbY4M', balance: 10_000_000 }

const exampleToppedUp: AccountToppedUp = { ...exampleReady, amount: 10_000_000, kind: 'topup' }

const exampleBalanceLow: BalanceLow = {
  account_id: 'acct_3Fh8sKwPq1ZxVn6TbY4M',
  balance: prices.lowBalanceMicros - prices.searchMicros,
  threshold: prices.lowBalanceMicros,
}

const exampleBudgetThreshold: BudgetThreshold = {
  key_id: 'key_6Nw2xQvT9rLm4ZbKc8Yd',
  name: 'news agent',
  percent: 80,
  period: 'day',
  budget: 5_000_000,
  spent: 4_000_000,
  left: 1_000_000,
  daily_budget: 5_000_000,
  spent_today: 4_000_000,
  left_today: 1_000_000,
  resets_at: '2026-11-22T00:00:00Z',
}

const exampleWebhookDisabled: WebhookDisabled = {
  webhook_id: 'wh_5Rk8mZxQ2vLc7TbW4nYd',
  url: 'https://hooks.example.org/handbill',
  reason: 'gone',
}

type AccountEvent<Data extends TSchema> = {
  data: Data
  meaning: string
  example: Static<Data>
  /** The data in a sentence for a model. */
  line(data: Static<Data>): string
}

const event = <Data extends TSchema>(row: AccountEvent<Data>) => row

/** The kinds of event of an account or a key: what each carries, what it means, and an example. */
export const accountEvents = {
  'account.ready': event({
    data: AccountReady,
    meaning:
      'The account has a verified address, is in good standing, and its balance covers a post of the cheapest site. Sent each time that this comes true: by a verification, money, or the end of a suspension.',
    example: exampleReady,
    line: ({ balance }) => `the account can post; its balance is ${micros(balance)}.`,
  }),
  'account.topped_up': event({
    data: AccountToppedUp,
    meaning: 'Money was added to the account, by the owner or by auto-recharge.',
    example: exampleToppedUp,
    line: ({ amount, balance, kind }) =>
      `${micros(amount)} were added ${kind === 'topup' ? 'by the owner' : 'by auto-recharge'}; the balance is ${micros(balance)}.`,
  }),
  'relay.message': event({
    data: RelayNews,
    meaning:
      'A reader has sent a message about a post of yours, which was mailed to the owner too; listRelayMessages has its text.',
    example: exampleRelayNews,
    line: ({ id, post_id }) => `the message ${id} came about ${post_id}; list_relay_messages has it.`,
  }),
  'search.match': event({
    data: SearchFind,
    meaning: `A search of yours that stands has found a post of another account, when it was published or when an edit made it match; once for each post. Past ${limits.standingMatchesToldPerDay} a UTC day only the feed of the search has further ones.`,
    example: exampleSearchFind,
    line: ({ search_id, post_id, site }) => `the search ${search_id} has found ${post_id} (${site}); get_post has it.`,
  }),
  'account.balance_low': event({
    data: BalanceLow,
    meaning:
      'A charge has taken the balance below the threshold of the owner. Sent once, until the balance has been above the threshold again; the owner is mailed too.',
    example: exampleBalanceLow,
    line: ({ balance, threshold }) =>
      `the balance is ${micros(balance)}, below the ${micros(threshold)} at which the owner wants to know; the owner was mailed.`,
  }),
  'budget.threshold': event({
    data: BudgetThreshold,
    meaning: `A key has spent ${limits.budgetMarks.join(' or ')} % of its budget of a day or a month; the owner is mailed too. In the stream only that key gets it.`,
    example: exampleBudgetThreshold,
    line: ({ percent, period, budget, left, resets_at }) =>
      `${percent} % of the ${micros(budget)} that this key may spend ${period === 'day' ? 'today' : 'this month'} are spent; ${micros(left)} are left until ${resets_at}.`,
  }),
  'webhook.disabled': event({
    data: WebhookDisabled,
    meaning:
      'Another endpoint of the account was turned off because it answered 410 or only failed; it gets no more deliveries. Turning an endpoint off with PATCH causes no event.',
    example: exampleWebhookDisabled,
    line: ({ webhook_id, reason }) => `the endpoint ${webhook_id} is off (${reason}).`,
  }),
} as const
