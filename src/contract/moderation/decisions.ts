// The decisions of reviewers, one row each: the console's form, keys and words, the checks, and the commands are made from it.
import { limits } from '../limits.ts'
import { span } from '../words.ts'

/** What waits for a decision: a text, a reported post, an appeal, a message to an author, or the handle and name of an account. */
export type ItemKind = 'text' | 'report' | 'appeal' | 'message' | 'name'

export const itemKinds: readonly ItemKind[] = ['text', 'report', 'appeal', 'message', 'name']

type Choice = {
  label: string
  /** The key that chooses it; two choices with one key are never in one form. */
  key: string
  /** The field that follows it in the form. */
  next: 'send' | 'reason' | 'category' | 'law'
  hint: string
}

export type DecisionRow = Choice & {
  of: readonly ItemKind[]
  /** Whether it is for a text that its author has withdrawn from review: for no other text, also, or not at all. */
  withdrawn?: 'only' | 'also'
  /** Whether it is for a message that its recipient has reported; left out, for one that waits to be mailed. */
  reported?: true
  /** It has a form of its own, which also takes a published post that nobody has reported. */
  ownForm?: true
  /** It publishes a post again that was public or was rejected. */
  republishes?: true
  /** The reason when none is given; without it a reason has to be given. */
  emptyReason?: string
  /** In words for the person who made it; CATEGORY stands for the category. */
  done: string
  /** What the command of its name does; `root`: it is no part of `review`. Left out where another command makes the decision. */
  command?: { description: string; root?: true }
}

const why = 'Only reviewers read it.'
const theirs = 'The author reads it.'
const refusal = { next: 'category', hint: `${theirs} If empty, the policy’s text.` } as const
const removal = {
  ...refusal,
  hint: 'The author and those who reported it read it. If empty, the policy’s text.',
} as const
const answer = { of: ['appeal'], next: 'reason', hint: `Your answer: ${theirs.toLowerCase()}` } as const
const grants =
  'Grant an appeal: give back the cost of a rejected or removed post, and publish the post with --publish. Works without an appeal too.'

/** The decisions on items, in the order of the form. */
export const decisions = {
  publish: {
    of: ['text'],
    ...{ label: 'Publish', key: 'p', next: 'send', hint: `May be empty. ${why}`, emptyReason: '', done: 'Published' },
    command: { description: 'Publish a post that is in review, or send a held message.' },
  },
  dismiss: {
    of: ['text', 'report'],
    withdrawn: 'only',
    ...{ label: 'Dismiss', key: 'd', next: 'send' },
    hint: 'Those who reported it read it. If empty, it says that nothing breaks the policy.',
    emptyReason: 'Nothing in it breaks the policy.',
    done: 'Dismissed',
    command: {
      description:
        'Dismiss reports of a post, which stays public, a post that its author has withdrawn from review, or the report of a message. Those who reported a post read the reason.',
    },
  },
  reject: {
    of: ['text'],
    withdrawn: 'also',
    ...{ ...refusal, label: 'Reject', key: 'r', done: 'Rejected as CATEGORY' },
    command: {
      description:
        'Reject a post that is in review or was withdrawn from it, drop a held message, or keep the sender of a reported one out of the relay.',
    },
  },
  remove: {
    of: ['report'],
    ...{ ...removal, label: 'Remove', key: 'r', done: 'Removed as CATEGORY' },
    command: { description: 'Take a published post down.', root: true },
  },
  'remove-legal': {
    of: ['report'],
    ownForm: true,
    ...{ label: 'Remove for legal reasons', key: 'l', next: 'law', hint: theirs, emptyReason: '' },
    done: 'Removed for legal reasons',
  },
  'grant-publish': {
    republishes: true,
    ...{ ...answer, label: 'Grant and publish', key: 'g', done: 'Appeal granted and post published' },
    command: { description: grants },
  },
  grant: {
    ...{ ...answer, label: 'Grant without publishing', key: 'b', done: 'Appeal granted' },
    command: { description: grants },
  },
  refuse: {
    ...{ ...answer, label: 'Refuse', key: 'f', done: 'Appeal refused' },
    command: { description: 'Refuse an appeal: the decision stands.' },
  },
  deliver: {
    of: ['message'],
    ...{ label: 'Deliver', key: 'p', next: 'send', hint: `May be empty. ${why}`, emptyReason: '', done: 'Delivered' },
  },
  withhold: {
    of: ['message'],
    ...{ label: 'Refuse', key: 'r', next: 'category', hint: `Nobody is told. ${why}`, done: 'Refused as CATEGORY' },
  },
  'dismiss-message': {
    of: ['message'],
    reported: true,
    ...{ label: 'Nothing against it', key: 'd', next: 'send', hint: `May be empty. Nobody is told. ${why}` },
    ...{ emptyReason: '', done: 'Report of a message dismissed' },
  },
  'pause-sender': {
    of: ['message'],
    reported: true,
    ...{ label: `No messages of the sender for ${span(limits.relayPauseMs)}`, key: 'r', next: 'category' },
    hint: `The sender learns it at the next message. ${why}`,
    done: 'Sender kept out of the relay as CATEGORY',
  },
  'keep-name': {
    of: ['name'],
    ...{ label: 'Keep the handle', key: 'd', next: 'send', hint: `May be empty. ${why}`, emptyReason: '' },
    done: 'Handle kept',
  },
  'reset-name': {
    of: ['name'],
    ...{ label: 'Reset handle and name', key: 'r', next: 'category' },
    hint: 'The owner reads it. If empty, the policy’s text.',
    done: 'Handle and name reset as CATEGORY',
  },
} as const satisfies Record<string, DecisionRow>

export type DecisionName = keyof typeof decisions

type OnTexts = {
  [Name in DecisionName]: (typeof decisions)[Name]['of'][number] extends 'appeal' | 'message' | 'name' ? never : Name
}[DecisionName]

/** The decisions on texts that name a category, and all others on texts. */
export type CategoryDecision = { [N in OnTexts]: (typeof decisions)[N]['next'] extends 'category' ? N : never }[OnTexts]
export type PlainDecision = Exclude<OnTexts, CategoryDecision | 'remove-legal'>

export const decisionRow = (name: DecisionName): DecisionRow => decisions[name]

/** Every decision, in the order of the form. */
export const decisionNames = Object.keys(decisions) as DecisionName[]

/** The ways to leave an item undecided. */
export const passes = {
  second_opinion: { label: 'Second opinion', key: 'o', next: 'reason', hint: `Another reviewer decides it. ${why}` },
  skip: { label: 'Skip', key: 's', next: 'reason', hint: `Comes back to you in ${span(limits.reviewSkipMs)}. ${why}` },
} as const satisfies Record<string, Choice>

export type PassName = keyof typeof passes

/** What the form of an item offers, by its value. */
export const choices: Readonly<Record<DecisionName | PassName, Choice>> = { ...decisions, ...passes }
