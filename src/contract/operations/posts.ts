// The operations on posts: list, submit, look, withdraw.
import { Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { editBody, Micros, ownPostSchema } from '../posts.ts'
import { tools } from '../tools.ts'
import { filterQuery, paging } from './filters.ts'
import { closed, none, type OperationRow, PostId } from './row.ts'

const dryRunQuery = () =>
  Type.Object(
    {
      dry_run: Type.Optional(Type.Boolean({ description: 'true checks the post and stores and charges nothing.' })),
    },
    closed,
  )

const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x20-\\x7e]{8,128}$',
      description: '8 to 128 printable ASCII characters, kept 24 hours.',
    }),
  ),
})

export const postsOperations = {
  listPosts: {
    method: 'get',
    path: '/v1/posts',
    tag: 'posts',
    auth: 'optional',
    scope: null,
    agenticAccess: 'read',
    summary: 'Published posts, newest first. Free and unmetered.',
    query: site => Type.Object({ ...filterQuery(site), ...paging }, closed),
    status: 200,
    response: site => Type.Object({ items: Type.Array(site.post), next_cursor: Type.Optional(Type.String()) }, closed),
    errors: [],
    tool: tools.listPosts,
  },
  createPost: {
    method: 'post',
    path: '/v1/posts',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: 'spend',
    summary: 'Submit a post. It is charged at once, moderated, then published. dry_run=true checks it for free.',
    query: dryRunQuery,
    headers: idempotencyHeaders,
    body: site => site.body,
    bodyCheckedByAction: true,
    status: 202,
    response: site => ownPostSchema(site.post),
    errors: [
      'idempotency_in_progress',
      'idempotency_key_reused',
      'banned',
      'suspended',
      'verify_email',
      'duplicate',
      'low_quality',
      'contact-details',
      'needs_card',
      'insufficient_balance',
    ],
    tool: tools.createPost,
  },
  getPost: {
    method: 'get',
    path: '/v1/posts/:id',
    tag: 'posts',
    auth: 'optional',
    scope: null,
    agenticAccess: 'read',
    summary: 'A published post; for the key that created it, its status.',
    params: PostId,
    query: none,
    status: 200,
    response: site => Type.Union([site.post, ownPostSchema(site.post)]),
    errors: ['not_found', 'gone'],
    tool: tools.getPost,
  },
  editPost: {
    method: 'patch',
    path: '/v1/posts/:id',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: 'spend',
    summary:
      'Edit a published post of this key for half its price. It is moderated before it replaces what is public. Cancelling an event is free.',
    params: PostId,
    query: dryRunQuery,
    headers: idempotencyHeaders,
    body: site => editBody(site.body, site.timed),
    bodyCheckedByAction: true,
    status: 202,
    response: site => ownPostSchema(site.post),
    errors: [
      'idempotency_in_progress',
      'idempotency_key_reused',
      'not_found',
      'gone',
      'not_editable',
      'banned',
      'suspended',
      'verify_email',
      'duplicate',
      'low_quality',
      'contact-details',
      'needs_card',
      'insufficient_balance',
    ],
    tool: null,
  },
  deletePost: {
    method: 'delete',
    path: '/v1/posts/:id',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: 'destroy',
    summary: 'Delete a post of this key for good. The fee is not refunded.',
    params: PostId,
    query: none,
    status: 200,
    response: () => Type.Object({ id: idSchema('post'), status: Type.Literal('deleted') }, closed),
    errors: ['not_found', 'gone'],
    tool: tools.deletePost,
  },
  cancelPost: {
    method: 'post',
    path: '/v1/posts/:id/cancel',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: 'write',
    summary: 'Cancel a queued post of this key. The fee is refunded.',
    params: PostId,
    query: none,
    status: 200,
    response: () =>
      Type.Object(
        {
          id: idSchema('post'),
          status: Type.Literal('cancelled'),
          refunded: Micros('What went back.'),
          balance: Micros('The balance after it.'),
        },
        closed,
      ),
    errors: ['not_found', 'not_cancellable'],
    tool: tools.cancelPost,
  },
} as const satisfies Record<string, OperationRow>
