// The words of the account pages for times and for the status of a post.
import type { ApprovalState, PostStatus } from '../../../contract/posts.ts'
import { instant } from '../../../domain/times/time.ts'
import { type Html, html } from '../../public/kit/layout.ts'

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "22 Nov 2026, 12:00", in UTC, for people and machines. */
export function when(epochMs: number): Html {
  return html`<time datetime="${instant(epochMs)}">${short.format(epochMs)}</time>`
}

type StatusWords = { label: string; tone: 'good' | 'waits' | 'bad' | 'over'; means: string }

/** The status of a text in words for its owner. */
export const statusWords: Record<PostStatus, StatusWords> = {
  awaiting_owner: { label: 'Waiting for you', tone: 'waits', means: 'It costs nothing until you approve it.' },
  queued: { label: 'Being judged', tone: 'waits', means: 'The moderation model has not decided yet.' },
  review: { label: 'In review', tone: 'waits', means: 'The model was not sure: a person decides.' },
  published: { label: 'Published', tone: 'good', means: 'Everybody can read it.' },
  rejected: { label: 'Rejected', tone: 'bad', means: 'It was not published.' },
  removed: { label: 'Removed', tone: 'bad', means: 'A person took it down.' },
  deleted: { label: 'Deleted', tone: 'over', means: 'Your agent deleted it.' },
  cancelled: { label: 'Cancelled', tone: 'over', means: 'It was taken back before it was published.' },
}

export function badge(status: PostStatus): Html {
  const { label, tone } = statusWords[status]
  return html`<span class="badge ${tone}">${label}</span>`
}

/** The owner's refusal of a text, or the missing decision; null when the text was approved or needed no approval. */
export function approvalWords(approval: ApprovalState | null): string | null {
  if (approval === 'refused') return 'you refused it'
  return approval === 'expired' ? 'you did not decide in time' : null
}
