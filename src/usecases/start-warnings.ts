// What a service with a public base URL should not start with: each check is one warning at the start, and stands in /readyz?verbose.

import type { Operator } from '../contract/operator.ts'
import type { TextName } from '../contract/operator-pages.ts'

/** A warning: a stable code, what is the case, and what to set. `open`: readers see it on the pages anyway. */
export type StartWarning = { code: string; says: string; fix: string; open?: true }

/** The part of the configuration that the checks read. */
type Settings = {
  sites: readonly { baseUrl: string }[]
  payments: { provider: 'sandbox' } | { provider: 'stripe'; secretKey: string }
  mailUrl: string
  mailFrom: string
  reviewers: readonly unknown[]
  trustProxy: readonly string[]
  operator: Operator
}

type Check = StartWarning & { when(settings: Settings, now: number, own: readonly TextName[]): boolean }

const hostOf = (url: string) => new URL(url).hostname

/** Names that lead nowhere outside the machine (RFC 6761), and addresses of the machine itself. */
export const isLocal = (host: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host) || /\.(localhost|test|example|invalid|local)$/.test(host)

const checks: readonly Check[] = [
  {
    code: 'sandbox-payments',
    when: ({ payments }) => payments.provider === 'sandbox',
    says: 'payments are in the sandbox: everybody tops up without money',
    fix: 'set PAYMENTS=stripe with its keys',
  },
  {
    code: 'stripe-test-keys',
    when: ({ payments }) => payments.provider === 'stripe' && payments.secretKey.startsWith('sk_test_'),
    says: 'STRIPE_SECRET_KEY is a test key: no card is charged',
    fix: 'set the live key',
  },
  {
    code: 'mail-to-folder',
    when: ({ mailUrl }) => mailUrl === 'outbox:',
    says: 'mail goes to a folder: no owner can verify an address or sign in',
    fix: 'set MAIL_URL=smtp://…',
  },
  {
    code: 'mail-from-localhost',
    when: ({ mailUrl, mailFrom }) => mailUrl !== 'outbox:' && /@localhost>?$/.test(mailFrom.trim()),
    says: 'mail is sent from localhost: most servers refuse it',
    fix: 'set MAIL_FROM to an address of the domain',
  },
  {
    code: 'no-reviewers',
    when: ({ reviewers }) => reviewers.length === 0,
    says: 'nobody can sign in to the review console: posts of which the model is unsure wait for ever',
    fix: 'set REVIEWERS to e-mail addresses',
  },
  {
    code: 'no-trusted-proxy',
    when: ({ trustProxy, sites }) =>
      trustProxy.length === 0 && sites.some(({ baseUrl }) => baseUrl.startsWith('https:')),
    says: 'an https base URL needs a proxy, and no proxy is trusted: all callers share the limits of one address',
    fix: 'set TRUST_PROXY to the addresses of the proxy',
  },
  {
    code: 'http-base-url',
    when: ({ sites }) => sites.some(({ baseUrl }) => baseUrl.startsWith('http:') && !isLocal(hostOf(baseUrl))),
    says: 'a public base URL has no TLS: keys and cookies are sent in the clear',
    fix: 'use https:// in SITES, behind a proxy that ends TLS',
  },
  {
    ...{ code: 'no-contact', open: true },
    when: ({ operator }) => !operator.contact,
    says: 'pages and mails name no contact of the operator',
    fix: 'set OPERATOR_CONTACT',
  },
  {
    ...{ code: 'no-terms', open: true },
    when: (_, __, own) => !own.includes('terms'),
    says: 'the terms are the packaged ones, which know neither the operator nor its law',
    fix: 'write terms.md in CONTENT_DIR',
  },
  {
    ...{ code: 'no-imprint', open: true },
    when: ({ operator: { name, address } }, _, own) => !own.includes('imprint') && (!name || address.length === 0),
    says: 'the imprint names nobody with a postal address',
    fix: 'set OPERATOR_NAME and OPERATOR_ADDRESS, or write imprint.md in CONTENT_DIR',
  },
  {
    code: 'security-expired',
    when: ({ operator: { security } }, now) => security !== null && Date.parse(security.expires) <= now,
    says: '/.well-known/security.txt has expired and is 404',
    fix: 'set SECURITY_EXPIRES to a later time',
  },
]

/**
 * The warnings of a service with a public base URL; none for one that only this machine reaches. `now` in epoch ms; `own`: the texts that
 * the operator has written.
 */
export function startWarnings(settings: Settings, now: number, own: readonly TextName[]): StartWarning[] {
  if (settings.sites.every(({ baseUrl }) => isLocal(hostOf(baseUrl)))) return []
  return checks.filter(check => check.when(settings, now, own)).map(({ when: _, ...warning }) => warning)
}
