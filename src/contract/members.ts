// Who may do what in an account that several people share: one table of areas, their pages, and the roles that may open them
// (contract.md §11).

/** The roles of people in an account. */
export const memberRoles = ['owner', 'manager', 'bookkeeper'] as const
export type MemberRole = (typeof memberRoles)[number]

const everybody: readonly MemberRole[] = memberRoles
const managers: readonly MemberRole[] = ['owner', 'manager']
const bookkeepers: readonly MemberRole[] = ['owner', 'bookkeeper']
const owners: readonly MemberRole[] = ['owner']

type Area = {
  /** What the area is about, as a page says it. */
  about: string
  roles: readonly MemberRole[]
  /** Its pages and forms, by the path of their route. */
  paths: readonly string[]
}

/** Every area of an account. A page that no area names is for owners alone. */
export const accountAreas: readonly Area[] = [
  {
    about: 'See the overview, sign out, leave the account, choose another account',
    roles: everybody,
    paths: [
      '/account',
      '/account/choose',
      '/account/members/leave',
      '/account/sessions/end',
      '/account/settings',
      '/account/sign-in/mine',
      '/account/sign-out',
      '/account/switch',
      '/account/verification',
    ],
  },
  {
    about: 'Top up, confirm a payment',
    roles: everybody,
    paths: ['/account/confirm', '/account/paid', '/account/top-up'],
  },
  { about: 'Read posts', roles: everybody, paths: ['/account/posts', '/account/posts/:id'] },
  {
    about: 'Approve, edit, cancel, delete and appeal posts',
    roles: managers,
    paths: [
      '/account/appeals',
      '/account/approvals',
      '/account/closed',
      '/account/event-status',
      '/account/posts/:id/edit',
      '/account/withdrawals',
    ],
  },
  {
    about: 'Read and answer what readers write, block and report its senders',
    roles: managers,
    paths: [
      '/account/conversations',
      '/account/conversations/:id',
      '/account/conversations/:id/answer',
      '/account/conversations/:id/block',
      '/account/conversations/:id/report',
      '/account/conversations/unblock',
    ],
  },
  {
    about: 'Make, bound, pause, replace and end keys; connect apps, and end them',
    roles: managers,
    paths: [
      '/account/apps',
      '/account/apps/change',
      '/account/apps/end',
      '/account/apps/pause',
      '/account/keys',
      '/account/keys/:id/end',
      '/account/keys/change',
      '/account/keys/pause',
      '/account/keys/pause-all',
      '/account/keys/replace',
      '/account/keys/restore',
      '/account/keys/resume-all',
      '/account/keys/revoke',
      '/oauth/consent/:uid',
      '/v1/manage/keys',
      '/v1/manage/keys/:id',
      '/v1/manage/keys/:id/replace',
      '/v1/manage/keys/:id/restore',
    ],
  },
  {
    about: 'See webhooks and send a delivery again',
    roles: managers,
    paths: ['/account/webhooks', '/account/webhooks/:id', '/account/webhooks/retry'],
  },
  { about: 'Read the ledger', roles: bookkeepers, paths: ['/account/ledger', '/account/ledger.csv'] },
  {
    about: 'See payments and their papers',
    roles: everybody,
    paths: ['/account/invoices/:id', '/account/payments', '/account/payments/:id/receipt'],
  },
  {
    about: 'Download payments and spending for accountants, say to whom invoices are made out',
    roles: bookkeepers,
    paths: ['/account/billing', '/account/payments.csv', '/account/spending.csv'],
  },
  { about: 'Set the warning of a low balance', roles: bookkeepers, paths: ['/account/warning'] },
  {
    about: 'See, name and remove passkeys (the person of the address of the account also adds them)',
    roles: owners,
    paths: ['/account/passkeys', '/account/passkeys/remove', '/account/passkeys/rename'],
  },
  {
    about: 'Turn auto-recharge on or off, acknowledge a penalty',
    roles: owners,
    paths: ['/account/auto-recharge', '/account/penalty'],
  },
  {
    about: 'Invite, change and remove people, read the activity',
    roles: owners,
    paths: [
      '/account/activity',
      '/account/members',
      '/account/members/invite',
      '/account/members/remove',
      '/account/members/role',
      '/account/members/uninvite',
    ],
  },
  {
    about: 'Change the name, the handle, the e-mail address and the language of mails',
    roles: owners,
    paths: [
      '/account/address',
      '/account/profile',
      '/account/profile/address',
      '/account/profile/handle',
      '/account/profile/language',
      '/account/profile/name',
      '/account/profile/stop',
    ],
  },
  {
    about: 'Download all data, delete the account',
    roles: owners,
    paths: ['/account/delete', '/account/delete/take-back', '/account/export'],
  },
]

const rolesOf = new Map(accountAreas.flatMap(({ paths, roles }) => paths.map(path => [path, roles] as const)))

/** The roles that may open the route with this path. */
export function rolesFor(path: string): readonly MemberRole[] {
  return rolesOf.get(path) ?? owners
}

/** Subjects of mails about an account, and the roles that get them. Mails about security go to owners. */
export const mailedTo = {
  security: owners,
  money: bookkeepers,
  budgets: memberRoles,
  posts: managers,
  webhooks: managers,
} as const satisfies Record<string, readonly MemberRole[]>
export type MailSubject = keyof typeof mailedTo
