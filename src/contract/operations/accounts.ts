// The operations on an account: sign up, read it, turn auto-recharge off, ask for its deletion.
import { type Static, type TObject, Type } from 'typebox'
import { askToDelete } from '../for-owner.ts'
import { apiKeyPattern, idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { LanguageTag, Micros } from '../posts.ts'
import { sentences } from '../sentences.ts'
import { abuseCosts, firstNeed, isFree } from '../sites/priced-site.ts'
import type { SiteRow } from '../sites.ts'
import { span } from '../words.ts'
import { changing, reading } from './agentic-access.ts'
import { blockingLine, exampleBlocking, readiness } from './blocking.ts'
import { exampleAccount, exampleAccountId, exampleAccountUrl, exampleHandle } from './examples.ts'
import { waiting } from './filters.ts'
import { KeyLimits, keyLine } from './key-limits.ts'
import { AccountUrl, closed, Handle, operation } from './row.ts'
import { keyNeeded, micros, reads } from './tool.ts'

const Account = Type.Object(
  {
    account_id: idSchema('account'),
    handle: Handle,
    test: Type.Optional(
      Type.Literal(true, { description: 'The account is for tests: nothing of it is public or costs money.' }),
    ),
    status: Type.Enum(['active', 'suspended', 'banned'], {
      description: 'The standing of the account; whether it can post is in ready_to_post.',
    }),
    ...readiness,
    balance: Micros('What can be spent.'),
    strikes: Type.Integer({ minimum: 0 }),
    card_on_file: Type.Boolean(),
    email_verified: Type.Boolean(),
    auto_recharge: Type.Object(
      {
        enabled: Type.Boolean(),
        threshold: Micros('A charge that leaves less than this starts a top-up.'),
        amount: Micros('What is topped up.'),
        per_day: Type.Integer({
          minimum: 1,
          description: 'The most recharges of a UTC day; past it auto-recharge pauses.',
        }),
        per_month: Type.Integer({ minimum: 1, description: 'The most recharges of a UTC month.' }),
        paused: Type.Boolean(),
        paused_by: Type.Optional(
          Type.Enum(['penalty', 'ceiling'], { description: 'Why it is paused, until the owner has seen it.' }),
        ),
      },
      closed,
    ),
    key: KeyLimits,
    account_url: AccountUrl,
  },
  { ...closed, title: 'Account' },
)

function accountLine(account: Static<typeof Account>): string {
  const { auto_recharge: recharge } = account
  return [
    `The account ${account.account_id} (@${account.handle}) is ${account.status}: balance ${micros(account.balance)}, ${account.strikes} strikes,`,
    `e-mail address ${account.email_verified ? '' : 'not '}verified, ${account.card_on_file ? 'a' : 'no'} card on file,`,
    `auto-recharge ${recharge.enabled ? `on${recharge.paused ? ' but paused' : ''}, ${micros(recharge.amount)} below ${micros(recharge.threshold)}` : 'off'}.`,
    ...keyLine(account.key),
    ...(account.ready_to_post ? ['It is ready to post.'] : blockingLine(account.blocking)),
    ...(account.blocking?.account_url ? [] : [`For the owner: ${account.account_url}`]),
  ].join(' ')
}

/** How the owner puts a new key into the client that asked for it. */
const ClientSetup = Type.Object({ instructions: Type.String(), configuration: Type.Object({}) }, closed)

function clientSetup(apiKey: string, { nouns }: SiteRow, baseUrl: string): Static<typeof ClientSetup> {
  const url = `${baseUrl}/mcp`
  const headers = { Authorization: `Bearer ${apiKey}` }
  return {
    instructions: `Tell the owner: for this client to post with the new key, put it into the configuration of the MCP server ${url} as the header "Authorization: Bearer" and the key, then connect again. In a client that takes a JSON file of servers:`,
    configuration: { mcpServers: { [`handbill-${nouns}`]: { type: 'http', url, headers } } },
  }
}

export const accountsOperations = {
  createAccount: operation({
    method: 'post',
    path: '/v1/accounts',
    soughtAt: ['/v1/signup', '/v1/register', '/v1/users', '/v1/keys'],
    tag: 'accounts',
    auth: 'none',
    scope: null,
    agenticAccess: {
      ...changing('Binds the owner to the terms in the name that is given: ask the owner first. Costs nothing.'),
      'human-in-the-loop': 'required',
    },
    summary: 'Sign up. The API key is in the answer and is never shown again.',
    description: site =>
      `Free. Store \`api_key\` at once: it cannot be shown again. Then give \`account_url\` to the owner, who verifies the e-mail address ${isFree(site) ? '' : 'and tops up '}there; until then posting is answered with 402. An e-mail address belongs to the account that verifies it first; other accounts with the same address then have none until their owner enters another on the account page. On \`email_taken\` ask the owner for a key of the account that has it.`,
    body: () =>
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the owner.' }),
          email: Type.String({
            format: 'email',
            maxLength: limits.emailLength,
            description: 'E-mail address of the owner.',
          }),
          handle: Type.Optional(Handle),
          accept_terms: Type.Literal(true, {
            description: 'The owner accepts the terms at /terms/ and the abuse policy at /policy/ of this site.',
          }),
          language: Type.Optional(
            LanguageTag(
              'BCP 47: the language of the mails to the owner; English where the platform does not speak it. The owner can change it on the account page.',
            ),
          ),
          test: Type.Optional(
            Type.Boolean({
              description: 'true: for tests; no mail, no money, nothing public.',
            }),
          ),
        },
        closed,
      ),
    status: 201,
    response: () =>
      Type.Object(
        {
          account_id: idSchema('account'),
          handle: Handle,
          test: Type.Optional(Type.Literal(true, { description: 'The account is for tests.' })),
          api_key: Type.String({ pattern: apiKeyPattern.source, description: 'Shown once. Store it.' }),
          status: Type.Enum(['needs_card', 'verify_email', 'ready'], {
            description:
              'What a new account needs: money, or the verified address alone where posting is free; ready for a test account. blocking has what stops it now.',
          }),
          ...readiness,
          next: Type.String(),
          account_url: AccountUrl,
          policy_url: Type.String(),
          warning: Type.String(),
        },
        closed,
      ),
    answer: 'The account and its first API key.',
    examples: (site, baseUrl) => ({
      body: { owner: { name: 'Ada Lovelace', email: 'ada@example.org', handle: exampleHandle, accept_terms: true } },
      response: {
        created: {
          account_id: exampleAccountId,
          handle: exampleHandle,
          api_key: 'ak_6nLr8vQwT2yBxM4kZpD9hGsJ3fXcVe1a0ca9Mr',
          status: firstNeed(site),
          ready_to_post: false,
          blocking: exampleBlocking(site, baseUrl),
          next: sentences.next(site),
          account_url: exampleAccountUrl(baseUrl),
          policy_url: `${baseUrl}/v1/policy`,
          warning: sentences.warning(site),
        },
      },
    }),
    tool: {
      name: 'create_account',
      title: 'Create an account',
      description: site =>
        [
          `Signs your owner up and returns the API key once: store it, and give the owner account_url and client_setup (how this client gets the key).`,
          `Free. Use the real name and address of your owner, with their consent: abuse ${abuseCosts(site)}, ${limits.strikesToBan} strikes ban. email_taken: the owner has a key already.`,
        ].join(' '),
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
      // The list of tools has no room for it.
      leavesOut: ['language'],
      offer: 'post',
      structured: {
        of: (answer, site, baseUrl) => ({ ...answer, client_setup: clientSetup(answer.api_key, site, baseUrl) }),
        schema: response => Type.Object({ ...(response as TObject).properties, client_setup: ClientSetup }, closed),
      },
      summary: (answer, site, baseUrl) => {
        const { instructions, configuration } = clientSetup(answer.api_key, site, baseUrl)
        return [
          `The account ${answer.account_id} (@${answer.handle}) exists. Store its API key, it is not shown again: ${answer.api_key}`,
          `Forward this to the owner: ${answer.blocking?.message_for_owner ?? answer.account_url}`,
          instructions,
          JSON.stringify(configuration, null, 2),
        ].join('\n')
      },
    },
  }),
  getAccount: operation({
    method: 'get',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:read',
    agenticAccess: reading('Shows the balance, and a link that opens the account page: for the owner alone.'),
    summary: 'Balance, strikes, card, auto-recharge, what the key may spend, and a link for the owner.',
    description: `Free. \`account_url\` is made anew for every answer and ends after ${span(limits.accountLinkMs)}; hand it to the owner. \`key\` has the limits that the owner has set for this key, and what is left of its daily budget. With \`wait_for=ready\` the answer comes as soon as the account is \`ready_to_post\`, or after \`wait\` seconds.`,
    query: () =>
      Type.Object(
        {
          wait_for: Type.Optional(Type.Literal('ready', { description: 'Waits until ready_to_post.' })),
          ...waiting,
        },
        closed,
      ),
    status: 200,
    response: () => Account,
    answer: 'The account.',
    examples: (_, baseUrl) => ({ response: { account: exampleAccount(baseUrl) } }),
    tool: {
      name: 'get_account',
      title: 'Look at the account',
      description: `Balance, strikes, what your key may do (budget left today, limit of a post, sites, whether the owner is asked first), what stops a post, and a fresh account_url for the owner. Free. ${keyNeeded}`,
      hints: reads,
      offer: 'post',
      summary: accountLine,
    },
  }),
  updateAccount: operation({
    method: 'patch',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:read',
    agenticAccess: changing('Turns auto-recharge off; the owner can turn it on again on the account page.'),
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
    tool: {
      name: 'disable_auto_recharge',
      title: 'Turn auto-recharge off',
      description: `Stops the account from topping itself up from the saved card. Free, at once; only the owner turns it on again. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
      offer: 'post',
      fixed: { auto_recharge: { enabled: false } },
      summary: accountLine,
    },
  }),
  deleteAccount: operation({
    method: 'delete',
    path: '/v1/account',
    tag: 'accounts',
    auth: 'key',
    scope: 'account:read',
    agenticAccess: {
      ...changing('Deletes nothing by itself: the owner has to confirm in a browser.'),
      'human-in-the-loop': 'required',
    },
    summary: 'Ask for the deletion of the account. Nothing is deleted until the owner confirms.',
    description:
      'Changes nothing. Give `account_url` to the owner, who confirms there. After that the keys end, name, e-mail address and handle are erased, and published posts stay without the name.',
    status: 202,
    response: () =>
      Type.Object(
        {
          message: Type.String(),
          account_url: AccountUrl,
          for_human: Type.Literal(true),
          message_for_owner: Type.String({ description: 'One sentence for the owner with the link, to be forwarded.' }),
        },
        closed,
      ),
    answer: 'A link with which the owner can confirm.',
    examples: (_, baseUrl) => ({
      response: {
        asked: {
          message: sentences.deletionAsked,
          account_url: exampleAccountUrl(baseUrl),
          for_human: true,
          message_for_owner: askToDelete(exampleAccountUrl(baseUrl)),
        },
      },
    }),
    tool: {
      name: 'request_account_deletion',
      title: 'Ask for the deletion of the account',
      description: `Deletes nothing: returns an account_url where the owner confirms; then keys and webhooks end, and published posts stay without the name. Only when your owner asks for it. Free. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
      offer: 'post',
      summary: answer => `Nothing has been deleted. Forward this to the owner: ${answer.message_for_owner}`,
    },
  }),
}
