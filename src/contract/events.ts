// The kinds of event a post can cause and a webhook can receive (contract.md §10).

export const eventKinds = ['post.published', 'post.rejected', 'post.review', 'post.removed'] as const

export type EventKind = (typeof eventKinds)[number]
