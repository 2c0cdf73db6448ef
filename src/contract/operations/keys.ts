// The owner's operations on API keys (contract.md §11): they take a session from the inbox of the owner, never an API key.
import { type Static, Type } from 'typebox'
import { apiKeyPattern, idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant, orNull } from '../posts.ts'
import { span } from '../words.ts'
import { changing, ending, reading } from './agentic-access.ts'
import { exampleKeyLimits, KeyLimits, keyControls } from './key-limits.ts'
import { closed, operation } from './row.ts'

const managed = {
  ...KeyLimits.properties,
  test: Type.Optional(
    Type.Literal(true, { description: 'It is a test key: it posts in a world of its own, free and not public.' }),
  ),
  created_at: Instant('When it was made.'),
  valid_until: orNull(Instant('Until when a replaced key still works, for its successor; null for any other key.')),
  last_used_at: orNull(Instant('When it was last used, give or take some minutes; null before the first use.')),
}

const ManagedKey = Type.Object(managed, { ...closed, title: 'ManagedKey' })
export type ManagedKey = Static<typeof ManagedKey>

const CreatedKey = Type.Object(
  {
    ...managed,
    api_key: Type.String({ pattern: apiKeyPattern.source, description: 'Shown here only. Store it.' }),
  },
  { ...closed, title: 'CreatedKey' },
)

const settings = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.keyNameCodePoints,
      description: 'The name that the owner gives the key.',
    }),
  ),
  daily_budget: Type.Optional(keyControls.daily_budget),
  monthly_budget: Type.Optional(keyControls.monthly_budget),
  post_limit: Type.Optional(keyControls.post_limit),
  sites: Type.Optional(keyControls.sites),
  ask_first: Type.Optional(keyControls.ask_first),
}

const KeyId = Type.Object({ id: idSchema('key') }, closed)

const exampleKey: ManagedKey = {
  ...exampleKeyLimits,
  created_at: '2026-11-20T09:00:00Z',
  valid_until: null,
  last_used_at: '2026-11-21T12:00:00Z',
}

/** Its guards refuse a request without a session of the owner. */
const ofOwner = {
  tag: 'keys',
  auth: 'owner',
  scope: null,
  tool: null,
  guards: ['bad_signature', 'link_expired', 'email_session_required', 'role_required', 'human_required'],
} as const

const forOwner = 'For the owner only, as on the account page: an API key is not accepted.'

export const keysOperations = {
  listKeys: operation({
    method: 'get',
    path: '/v1/manage/keys',
    ...ofOwner,
    agenticAccess: { ...reading('Only the owner sees the keys of the account.'), 'human-in-the-loop': 'required' },
    summary: 'The active API keys of the account, each with its limits and what it has spent today.',
    description: `Free. ${forOwner}`,
    status: 200,
    response: () => Type.Object({ items: Type.Array(ManagedKey) }, closed),
    answer: 'The keys, oldest first, without their secret texts.',
    examples: () => ({ response: { one: { items: [exampleKey] } } }),
  }),
  createKey: operation({
    method: 'post',
    path: '/v1/manage/keys',
    ...ofOwner,
    agenticAccess: {
      ...changing('The holder of the key may spend the balance, within the limits that are given here.'),
      'human-in-the-loop': 'required',
    },
    summary: 'Create an API key. It is in the answer and is never shown again.',
    description: `Free. ${forOwner} An account has up to ${limits.keysPerAccount} active keys; one more is \`too_many_keys\`. The owner gets a mail.`,
    body: () =>
      Type.Object(
        {
          ...settings,
          test: Type.Optional(
            Type.Boolean({ description: 'true makes a test key, with money that is worth nothing (`ak_test_…`).' }),
          ),
        },
        closed,
      ),
    status: 201,
    response: () => CreatedKey,
    answer: 'The key.',
    examples: () => ({
      body: {
        bounded: { name: 'news agent', daily_budget: 5_000_000, ask_first: true },
        plain: {},
        for_tests: { test: true },
      },
      response: {
        created: { ...exampleKey, last_used_at: null, api_key: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr' },
      },
    }),
  }),
  updateKey: operation({
    method: 'patch',
    path: '/v1/manage/keys/:id',
    ...ofOwner,
    agenticAccess: {
      ...changing('Changes what a key may spend, from its next request on.'),
      'human-in-the-loop': 'required',
    },
    summary: 'Change the name of a key or what it may do, pause it or resume it. What is left out stays.',
    description: `Free. ${forOwner} Texts that wait for the owner keep waiting when \`ask_first\` is turned off. The owner gets a mail.`,
    params: KeyId,
    body: () =>
      Type.Object(
        {
          ...settings,
          paused: Type.Optional(
            Type.Boolean({
              description: 'true pauses the key: it can read, and neither post nor spend; false resumes it.',
            }),
          ),
        },
        { ...closed, minProperties: 1 },
      ),
    status: 200,
    response: () => ManagedKey,
    answer: 'The key after the change.',
    examples: () => ({
      parameters: { id: exampleKey.key_id },
      body: {
        budget: { daily_budget: 5_000_000 },
        unbound: { daily_budget: null, post_limit: null, sites: null },
        paused: { paused: true },
      },
      response: { changed: exampleKey },
    }),
  }),
  replaceKey: operation({
    method: 'post',
    path: '/v1/manage/keys/:id/replace',
    ...ofOwner,
    agenticAccess: {
      ...changing('Gives the posts and the budget of a key to a new key, and ends the old one.'),
      'human-in-the-loop': 'required',
    },
    summary: 'Replace an API key by a new one, which gets its posts, outcomes, limits and spending.',
    description: `Free. ${forOwner} For a key that was lost, stolen or used up, also one that has ended: everything passes to the new key in one step, and the old one ends, at once or after \`grace_seconds\`. Until then the old key acts as the new one. The key counts once towards the ${limits.keysPerAccount} of the account. The owner gets a mail.`,
    params: KeyId,
    body: () =>
      Type.Object(
        {
          grace_seconds: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: limits.keyGraceMs / 1000,
              description: `How long the old key still works, at most ${span(limits.keyGraceMs)}; 0, the default, ends it at once.`,
            }),
          ),
        },
        closed,
      ),
    status: 201,
    response: () =>
      Type.Object(
        {
          ...CreatedKey.properties,
          replaces: Type.Object(
            { key_id: idSchema('key'), valid_until: Instant('When the old key ends, or has ended.') },
            closed,
          ),
        },
        { ...closed, title: 'SuccessorKey' },
      ),
    answer: 'The new key.',
    examples: () => ({
      parameters: { id: exampleKey.key_id },
      body: { at_once: {}, within_an_hour: { grace_seconds: 3_600 } },
      response: {
        replaced: {
          ...exampleKey,
          key_id: 'key_0VbZ1qT8mN4xR7cW2aLd',
          last_used_at: null,
          api_key: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr',
          replaces: { key_id: exampleKey.key_id, valid_until: '2026-11-21T13:00:00Z' },
        },
      },
    }),
  }),
  revokeKey: operation({
    method: 'delete',
    path: '/v1/manage/keys/:id',
    ...ofOwner,
    agenticAccess: {
      ...ending('Ends the key for good, unless it is restored within minutes; a new one can be made.'),
      'human-in-the-loop': 'required',
    },
    summary: 'End an API key. Every process refuses it within a second.',
    description: `\`restoreKey\` undoes it within ${span(limits.endedKeyRestorableMs)}. ${forOwner} Its posts stay; its texts that wait for the owner can still be approved. The owner gets a mail.`,
    params: KeyId,
    status: 200,
    response: () =>
      Type.Object(
        {
          key_id: idSchema('key'),
          revoked_at: Instant('When it ended.'),
          restorable_until: Instant('Until when the owner can take the end back.'),
        },
        closed,
      ),
    answer: 'The key is ended.',
    examples: () => ({
      parameters: { id: exampleKey.key_id },
      response: {
        revoked: {
          key_id: exampleKey.key_id,
          revoked_at: '2026-11-21T12:00:00Z',
          restorable_until: '2026-11-21T12:10:00Z',
        },
      },
    }),
  }),
  restoreKey: operation({
    method: 'post',
    path: '/v1/manage/keys/:id/restore',
    ...ofOwner,
    agenticAccess: {
      ...changing('A key that its owner has just ended works again, within the limits that it had.'),
      'human-in-the-loop': 'required',
    },
    summary: `Take back the end of an API key, within ${span(limits.endedKeyRestorableMs)}.`,
    description: `Free. ${forOwner} For a key that was ended by mistake; a key that was replaced, or ended by a link in a mail or by the operator, stays ended (\`not_found\`). The owner gets a mail.`,
    params: KeyId,
    status: 200,
    response: () => ManagedKey,
    answer: 'The key, which works again.',
    examples: () => ({
      parameters: { id: exampleKey.key_id },
      response: { restored: { ...exampleKey, last_used_at: null } },
    }),
  }),
}
