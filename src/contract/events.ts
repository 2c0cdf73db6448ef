// The kinds of event a post can cause and a webhook can receive (contract.md §10).

export const eventKinds = ['post.published', 'post.rejected', 'post.review', 'post.removed'] as const

export type EventKind = (typeof eventKinds)[number]

/** The event of its own that POST /v1/webhooks/{id}/test sends; it goes to its endpoint whatever that subscribes to. */
export const testKind = 'webhook.test'

/** What an endpoint may name. */
export const webhookKinds = [...eventKinds, testKind] as const

export type WebhookKind = (typeof webhookKinds)[number]
