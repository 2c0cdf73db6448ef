// The operation table: one row an operation. REST routes are made from it, and so is everything that describes them.
import { type TObject, type TSchema, Type } from 'typebox'
import { idSchema } from './ids.ts'
import { limits } from './limits.ts'
import { PolicySchema } from './policy.ts'
import { Instant, Micros, orNull, ownPostSchema } from './posts.ts'
import type { ProblemCode } from './problems.ts'
import { siteIds } from './site-ids.ts'
import type { SiteRow } from './sites.ts'

export type Auth = 'none' | 'optional' | 'key'

export type OperationRow = {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  tag: 'accounts' | 'posts' | 'search' | 'service'
  auth: Auth
  scope: string | null
  /** What it does to the caller: nothing, something that can be undone, or something that spends or ends. */
  agenticAccess: 'read' | 'write' | 'spend' | 'destroy' | 'human'
  summary: string
  params?: TObject
  query?: (site: SiteRow) => TObject
  /** Headers that the operation reads, beside Authorization. */
  headers?: TObject
  body?: (site: SiteRow) => TObject
  /** Success: status and schema. */
  status: number
  response: (site: SiteRow) => TSchema
  /** In guard order (contract.md §6), after those that every operation has. */
  errors: readonly ProblemCode[]
  tool: string | ((site: SiteRow) => string) | null
}

const closed = { additionalProperties: false } as const
const none = () => Type.Object({}, closed)
const Handle = Type.String({ pattern: '^[a-z0-9_]{3,24}$', description: '3 to 24 of a-z, 0-9 and underscore.' })
const AccountUrl = Type.String({ description: 'A link for the owner; it ends one hour after it was made.' })
const PostId = Type.Object({ id: idSchema('post') }, closed)

const Account = Type.Object(
  {
    account_id: idSchema('account'),
    handle: Handle,
    status: Type.Enum(['active', 'suspended', 'banned']),
    balance: Micros('What can be spent.'),
    strikes: Type.Integer({ minimum: 0 }),
    card_on_file: Type.Boolean(),
    email_verified: Type.Boolean(),
    auto_recharge: Type.Object(
      {
        enabled: Type.Boolean(),
        threshold: Micros('A charge that leaves less than this starts a top-up.'),
        amount: Micros('What is topped up.'),
        paused: Type.Boolean(),
      },
      closed,
    ),
    account_url: AccountUrl,
  },
  { ...closed, title: 'Account' },
)

const filters = {
  topic: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40, description: 'A topic.' })),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code, such as US.' })),
  state: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$', description: 'ISO 3166-2 code, such as US-NY.' }),
  ),
  city: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'GeoNames id of a city.' })),
}

const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageMax, description: `Items a page, 1 to ${limits.pageMax}.` }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before.' })),
}

const timeFilters = {
  order: Type.Optional(Type.Enum(['newest', 'soonest'], { description: 'newest or soonest.' })),
  starts_after: Type.Optional(Type.String({ format: 'date-time', description: 'Starts at or after this date-time.' })),
  starts_before: Type.Optional(Type.String({ format: 'date-time', description: 'Starts before this date-time.' })),
}
const newestOnly = { order: Type.Optional(Type.Enum(['newest'], { description: 'newest.' })) }

const filterQuery = (site: SiteRow) => ({ ...filters, ...(site.timed ? timeFilters : newestOnly) })

export const operations = {
  createAccount: {
    method: 'post',
    path: '/v1/accounts',
    tag: 'accounts',
    auth: 'none',
    scope: null,
    agenticAccess: 'write',
    summary: 'Sign up. The API key is in the answer and is never shown again.',
    body: () =>
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the owner.' }),
          email: Type.String({ format: 'email', maxLength: 254, description: 'E-mail address of the owner.' }),
          handle: Type.Optional(Handle),
          accept_terms: Type.Literal(true, { description: 'The terms and the abuse policy are accepted.' }),
        },
        closed,
      ),
    status: 201,
    response: () =>
      Type.Object(
        {
          account_id: idSchema('account'),
          handle: Handle,
          api_key: Type.String({ description: 'Shown once. Store it.' }),
          status: Type.Literal('needs_card'),
          next: Type.String(),
          account_url: AccountUrl,
          policy_url: Type.String(),
          warning: Type.String(),
        },
        closed,
      ),
    errors: ['rate_limited', 'banned', 'email_taken', 'handle_taken'],
    tool: 'create_account',
  },
  getAccount: {
    method: 'get',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:read',
    agenticAccess: 'read',
    summary: 'Balance, strikes, card, auto-recharge, and a link for the owner.',
    query: none,
    status: 200,
    response: () => Account,
    errors: [],
    tool: 'get_account',
  },
  updateAccount: {
    method: 'patch',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:write',
    agenticAccess: 'write',
    summary: 'Turn auto-recharge off. Turning it on is for the owner.',
    body: () =>
      Type.Object(
        {
          auto_recharge: Type.Object(
            { enabled: Type.Boolean({ description: 'false turns it off; true is for the owner.' }) },
            closed,
          ),
        },
        closed,
      ),
    status: 200,
    response: () => Account,
    errors: ['human_required'],
    tool: 'disable_auto_recharge',
  },
  requestAccountDeletion: {
    method: 'delete',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:write',
    agenticAccess: 'human',
    summary: 'Ask for the deletion of the account. Nothing is deleted until the owner confirms.',
    query: none,
    status: 202,
    response: () =>
      Type.Object({ message: Type.String(), account_url: AccountUrl, for_human: Type.Literal(true) }, closed),
    errors: [],
    tool: 'request_account_deletion',
  },
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
    tool: 'browse_posts',
  },
  createPost: {
    method: 'post',
    path: '/v1/posts',
    tag: 'posts',
    auth: 'key',
    scope: 'posts:write',
    agenticAccess: 'spend',
    summary: 'Submit a post. It is charged at once, moderated, then published. dry_run=true checks it for free.',
    query: () =>
      Type.Object(
        {
          dry_run: Type.Optional(Type.Boolean({ description: 'true checks the post and stores and charges nothing.' })),
        },
        closed,
      ),
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          pattern: '^[\\x20-\\x7e]{8,128}$',
          description: '8 to 128 printable ASCII characters, kept 24 hours.',
        }),
      ),
    }),
    body: site => site.body,
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
    tool: site => `post_${site.noun}`,
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
    tool: 'get_post',
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
    tool: 'delete_post',
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
    tool: 'cancel_post',
  },
  searchPosts: {
    method: 'get',
    path: '/v1/search',
    tag: 'search',
    auth: 'optional',
    scope: null,
    agenticAccess: 'spend',
    summary: 'Search published posts. Free up to a daily allowance, then charged to the key.',
    query: site =>
      Type.Object(
        {
          q: Type.Optional(
            Type.String({
              maxLength: limits.searchQueryCodePoints,
              description: 'Words joined by AND, "a phrase", -without, prefix*.',
            }),
          ),
          ...filterQuery(site),
          limit: paging.limit,
        },
        closed,
      ),
    status: 200,
    response: site =>
      Type.Object(
        {
          items: Type.Array(site.post),
          usage: Type.Object(
            {
              today: Type.Integer({ minimum: 0 }),
              free_per_day: Type.Integer({ minimum: 0 }),
              charged: Micros('What this search cost.'),
            },
            closed,
          ),
        },
        closed,
      ),
    errors: ['needs_card', 'insufficient_balance', 'search_limit'],
    tool: 'search_posts',
  },
  getStatus: {
    method: 'get',
    path: '/v1/status',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'Whether the service is up, the state of moderation, the length of its queue.',
    query: none,
    status: 200,
    response: () =>
      Type.Object(
        {
          api: Type.Literal('ok'),
          site: Type.Enum([...siteIds]),
          moderation: Type.Object(
            {
              state: Type.Enum(['running', 'starting', 'idle']),
              last_heartbeat: orNull(Instant('When the moderation worker last gave a sign of life.')),
            },
            closed,
          ),
          queue: Type.Object({ queued: Type.Integer({ minimum: 0 }) }, closed),
          generated_at: Instant('When this was written.'),
        },
        closed,
      ),
    errors: [],
    tool: 'get_status',
  },
  getPricing: {
    method: 'get',
    path: '/v1/pricing',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'Prices in micro-dollars.',
    query: none,
    status: 200,
    response: site =>
      Type.Object(
        {
          site: Type.Enum([...siteIds]),
          currency: Type.Literal('usd'),
          unit: Type.String(),
          post: Type.Object(
            {
              post: Micros('Price of a post.'),
              ...Object.fromEntries(Object.keys(site.pricing).map(name => [name, Micros('See the documentation.')])),
            },
            closed,
          ),
          edit_fraction: Type.Number(),
          penalty_multiplier: Type.Integer(),
          search: Type.Object(
            { free_per_day: Type.Integer({ minimum: 0 }), price_each: Micros('Price of a search past the allowance.') },
            closed,
          ),
          topups: Type.Array(Micros('An amount that can be topped up.')),
        },
        closed,
      ),
    errors: [],
    tool: 'get_pricing',
  },
  getPolicy: {
    method: 'get',
    path: '/v1/policy',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'The quality bar and the abuse list, with examples.',
    query: none,
    status: 200,
    response: () => PolicySchema,
    errors: [],
    tool: 'get_policy',
  },
} as const satisfies Record<string, OperationRow>

export type OperationId = keyof typeof operations
