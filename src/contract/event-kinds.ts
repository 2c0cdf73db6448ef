// The kinds of event: what becomes of a post, as webhooks and the stream of outcomes tell it (contract.md §10).

/** What was decided about a post; an endpoint that names no kinds gets these. */
export const decisionKinds = ['post.published', 'post.rejected', 'post.review', 'post.removed'] as const

/** What its author has made of a post; an endpoint gets these only when it names them. */
export const authorKinds = ['post.edited', 'post.cancelled'] as const

/** The kinds of event a post can cause; the stream of outcomes has them all. */
export const eventKinds = [...decisionKinds, ...authorKinds] as const

export type EventKind = (typeof eventKinds)[number]

/** The event of its own that POST /v1/webhooks/{id}/test sends; it goes to its endpoint whatever that subscribes to. */
export const testKind = 'webhook.test'

/** What an endpoint may name. */
export const webhookKinds = [...eventKinds, testKind] as const

export type WebhookKind = (typeof webhookKinds)[number]
