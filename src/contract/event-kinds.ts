// The kinds of event that webhooks and the stream of outcomes deliver (contract.md §10).

/** Decisions about a post; an endpoint that names no kinds gets these. */
export const decisionKinds = ['post.published', 'post.rejected', 'post.review', 'post.removed'] as const

/** Changes that the author made. */
const authorKinds = ['post.edited', 'post.cancelled'] as const

/** Requests to the owner to approve a text, and their results. */
const approvalKinds = ['approval.requested', 'approval.decided'] as const

/** Answers of a person to an appeal. */
const appealKinds = ['appeal.decided'] as const

/** The kinds of event of a post: their data is the post. */
export const postKinds = [...decisionKinds, ...authorKinds, ...approvalKinds, ...appealKinds] as const

export type PostEventKind = (typeof postKinds)[number]

/** The kinds of event of an account or a key, each with its own data (operations/account-events.ts). */
export const accountKinds = ['account.balance_low', 'budget.threshold', 'webhook.disabled'] as const

export type AccountEventKind = (typeof accountKinds)[number]

/** An endpoint gets these only when it names them. */
export const namedKinds = [...authorKinds, ...approvalKinds, ...appealKinds, ...accountKinds] as const

/** Every kind of event; the stream of outcomes has them all. */
export const eventKinds = [...postKinds, ...accountKinds] as const

export type EventKind = (typeof eventKinds)[number]

/** The event that POST /v1/webhooks/{id}/test sends to its endpoint, whichever kinds the endpoint names. */
export const testKind = 'webhook.test'

/** The kinds that an endpoint may name. */
export const webhookKinds = [...eventKinds, testKind] as const

export type WebhookKind = (typeof webhookKinds)[number]
