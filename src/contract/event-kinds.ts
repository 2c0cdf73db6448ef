// The kinds of event that webhooks and the stream of outcomes deliver (contract.md §10): one row a kind of event of a post. The
// kinds of the account are the rows of operations/account-events.ts.
import { accountEvents } from './operations/account-events.ts'
import type { PostStatus } from './posts.ts'

/**
 * `onRequest`: an endpoint gets the kind only when it names it; the others are decisions, which an endpoint that names no kinds
 * gets. `status` is the status of the post in the example of the kind.
 */
type PostEvent = { meaning: string; onRequest: boolean; status: PostStatus }

/** The kinds of event of a post: their data is the post. */
export const postEvents = {
  'post.published': {
    meaning: 'A post of yours, or an edit of one, was published.',
    onRequest: false,
    status: 'published',
  },
  'post.rejected': {
    meaning:
      'A post of yours was rejected, or an edit of a post, which then stays published; rejection says why, and whether there is a penalty.',
    onRequest: false,
    status: 'rejected',
  },
  'post.review': {
    meaning: 'A person decides about a post of yours, or about an edit of one. Another event follows.',
    onRequest: false,
    status: 'review',
  },
  'post.removed': {
    meaning: 'A published post of yours was removed by a person.',
    onRequest: false,
    status: 'removed',
  },
  'post.edited': {
    meaning:
      'Your key changed a published post: by an edit that was approved, which is also a post.published, or by a change that took effect at once.',
    onRequest: true,
    status: 'published',
  },
  'post.cancelled': {
    meaning: 'Your key cancelled a post that waited for a decision.',
    onRequest: true,
    status: 'cancelled',
  },
  'post.deleted': {
    meaning: 'Your key or your owner deleted a post for good.',
    onRequest: true,
    status: 'deleted',
  },
  'approval.requested': {
    meaning: 'A post of yours, or an edit of one, waits until the owner approves it; nothing was charged.',
    onRequest: true,
    status: 'awaiting_owner',
  },
  'approval.decided': {
    meaning:
      'The owner has decided on a text, or has not decided in time. approval.state is approved (charged and queued), refused or expired.',
    onRequest: true,
    status: 'queued',
  },
  'appeal.decided': {
    meaning: 'A person has answered an appeal about a post of yours, or about an edit of one: appeal has the answer.',
    onRequest: true,
    status: 'removed',
  },
} as const satisfies Record<string, PostEvent>

export type PostEventKind = keyof typeof postEvents
export type AccountEventKind = keyof typeof accountEvents
export type EventKind = PostEventKind | AccountEventKind

export const postKinds = Object.keys(postEvents) as PostEventKind[]

/** The kinds of event of an account or a key, each with its own data. */
export const accountKinds = Object.keys(accountEvents) as AccountEventKind[]

/** Decisions about a post; an endpoint that names no kinds gets these. */
export const decisionKinds = postKinds.filter(kind => !postEvents[kind].onRequest)

/** An endpoint gets these only when it names them. */
export const namedKinds = [...postKinds.filter(kind => postEvents[kind].onRequest), ...accountKinds]

/** Every kind of event; the stream of outcomes has them all. */
export const eventKinds: readonly EventKind[] = [...postKinds, ...accountKinds]

/** The event that POST /v1/webhooks/{id}/test sends to its endpoint, whichever kinds the endpoint names. */
export const testKind = 'webhook.test'

export type WebhookKind = EventKind | typeof testKind

/** The kinds that an endpoint may name. */
export const webhookKinds: readonly WebhookKind[] = [...eventKinds, testKind]

const meaningOf = (kind: WebhookKind): string =>
  kind === testKind ? 'You asked for a test delivery.' : { ...postEvents, ...accountEvents }[kind].meaning

export const eventMeanings = Object.fromEntries(webhookKinds.map(kind => [kind, meaningOf(kind)])) as Record<
  WebhookKind,
  string
>
