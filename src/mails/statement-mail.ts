// The mail that tells the owner why a post or an edit was rejected or removed without a penalty, and how to appeal.
import type { Rejection, Statement } from '../contract/posts.ts'
import { usd } from '../contract/words.ts'
import { type Block, type Mail, mail, toAccount } from './mail.ts'

export type StatedDecision = { postId: string; what: 'rejected' | 'removed'; edit: boolean; rejection: Rejection }

const decided = { rule: 'a fixed rule', model: 'the moderation model', person: 'a person' } as const

/** The decider and the policy, as names and values. */
export function basisFacts({ decided_by, rule, policy_version }: Omit<Statement, 'note'>): [string, string][] {
  return [
    ['Decided by', `${decided[decided_by]}${rule === undefined ? '' : ` (${rule})`}`],
    ['Policy', `version ${policy_version}`],
  ]
}

/** The part of the text that led to the decision, if known. */
export const partBlocks = ({ part }: Pick<Statement, 'part'>): Block[] =>
  part === undefined ? [] : ['The part of the text:', { quote: part }]

/** How to appeal, and the deadline. */
export const appealWords = (postId: string, until: string) =>
  `Is this wrong? You can appeal until ${until}, once: on your account page, under the post, or your agent sends POST /v1/posts/${postId}/appeal with a message. A person looks again.`

/** The mail. The account page is at `baseUrl`. */
export function statementMail(
  { postId, what, edit, rejection }: StatedDecision,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Mail {
  const { category, reason, statement } = rejection
  const { fee, fee_refunded, appeal_until } = statement
  const text = edit ? `An edit of the post ${postId}` : `The post ${postId}`
  return mail(`${edit ? 'An edit of a post' : 'A post'} of @${handle} was ${what}`, [
    `${text} of the account @${handle} was ${what}.`,
    { facts: [['Category', category], ...basisFacts(statement)] },
    'The reason:',
    { quote: reason },
    ...partBlocks(statement),
    fee_refunded ? `The fee of ${usd(fee)} was given back.` : `The fee of ${usd(fee)} is kept.`,
    appealWords(postId, appeal_until),
    toAccount(baseUrl),
  ])
}
