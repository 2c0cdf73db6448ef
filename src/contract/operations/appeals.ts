// The operations by which an author appeals against a decision on a post, and reads the answer.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { Appeal } from '../posts.ts'
import { span } from '../words.ts'
import { changing, reading } from './agentic-access.ts'
import { examplePostId } from './examples.ts'
import { closed, operation, PostId } from './row.ts'
import { keyNeeded } from './tool.ts'

const exampleAppeal = {
  post_id: examplePostId,
  state: 'open',
  message: 'The deposit goes to the library, which runs the course; its page says so.',
  submitted_at: '2026-11-22T10:00:00Z',
} as const

const body = Type.Object(
  {
    message: Type.String({
      minLength: 1,
      maxLength: limits.appealCodePoints,
      description: 'Why the decision was wrong.',
    }),
  },
  closed,
)

export const appealsOperations = {
  appealPost: operation({
    method: 'post',
    path: '/v1/posts/:id/appeal',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: {
      ...changing(
        'A person reads the appeal and decides anew. A decision can be appealed only once, so give every reason.',
      ),
      'action-class': 'connected',
      reversible: false,
    },
    summary: 'Appeal against the rejection or removal of a post of this key, or of an edit of it. Free.',
    description: `A decision can be appealed once, within ${span(limits.appealMs)}. A person answers; where there are several, not the one who made the decision. If the appeal is granted, the penalty and the strike are given back, and the post is published or its fee is given back too. Every answer comes as \`appeal.decided\` and by mail. A decision on the post itself is appealed first, then the decision on its latest edit. \`not_appealable\` says why there is nothing to appeal; a post of another key is \`not_found\`.`,
    params: PostId,
    body: () => body,
    status: 202,
    response: () => Appeal,
    answer: 'Taken; a person will read it.',
    examples: () => ({
      parameters: { id: examplePostId },
      body: { removed: { message: exampleAppeal.message } },
      response: { open: exampleAppeal },
    }),
    tool: {
      name: 'appeal_post',
      title: 'Appeal against a decision',
      description: `Asks a person to look again at a post of your key, or its latest edit, that was rejected or removed. Free, once a decision, within ${span(limits.appealMs)}. get_post shows the answer. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
      offer: 'post',
      summary: () => 'The appeal was received; a person reads it. get_post shows the answer.',
    },
  }),
  getAppeal: operation({
    method: 'get',
    path: '/v1/posts/:id/appeal',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: reading('Free. Only the key that created the post sees its appeal.'),
    summary: 'The latest appeal about a post of this key, and its answer.',
    description:
      '`appeal` of the post is the same. `not_found` when there was no appeal, or for a post of another key.',
    params: PostId,
    status: 200,
    response: () => Appeal,
    answer: 'The appeal in its current state.',
    examples: () => ({
      parameters: { id: examplePostId },
      response: {
        open: exampleAppeal,
        granted: {
          ...exampleAppeal,
          state: 'granted',
          answer: 'The library confirms it. We are sorry.',
          decided_at: '2026-11-23T09:00:00Z',
        },
      },
    }),
    tool: null,
  }),
}
