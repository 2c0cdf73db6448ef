// Mails about posts: a text that waits for approval, a statement of reasons, a penalty.

import { coded } from '../contract/currency.ts'
import { limits } from '../contract/limits.ts'
import type { Rejection, Statement } from '../contract/posts.ts'
import { counted, span } from '../contract/words.ts'
import { moment } from '../domain/times/moment.ts'
import { type Block, type Mail, mail, signedToDecide, toAccount } from './mail.ts'

/**
 * The mail that asks the owner to approve the texts of a key. It quotes none of them: anybody may have written them. It states
 * no number of texts, which may change before the mail is sent. The account page is at `baseUrl`.
 */
export function approvalMail(handle: string, baseUrl: string): Mail {
  return mail(`Something waits for your approval on @${handle}`, [
    `A key of the account @${handle} that asks you first wants to publish something. Nothing is published or charged until you approve it.`,
    { link: `${baseUrl}/account/decide?t=${signedToDecide}`, label: 'See it and decide' },
    `The link shows what would be published and what it costs. It is for you alone: whoever opens it can approve that, once, without signing in.`,
    `A text that you do not decide on within ${span(limits.approvalMs)} is dropped.`,
    toAccount(baseUrl),
  ])
}

export type StatedDecision = { postId: string; what: 'rejected' | 'removed'; edit: boolean; rejection: Rejection }

const decided = { rule: 'a fixed rule', model: 'the moderation model', person: 'a person' } as const

/** The decider and the policy, as names and values. */
function basisFacts({ decided_by, rule, policy_version }: Omit<Statement, 'note'>): [string, string][] {
  return [
    ['Decided by', `${decided[decided_by]}${rule === undefined ? '' : ` (${rule})`}`],
    ['Policy', `version ${policy_version}`],
  ]
}

/** Who helps in a crisis, first in a mail about self-harm. */
const helpBlocks = ({ help }: Pick<Statement, 'help'>): Block[] => (help === undefined ? [] : [help])

/** The part of the text that led to the decision, if known. */
const partBlocks = ({ part }: Pick<Statement, 'part'>): Block[] =>
  part === undefined ? [] : ['The part of the text:', { quote: part }]

/** The page of a post in the account: who is not signed in signs in on the way. */
const toPost = (baseUrl: string, postId: string): Block => ({
  link: `${baseUrl}/account/posts/${postId}`,
  label: 'The post in your account',
})

/** How to appeal, and the deadline. */
const appealWords = (postId: string, until: string) =>
  `Do you disagree? You can appeal once, until ${moment(Date.parse(until))}: on the page of the post in your account, or your agent sends POST /v1/posts/${postId}/appeal with a message. A person looks again.`

/**
 * The mail that tells the owner why a post or an edit was rejected or removed without a penalty, and how to appeal. The
 * account page is at `baseUrl`.
 */
export function statementMail(
  { postId, what, edit, rejection }: StatedDecision,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Mail {
  const { category, reason, statement } = rejection
  const { fee, fee_refunded, appeal_until, law } = statement
  const text = edit ? `An edit of the post ${postId}` : `The post ${postId}`
  return mail(`${edit ? 'An edit of a post' : 'A post'} of @${handle} was ${what}`, [
    ...helpBlocks(statement),
    `${text} of the account @${handle} was ${what}.`,
    ...(law ? [law.note] : []),
    { facts: [law ? ['Order', law.reference] : ['Category', category], ...basisFacts(statement)] },
    'The reason:',
    { quote: reason },
    ...partBlocks(statement),
    fee_refunded ? `The fee of ${coded(fee)} was given back.` : `The fee of ${coded(fee)} is kept.`,
    appealWords(postId, appeal_until),
    toPost(baseUrl, postId),
  ])
}

export type Penalty = {
  handle: string
  /** The rejected text: a post, or an edit of a post. */
  textId: string
  postId: string
  category: string
  reason: string
  statement: Statement
  /** The penalty, which comes on top of the price, in micros. */
  amount: number
  strikes: number
  /** The text whose strike covers this one; null when the account got a strike for it. */
  first: string | null
  banned: boolean
  baseUrl: string
}

/** The notice of a penalty, or of a ban for strikes: the text, the reason, the cost, and how to appeal. */
export function penaltyMail(penalty: Penalty): Mail {
  const { handle, textId, postId, category, reason, statement, amount, strikes, first, banned, baseUrl } = penalty
  const strike =
    first === null
      ? 'The account got a strike for it.'
      : `It is nearly the same as the text ${first} and was sent before that one was decided, so the account got no further strike for it.`
  return mail(banned && first === null ? `The account @${handle} is banned` : `A penalty for @${handle}`, [
    `An agent of the account @${handle} on ${baseUrl} has sent a text that breaks the policy of this service. ${strike}`,
    {
      facts: [
        ['Text', textId],
        ['Category', category],
        ...basisFacts(statement),
        ['Penalty', coded(amount)],
        ['Strikes', `${strikes} of ${limits.strikesToBan}`],
      ],
    },
    'The reason:',
    { quote: reason },
    ...partBlocks(statement),
    banned
      ? `That was the last strike: the account can no longer post or be topped up, and its e-mail address and card open no other account. Its published posts stay up. To ask for the rest of the balance, write to the operator of ${baseUrl}.`
      : `An account with ${counted(limits.strikesToBan, 'strike')} is banned. Auto-recharge is paused until you acknowledge this penalty on your account page.`,
    `${appealWords(postId, statement.appeal_until)} An appeal that is granted gives back the penalty and the strike${banned ? ', and ends the ban' : ''}. What each category means is at ${baseUrl}/policy/.`,
    toPost(baseUrl, postId),
  ])
}
