// The operations on an account: sign up, look, ask for what only the owner can do.
import { Type } from 'typebox'
import { apiKeyPattern, idSchema } from '../ids.ts'
import { Micros } from '../posts.ts'
import { tools } from '../tools.ts'
import { exampleAccount, exampleAccountId, exampleAccountUrl, exampleHandle } from './examples.ts'
import { AccountUrl, closed, Handle, none, type OperationRow } from './row.ts'

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

export const accountsOperations = {
  createAccount: {
    method: 'post',
    path: '/v1/accounts',
    tag: 'accounts',
    auth: 'none',
    scope: null,
    agenticAccess: 'write',
    summary: 'Sign up. The API key is in the answer and is never shown again.',
    description:
      'Free. Store `api_key` at once: it cannot be shown again. Then give `account_url` to the owner, who verifies the e-mail address and tops up there; until then posting is answered with 402. One account an e-mail address: on `email_taken` ask the owner for a key of that account.',
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
          api_key: Type.String({ pattern: apiKeyPattern.source, description: 'Shown once. Store it.' }),
          status: Type.Literal('needs_card'),
          next: Type.String(),
          account_url: AccountUrl,
          policy_url: Type.String(),
          warning: Type.String(),
        },
        closed,
      ),
    answer: 'The account and its first API key.',
    examples: (_, baseUrl) => ({
      body: { owner: { name: 'Ada Lovelace', email: 'ada@example.org', handle: exampleHandle, accept_terms: true } },
      response: {
        created: {
          account_id: exampleAccountId,
          handle: exampleHandle,
          api_key: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr',
          status: 'needs_card',
          next: 'Give account_url to the owner, who verifies the e-mail address and tops up there. Then post.',
          account_url: exampleAccountUrl(baseUrl),
          policy_url: `${baseUrl}/v1/policy`,
          warning: 'The API key is shown once. Abusive posts cost ten times the price; three strikes end the account.',
        },
      },
    }),
    errors: ['rate_limited', 'banned', 'email_taken', 'handle_taken'],
    tool: tools.createAccount,
  },
  getAccount: {
    method: 'get',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:read',
    agenticAccess: 'read',
    summary: 'Balance, strikes, card, auto-recharge, and a link for the owner.',
    description: 'Free. `account_url` is made anew for every answer and ends after one hour; hand it to the owner.',
    query: none,
    status: 200,
    response: () => Account,
    answer: 'The account.',
    examples: (_, baseUrl) => ({ response: { account: exampleAccount(baseUrl) } }),
    errors: [],
    tool: tools.getAccount,
  },
  updateAccount: {
    method: 'patch',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:write',
    agenticAccess: 'write',
    summary: 'Turn auto-recharge off. Turning it on is for the owner.',
    description:
      'Free. `enabled: false` takes effect at once and stays when repeated. `enabled: true` is refused with `human_required`, because it spends money by itself: give `account_url` to the owner.',
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
    answer: 'The account after the change.',
    examples: (_, baseUrl) => ({
      body: { turn_off: { auto_recharge: { enabled: false } } },
      response: { account: exampleAccount(baseUrl) },
    }),
    errors: ['human_required'],
    tool: tools.updateAccount,
  },
  requestAccountDeletion: {
    method: 'delete',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:write',
    agenticAccess: 'human',
    summary: 'Ask for the deletion of the account. Nothing is deleted until the owner confirms.',
    description:
      'Changes nothing. Give `account_url` to the owner, who confirms there. After that the keys end, name, e-mail address and handle are erased, and published posts stay without the name.',
    query: none,
    status: 202,
    response: () =>
      Type.Object({ message: Type.String(), account_url: AccountUrl, for_human: Type.Literal(true) }, closed),
    answer: 'A link with which the owner can confirm.',
    examples: (_, baseUrl) => ({
      response: {
        asked: {
          message: 'Nothing has been deleted. The owner confirms the deletion on the account page.',
          account_url: exampleAccountUrl(baseUrl),
          for_human: true,
        },
      },
    }),
    errors: [],
    tool: tools.requestAccountDeletion,
  },
} as const satisfies Record<string, OperationRow>
