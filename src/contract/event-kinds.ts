// The kinds of event: what becomes of a post and of the account, as webhooks and the stream of outcomes tell it (contract.md §10).

/** What was decided about a post; an endpoint that names no kinds gets these. */
export const decisionKinds = ['post.published', 'post.rejected', 'post.review', 'post.removed'] as const

/** What its author has made of a post. */
const authorKinds = ['post.edited', 'post.cancelled'] as const

/** What the owner is asked about a text of a key that asks first, and what came of it. */
const approvalKinds = ['approval.requested', 'approval.decided'] as const

/** What a person answered to an appeal of the author. */
const appealKinds = ['appeal.decided'] as const

/** The kinds of event a post can cause: their data is the post. */
export const postKinds = [...decisionKinds, ...authorKinds, ...approvalKinds, ...appealKinds] as const

export type PostEventKind = (typeof postKinds)[number]

/** What concerns the account or one of its keys, each with data of its own (operations/account-events.ts). */
export const accountKinds = ['account.balance_low', 'budget.threshold', 'webhook.disabled'] as const

export type AccountEventKind = (typeof accountKinds)[number]

/** An endpoint gets these only when it names them. */
export const namedKinds = [...authorKinds, ...approvalKinds, ...appealKinds, ...accountKinds] as const

/** Every kind of event; the stream of outcomes has them all. */
export const eventKinds = [...postKinds, ...accountKinds] as const

export type EventKind = (typeof eventKinds)[number]

/** The event of its own that POST /v1/webhooks/{id}/test sends; it goes to its endpoint whatever that subscribes to. */
export const testKind = 'webhook.test'

/** What an endpoint may name. */
export const webhookKinds = [...eventKinds, testKind] as const

export type WebhookKind = (typeof webhookKinds)[number]
