// Sentences of answers, each in one place: the answers carry them and the examples of the documents show them.

import { coded } from './currency.ts'
import { limits } from './limits.ts'
import { prices } from './prices.ts'
import { abuseCosts, isFree, type PricedSite } from './sites/priced-site.ts'
import { about, share, span } from './words.ts'

/** The cost of a correction after `made` others of the post, and of the next one. Money in micros. */
function costOfCorrection(price: number, made: number): string {
  const free = limits.freeCorrectionsPerPost
  const why = made < free ? ', which is what the higher price adds' : ''
  const cost = price === 0 ? 'It is free' : `It costs ${coded(price)}${why}`
  const left = free - made - 1
  return left > 0
    ? `${cost}; ${left} more of ${free} such edits of the post are free.`
    : `${cost}; the next such edit of the post costs ${share(prices.editFraction)} the price.`
}

const states: Partial<Record<string, string>> = { awaiting_owner: 'waits for its owner', review: 'is in review' }

/** "is queued", "is in review": the status of a text, after its noun. */
export function stateOf(status: string): string {
  return states[status] ?? `is ${status}`
}

export const sentences = {
  /** The sender of a message without an account. */
  aReader: 'a reader without an account',
  /** GET /v1, about its example of a post. */
  firstPost:
    'Send it with ?dry_run=true first, until ready_to_post is true, then without, and with an Idempotency-Key. GET /v1/places finds cities; a faulty dry run proposes what is right.',
  /** POST /v1/accounts. */
  next: (site: PricedSite) =>
    `Forward blocking.message_for_owner to the owner, who verifies the e-mail address ${isFree(site) ? '' : 'and tops up '}at account_url. Then post: GET /v1/account says when it is ready_to_post.`,
  nextInTest: 'Post at once. Nothing of this account is public, and nothing costs money.',
  warning: (site: PricedSite) =>
    `The API key is shown once. An abusive post ${abuseCosts(site)}; ${limits.strikesToBan} strikes end the account.`,
  /** A text that a fixed rule finds to be abuse. `penalty` is what was taken beyond the price; money in micros. */
  abuse: (of: { reason: string; price: number; penalty: number; strikes: number; balance: number }) =>
    `${of.reason} That is abuse: the price of ${coded(of.price)}, as far as the balance went, and a penalty of ${coded(of.penalty)} were charged, the balance is ${coded(of.balance)}, and the account has ${of.strikes} of ${limits.strikesToBan} strikes. Do not send it again.`,
  /** DELETE /v1/account. */
  deletionAsked: 'Nothing has been deleted. The owner confirms the deletion on the account page.',
  /** A dry run, of a post or an edit that is judged, of a change of the status, and of a correction with its price in micros. */
  dryRun: 'Nothing was stored or charged. Moderation has not judged the text; it decides on the real post.',
  dryRunAsksFirst: 'The real post or edit waits until the owner of the key approves it, and costs nothing before that.',
  dryRunOfStatus: 'Nothing was changed. The real edit takes effect at once: no word changes, so nobody has to decide.',
  dryRunOfCorrection: (price: number, made: number) =>
    `Nothing was changed. The real edit takes effect at once: no word changes, so nobody has to decide. ${costOfCorrection(price, made)}`,
  /** An edit that is judged for its links alone, as a dry run and for real. */
  dryRunOfLink: (price: number, made: number) =>
    `Nothing was changed. The real edit is judged like a text, because readers would be led elsewhere; until then the old link stays public. ${costOfCorrection(price, made)}`,
  linkJudged: (price: number, made: number) =>
    `The new link is judged like a text; until then the old one stays public. ${costOfCorrection(price, made)}`,
  /** An edit after which the post is as before. */
  nothingChanged: 'Nothing was changed or charged: the post is as this edit wants it already.',
  /** An edit that was applied at once. */
  corrected: (price: number, made: number) => `Applied at once, without moderation. ${costOfCorrection(price, made)}`,
  /** Problems that are raised in more than one place. */
  internal: 'The request failed on our side. Quote the request id when you report it.',
  notJson: 'The content-type has to be application/json.',
  otherLength: 'The Content-Length does not match the body.',
  /** A request without a key, over REST and MCP. */
  needsKey:
    'This operation needs an API key: send Authorization: Bearer <API key>. POST /v1/accounts (createAccount, tool create_account) signs up and answers with a key; an owner who has an account makes one on the account page.',
  /** Money in micros. */
  tooLittle: (price: number, balance: number) => `The price is ${coded(price)} and the balance is ${coded(balance)}.`,
  accountGone: 'The account does not exist any more.',
  memberGone: 'This address is no longer in the account, or the session has ended.',
  noHandle: (handle: string) => `There is no account with the handle "${handle}".`,
  otherLink: 'This link is for another purpose.',
  /** The message of a test delivery. */
  testDelivery: 'This is a test delivery. If its signature is right, the endpoint works.',
  findPlaces: 'GET /v1/places?q=NAME (tool find_place) looks places up',
  reported: 'Thank you. A person reads the report.',
  reportCounted: `Thank you. A person has read the same about this text before and left it public, so this report was only counted. A person reads new details, and the report again once ${limits.reportersToReadAgain} readers have sent it.`,
  handleReported: 'Thank you. A person looks at the handle.',
  handleCounted: `Thank you. A person has kept this handle before, so this report was only counted. A person reads new details, and the reports again once ${limits.reportersToReadAgain} have come.`,
  /** How long reports take; milliseconds, null while nothing is known. */
  reportTime: (usualMs: number | null) =>
    usualMs === null
      ? 'We do not know yet how long a decision takes: too few reports were decided lately.'
      : `Half of the reports that were decided in the last ${span(limits.reportsMeasuredMs)} took less than ${about(usualMs)}.`,
  /** What a reporter can do about a dismissed report, until a time in words. */
  mayComplain: (until: string) =>
    `Is this wrong? Until ${until} you can complain, once, on the page of the report. Another person decides, where there is another.`,
  /** The body that settles disputes out of court. */
  disputes: ({ name, url }: { name: string; url: string }) =>
    `You can also turn to a body that settles disputes out of court: ${name}, ${url}`,
  /** A statement of reasons: who decided, about which post, until when it can be appealed. */
  statement: (by: 'rule' | 'model' | 'person', postId: string, until: string) =>
    `Decided by a ${by === 'rule' ? 'fixed rule' : by === 'model' ? 'model' : 'person'}. POST /v1/posts/${postId}/appeal with a message (tool appeal_post) has a person look again, once, until ${until}.`,
  /** A removal because of the law: by which order, and where it holds. */
  byLaw: (reference: string, places: string) =>
    `The law required it, not the policy: ${reference} (${places}). It is no fault of the account: no penalty, no strike.`,
  /** A person decides on a text that has changed since the person saw it. */
  textChanged: 'The text has changed since it was shown, so nothing was decided.',
  messageHeld: 'A person reads the message before it is mailed. Nothing else is sent to you about it.',
  cancelledInReview: `The post was in review, so a person may still look at it within ${span(limits.withdrawnJudgedMs)}: the fee then comes back unless the post is abuse, which costs the penalty.`,
  deletedInReview: `The post was in review, so a person may still look at it within ${span(limits.withdrawnJudgedMs)}: abuse still costs the penalty.`,
  approval: {
    awaiting: `The owner of the key, who gets a mail, decides first, within ${span(limits.approvalMs)}, on the account page. Nothing was charged.`,
    approved: 'The owner has approved it.',
    refused: 'The owner has refused it. Nothing was charged.',
    expired: `The owner has not decided within ${span(limits.approvalMs)}. Nothing was charged; it may be sent again.`,
    withdrawn: 'It was withdrawn before the owner decided. Nothing was charged.',
  },
  inReview: 'A person decides. The outcome comes as an event and shows here.',
  review: {
    likely: 'One of its flags sends the text to a person.',
    unlikely: 'None of its flags sends the text to a person; the model still may.',
    certain: 'A person decides on it.',
    /** The median time of the latest decisions (null without any), the number of waiting texts, the longest wait; in milliseconds. */
    time(usualMs: number | null, waiting: number, longestMs: number): string {
      const usual =
        usualMs === null
          ? `No person has decided on a text in the last ${span(limits.reviewMeasuredMs)}, so there is no estimate`
          : `Lately people took about ${about(usualMs)} from submission to decision`
      return `${usual}; ${waiting === 0 ? 'no text waits for a person' : `${waiting === 1 ? '1 text waits' : `${waiting} texts wait`} for a person, the first for about ${about(longestMs)}`}.`
    },
  },
  moderation: {
    /** `ms` is the time within which a decision is likely. */
    running: (ms: number) => `The moderation model is running; a decision usually comes within ${about(ms)}.`,
    starting: (ms: number) => `The moderation model is starting; a decision usually comes within ${about(ms)}.`,
  },
} as const
