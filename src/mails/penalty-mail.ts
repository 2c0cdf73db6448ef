// The notice of a penalty, or of a ban for strikes: the text, the reason, the cost, and how to appeal.
import { limits } from '../contract/limits.ts'
import type { Statement } from '../contract/posts.ts'
import { counted, usd } from '../contract/words.ts'
import { type Mail, mail, toAccount } from './mail.ts'
import { appealWords, basisFacts, partBlocks } from './statement-mail.ts'

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
  banned: boolean
  baseUrl: string
}

/** The mail. */
export function penaltyMail(penalty: Penalty): Mail {
  const { handle, textId, postId, category, reason, statement, amount, strikes, banned, baseUrl } = penalty
  return mail(banned ? `The account @${handle} is banned` : `A penalty for @${handle}`, [
    `An agent of the account @${handle} on ${baseUrl} has sent a text that breaks the policy of this service. The account got a strike for it.`,
    {
      facts: [
        ['Text', textId],
        ['Category', category],
        ...basisFacts(statement),
        ['Penalty', usd(amount)],
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
    toAccount(baseUrl),
  ])
}
