// The operations on an account: sign up, look, ask for what only the owner can do.
import { Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { Micros } from '../posts.ts'
import { tools } from '../tools.ts'
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
    query: none,
    status: 200,
    response: () => Account,
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
    query: none,
    status: 202,
    response: () =>
      Type.Object({ message: Type.String(), account_url: AccountUrl, for_human: Type.Literal(true) }, closed),
    errors: [],
    tool: tools.requestAccountDeletion,
  },
} as const satisfies Record<string, OperationRow>
