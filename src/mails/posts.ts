// Mails about posts: a text that waits for approval, a statement of reasons, a penalty.
import { limits } from '../contract/limits.ts'
import { helpPage, lineIn } from '../contract/moderation/help-lines.ts'
import type { Rejection, Statement } from '../contract/posts.ts'
import type { Tongue } from '../domain/languages/tongue.ts'
import { type Block, categoryWords, type Letter, letter, signedToDecide, toAccount } from './mail.ts'

/**
 * The mail that asks the owner to approve the texts of a key. It quotes none of them: anybody may have written them. It states
 * no number of texts, which may change before the mail is sent. The account page is at `baseUrl`.
 */
export function approvalMail(handle: string, baseUrl: string): Letter {
  return letter(tongue => {
    const { say, span } = tongue
    return {
      subject: say('mail.approval.subject', { handle }),
      blocks: [
        say('mail.approval.told', { handle }),
        { link: `${baseUrl}/account/decide?t=${signedToDecide}`, label: say('mail.approval.button') },
        say('mail.approval.alone'),
        say('mail.approval.dropped', { span: span(limits.approvalMs) }),
        toAccount(tongue, baseUrl),
      ],
    }
  })
}

export type StatedDecision = {
  postId: string
  what: 'rejected' | 'removed'
  edit: boolean
  rejection: Rejection
  /** The country whose line helps in a crisis (ISO 3166-1), or null for none; where the statement names help. */
  helps?: { country: string | null } | undefined
}

/** The decider and the policy, as names and values. */
function basisFacts({ decided_by, rule, policy_version }: Statement, { say }: Tongue): [string, string][] {
  const by =
    decided_by === 'rule' && rule !== undefined
      ? say('mail.decided.rule-named', { rule })
      : say(`mail.decided.${decided_by}`)
  return [
    [say('mail.decided.by'), by],
    [say('mail.decided.policy'), say('mail.decided.version', { version: policy_version })],
  ]
}

/** Who helps in a crisis, first in a mail about self-harm. */
function helpBlocks(helps: StatedDecision['helps'], { say, country: nameOf }: Tongue): Block[] {
  if (!helps) return []
  const line = helps.country === null ? undefined : lineIn(helps.country)
  const here = line === undefined ? [] : [say('mail.help.line', { country: nameOf(helps.country ?? ''), line })]
  return [[say('mail.help.now'), ...here, say('mail.help.all', { url: helpPage })].join(' ')]
}

/** The order of law by which a post was removed without fault. */
function lawBlocks(law: Statement['law'], { say, country }: Tongue): Block[] {
  if (!law) return []
  const places = law.countries.length === 0 ? say('mail.decided.everywhere') : law.countries.map(country).join(', ')
  return [say('mail.decided.law', { reference: law.reference, places })]
}

/** The part of the text that led to the decision, if known. */
const partBlocks = ({ part }: Pick<Statement, 'part'>, { say }: Tongue): Block[] =>
  part === undefined ? [] : [say('mail.decided.part'), { quote: part }]

/** The page of a post in the account: who is not signed in signs in on the way. */
const toPost = ({ say }: Tongue, baseUrl: string, postId: string): Block => ({
  link: `${baseUrl}/account/posts/${postId}`,
  label: say('mail.to-post'),
})

/** How to appeal, and the deadline. */
const appealWords = ({ say, moment }: Tongue, postId: string, until: string) =>
  say('mail.decided.appeal', { until: moment(Date.parse(until)), request: `POST /v1/posts/${postId}/appeal` })

/**
 * The mail that tells the owner why a post or an edit was rejected or removed without a penalty, and how to appeal. The
 * account page is at `baseUrl`.
 */
export function statementMail(
  { postId, what, edit, rejection, helps }: StatedDecision,
  { handle, baseUrl }: { handle: string; baseUrl: string },
): Letter {
  const { category, reason, statement } = rejection
  const { fee, fee_refunded, appeal_until, law } = statement
  return letter(tongue => {
    const { say } = tongue
    const about = { edit: edit ? 'yes' : 'no', what, handle }
    return {
      subject: say('mail.decided.subject', about),
      blocks: [
        ...helpBlocks(helps, tongue),
        say('mail.decided.told', { ...about, id: postId }),
        ...lawBlocks(law, tongue),
        {
          facts: [
            law
              ? [say('mail.decided.order'), law.reference]
              : [say('mail.decided.category'), categoryWords(tongue, category)],
            ...basisFacts(statement, tongue),
          ],
        },
        say('mail.reason'),
        { quote: reason },
        ...partBlocks(statement, tongue),
        say(fee_refunded ? 'mail.decided.fee-back' : 'mail.decided.fee-kept', { fee: tongue.money(fee) }),
        appealWords(tongue, postId, appeal_until),
        toPost(tongue, baseUrl, postId),
      ],
    }
  })
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
export function penaltyMail(penalty: Penalty): Letter {
  const { handle, textId, postId, category, reason, statement, amount, strikes, first, banned, baseUrl } = penalty
  const { strikesToBan: most } = limits
  return letter(tongue => {
    const { say } = tongue
    const about = { handle, url: baseUrl }
    return {
      subject: say(banned && first === null ? 'mail.banned.subject' : 'mail.penalty.subject', about),
      blocks: [
        first === null ? say('mail.penalty.told', about) : say('mail.penalty.told-again', { ...about, first }),
        {
          facts: [
            [say('mail.penalty.text'), textId],
            [say('mail.decided.category'), categoryWords(tongue, category)],
            ...basisFacts(statement, tongue),
            [say('mail.penalty.amount'), tongue.money(amount)],
            [say('mail.penalty.strikes'), say('mail.penalty.strikes-of', { strikes, most })],
          ],
        },
        say('mail.reason'),
        { quote: reason },
        ...partBlocks(statement, tongue),
        banned ? say('mail.penalty.banned', about) : say('mail.penalty.warning', { most }),
        `${appealWords(tongue, postId, statement.appeal_until)} ${say(banned ? 'mail.penalty.granted-banned' : 'mail.penalty.granted', about)}`,
        toPost(tongue, baseUrl, postId),
      ],
    }
  })
}
