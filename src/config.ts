// The configuration: one table of environment variables, checked at start (contract.md §2).

import { isIP } from 'node:net'
import type { AnnouncerConfig } from './contract/announcements.ts'
import type { BackupSettings } from './contract/backups.ts'
import { ConfigError } from './contract/config-error.ts'
import { currencyDecimals } from './contract/currencies.ts'
import { type PlatformMoney, usualMoney } from './contract/currency.ts'
import { type Invoicing, inUnion, ratePerPercent, vatForms } from './contract/invoicing.ts'
import { minorUnitOf } from './contract/minor-units.ts'
import { type ModelFormat, modelFormatNames, modelFormats } from './contract/moderation/model-formats.ts'
import type { Operator } from './contract/operator.ts'
import { prices } from './contract/prices.ts'
import { readSecretKey, secretKeyTakes } from './contract/secret-key.ts'
import type { FormerHost } from './contract/sites/former-host.ts'
import type { PriceList, PriceStep, TopUps } from './contract/sites/priced-site.ts'
import { type SiteId, siteIds } from './contract/sites/site-ids.ts'

export type Site = { id: SiteId; baseUrl: string; host: string }

/** A language model behind an OpenAI-compatible API. */
export type LanguageModel = {
  /** Without a trailing slash. */
  url: string
  model: string
  apiKey: string | null
  format: ModelFormat
  /** Whether the embedded model has to agree before a post is published. */
  second: boolean
  /** Micros a token. */
  price: { prompt: number; answer: number }
}

export type Config = {
  host: string
  port: number
  sites: Site[]
  /** Hosts that sites had before. */
  formerHosts: FormerHost[]
  databaseUrl: string
  dataDir: string
  /** The folder with the texts of the operator's pages. */
  contentDir: string
  /** 32 bytes; null until main generates or loads the file in the data folder. */
  secretKey: Buffer | null
  /** The secret before the last rotation. Links and webhook secrets made with it are still accepted. */
  previousSecretKey: Buffer | null
  role: 'api' | 'worker' | 'all'
  payments: { provider: 'sandbox' } | ({ provider: 'stripe' } & StripeConfig)
  /** The currency and the offered top-ups. */
  money: PlatformMoney
  prices: Required<PriceList>
  /** Null where the operator issues no invoices. */
  invoicing: Invoicing | null
  mailUrl: string
  mailFrom: string
  moderation: 'embedded' | LanguageModel
  moderationStartUrl: string | null
  moderationStartKey: string | null
  moderationFallback: 'wait' | 'embedded'
  platformRps: number
  platformBurst: number
  redisUrl: string | null
  trustProxy: string[]
  webhookTargets: 'public' | 'any'
  announcements: AnnouncerConfig
  operator: Operator
  /** Where the end of the log of decisions is mailed; null for nowhere. */
  auditMail: string | null
  /** The people who decide posts of which the model is unsure. */
  reviewers: { email: string; role: 'reviewer' | 'lead' }[]
  /** One decision of a reviewer in this many is made once more by another reviewer; 0 for none. */
  reviewSample: number
  /** So many published posts an account needs before a model publishes its texts, and before it is trusted; 0 for none. */
  trust: { firstPosts: number; after: number }
  /** The bearer token of /metrics; null if only this machine may read it. */
  metricsToken: string | null
  /** Where traces are sent, under which name, and the share that is sent, from 0 to 1; null for nowhere. */
  tracing: { url: string; service: string; share: number } | null
  /** Null where no backups are scheduled. */
  backups: BackupSettings | null
  logLevel: string
}

export type StripeConfig = { secretKey: string; webhookSecret: string; apiBase: string }

type Row = { default: string; secret?: boolean; takes: string; meaning: string }

const mostRequests = 1_000_000
const mostSampled = 1_000_000
/** The most that REVIEW_FIRST_POSTS takes. */
const mostFirstPosts = 1_000
/** A short record says little. */
const leastTrusted = 10
const mostTrusted = 100_000
/** A million units of the currency: the unit of some is small. */
const mostMicros = 1_000_000_000_000
const leastBackupMinutes = 5
const mostBackupDays = 31
const mostKept = 1_000
/** Half a unit of the currency. */
const leastTopUp = 500_000
const mostOffered = 6
const mostTopUp = mostMicros

/** Every variable that the service reads. `${PORT}` in a default stands for the value of that variable. */
export const variables = {
  HOST: { default: '127.0.0.1', takes: 'an address to listen on', meaning: 'The address that the service listens on.' },
  PORT: { default: '8787', takes: 'a port from 0 to 65535', meaning: 'The port that the service listens on.' },
  SITES: {
    default: 'events=http://localhost:${PORT}',
    takes: `a comma list of site=base_url, with each site one of ${siteIds.join(', ')}`,
    meaning: 'The sites and their base URLs; the host of a request selects the site.',
  },
  SITES_MOVED: {
    default: '',
    takes: 'a comma list of former_base_url=site, each site one of SITES',
    meaning:
      'Former base URLs: reading is redirected to the same path of the site, and calls with a key are told its address.',
  },
  SITES_CLOSED: {
    default: '',
    takes: 'a comma list of base URLs that are not in SITES',
    meaning: 'Base URLs of sites that were closed: they answer 410.',
  },
  DATABASE_URL: {
    default: 'sqlite:${DATA_DIR}/handbill.db',
    secret: true,
    takes: 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME',
    meaning: 'The database.',
  },
  DATA_DIR: {
    default: 'data',
    takes: 'a folder',
    meaning: 'SQLite file, generated secret, outbox of mails, compiled code.',
  },
  SECRET_KEY: {
    default: '',
    secret: true,
    takes: secretKeyTakes,
    meaning:
      'Signs links and encrypts webhook secrets. Generated into DATA_DIR on first start; required when the database is PostgreSQL.',
  },
  SECRET_KEY_PREVIOUS: {
    default: '',
    secret: true,
    takes: secretKeyTakes,
    meaning: 'The secret before the last rotation. Links and webhook secrets made with it are still accepted.',
  },
  ROLE: {
    default: 'all',
    takes: 'api, worker or all',
    meaning: 'What this process runs: the HTTP service, the workers, or both.',
  },
  PAYMENTS: {
    default: 'sandbox',
    takes: 'sandbox or stripe',
    meaning: 'The payment provider. In the sandbox no money moves.',
  },
  STRIPE_SECRET_KEY: {
    default: '',
    secret: true,
    takes: 'a secret key of Stripe (sk_… or rk_…), required with PAYMENTS=stripe',
    meaning: 'The key for the API of Stripe.',
  },
  STRIPE_WEBHOOK_SECRET: {
    default: '',
    secret: true,
    takes: 'the signing secret of a webhook endpoint of Stripe (whsec_…), required with PAYMENTS=stripe',
    meaning: 'The secret with which Stripe signs its events.',
  },
  STRIPE_API_BASE: {
    default: 'https://api.stripe.com',
    takes: 'an http or https URL without a path',
    meaning: 'The address of the API of Stripe, for a proxy or for tests.',
  },
  PRICES: {
    default: '',
    takes: `a comma list of site=micros, each site once, micros a whole number up to ${mostMicros}, 0 for free posting`,
    meaning: 'The price of a post on a site, or of one occurrence of an event.',
  },
  PRICES_NEXT: {
    default: '',
    takes:
      'a time such as 2027-01-01T00:00:00Z and a list as in PRICES, with a space between; several of them with semicolons between, the earliest first',
    meaning: 'Prices from an instant on. GET /v1/pricing announces them, and they hold then without a restart.',
  },
  ABUSE_AT_LEAST: {
    default: '0',
    takes: `a whole number of micros up to ${mostMicros}`,
    meaning: 'The minimum total cost of an abusive post, for sites on which posting is cheap or free.',
  },
  CURRENCY: {
    default: usualMoney.currency,
    takes: 'the ISO 4217 code of a currency in capitals, such as EUR',
    meaning:
      'The one currency of the platform, in millionths of which all amounts are. It cannot change once money has moved.',
  },
  TOPUPS: {
    default: usualMoney.topUps.join(','),
    takes: `1 to ${mostOffered} whole numbers of micros, ascending and with commas between, each an amount that can be charged in CURRENCY`,
    meaning: 'The amounts that the account page offers for a top-up and for auto-recharge.',
  },
  TOPUP_MIN: {
    default: String(prices.topUp.leastMicros),
    takes: `a whole number of micros from ${leastTopUp} to the least of TOPUPS, an amount that can be charged in CURRENCY`,
    meaning: 'The least that an owner tops up at once.',
  },
  TOPUP_MAX: {
    default: String(prices.topUp.mostMicros),
    takes: `a whole number of micros from the most of TOPUPS to ${mostTopUp}, an amount that can be charged in CURRENCY`,
    meaning: 'The most that an owner tops up at once.',
  },
  INVOICE_NAME: {
    default: '',
    takes: 'a name of up to 200 characters; with it INVOICE_ADDRESS and INVOICE_COUNTRY are required',
    meaning: 'The seller on invoices. Without it no invoices are issued, and owners have receipts.',
  },
  INVOICE_ADDRESS: {
    default: '',
    takes: 'a postal address of up to 300 characters, with commas between its lines, required with INVOICE_NAME',
    meaning: 'The postal address of the seller.',
  },
  INVOICE_COUNTRY: {
    default: '',
    takes: 'a two-letter country code such as DE, required with INVOICE_NAME',
    meaning: 'The country of the seller.',
  },
  INVOICE_VAT_ID: {
    default: '',
    takes: 'the VAT or tax number of the seller; in the EU a VAT id of INVOICE_COUNTRY, such as DE123456789',
    meaning: 'The VAT id of the seller. A buyer in another country of the EU has reverse charge only where it is set.',
  },
  INVOICE_TAX_NAME: {
    default: 'VAT',
    takes: 'a name of up to 20 characters',
    meaning: 'What the tax is called on invoices.',
  },
  INVOICE_TAX_RATES: {
    default: '',
    takes:
      'a comma list of country=percent, each country once, such as DE=19,FR=20,*=0, with * for every other country and up to 3 decimals',
    meaning: 'The tax that is inside of a payment, by the country of the buyer; a country that is not listed has none.',
  },
  INVOICE_PREFIX: {
    default: 'INV-',
    takes: 'up to 12 of A-Z, 0-9, hyphen and slash, not TEST at the beginning',
    meaning: 'What the numbers of invoices begin with; the year and a number without gaps follow.',
  },
  MAIL_URL: {
    default: 'outbox:',
    secret: true,
    takes: 'outbox: or smtp://USER:PASSWORD@HOST:PORT (smtps:// for TLS from the start)',
    meaning: 'Where mail goes; outbox: writes .eml files into DATA_DIR/outbox.',
  },
  MAIL_FROM: {
    default: 'Handbill <handbill@localhost>',
    takes: 'an address, with or without a name',
    meaning: 'The sender of mails.',
  },
  MODERATION: {
    default: 'embedded',
    // Somebody may put a password into the URL by mistake.
    secret: true,
    takes: 'embedded, or the http or https base URL of an OpenAI-compatible API without user, query and fragment',
    meaning: 'The moderation model.',
  },
  MODERATION_MODEL: {
    default: '',
    takes: 'the name of a model at the URL in MODERATION',
    meaning: 'The language model that decides; required when MODERATION is a URL.',
  },
  MODERATION_API_KEY: {
    default: '',
    secret: true,
    takes: 'printable ASCII without spaces',
    meaning: 'Sent to the URL in MODERATION as bearer token.',
  },
  MODERATION_FORMAT: {
    default: 'auto',
    takes: `auto or one of ${modelFormatNames.join(', ')}`,
    meaning: 'The answer format of the language model; auto derives it from the name of the model.',
  },
  MODERATION_SECOND: {
    default: 'on',
    takes: 'on or off; on for a model that does not read the policy',
    meaning: 'Whether the embedded model has to agree before a post is published.',
  },
  MODERATION_PRICE: {
    default: '0,0',
    takes: 'two numbers, such as 0.15,0.60: what a million tokens of prompts, and of answers, cost in CURRENCY',
    meaning: 'The price at which calls of a language model are counted.',
  },
  MODERATION_START_URL: {
    default: '',
    secret: true,
    takes: 'an http or https URL without user and password',
    meaning: 'Called by POST to start a moderation model that sleeps while its queue is empty.',
  },
  MODERATION_START_KEY: {
    default: '',
    secret: true,
    takes: 'printable ASCII without spaces',
    meaning: 'Sent to MODERATION_START_URL as bearer token.',
  },
  MODERATION_FALLBACK: {
    default: 'wait',
    takes: 'wait or embedded',
    meaning: 'What happens while the moderation model does not answer: posts wait, or the embedded model decides.',
  },
  PLATFORM_RPS: {
    default: '100',
    takes: `a whole number up to ${mostRequests}, 0 for no limit`,
    meaning: 'Requests a second on /v1 and /mcp.',
  },
  PLATFORM_BURST: {
    default: '200',
    takes: `a whole number from 1 to ${mostRequests}`,
    meaning: 'How many requests may come at once, above that rate.',
  },
  REDIS_URL: {
    default: '',
    secret: true,
    takes: 'redis://USER:PASSWORD@HOST:PORT/NUMBER (rediss:// for TLS)',
    meaning: 'Shares the platform rate limit among nodes; without Redis each process counts by itself.',
  },
  TRUST_PROXY: {
    default: '',
    takes: 'a comma list of addresses or CIDRs',
    meaning: 'Proxies whose forwarded headers are trusted.',
  },
  WEBHOOK_TARGETS: {
    default: 'public',
    takes: 'public or any',
    meaning:
      'The addresses that webhooks may call; any allows http, other ports and private addresses, for development only.',
  },
  WEBSUB_HUB: {
    default: '',
    takes: 'an http or https URL without user, password and fragment',
    meaning: 'The WebSub hub that feeds name. It is notified when a feed changes.',
  },
  INDEXNOW_KEY: {
    default: '',
    takes: '8 to 128 letters, digits and hyphens',
    meaning: 'The key for notifying IndexNow of posts that are published, changed or gone; served at /KEY.txt.',
  },
  INDEXNOW_URL: {
    default: 'https://api.indexnow.org/indexnow',
    takes: 'an http or https URL without user, password and fragment',
    meaning: 'The search engine to notify.',
  },
  CONTENT_DIR: {
    default: '${DATA_DIR}/content',
    takes: 'a folder',
    meaning:
      'The operator’s own pages: about.md, help.md, contact.md, imprint.md, terms.md, privacy.md; about.de.md for German; face.yaml for names, logo and colours.',
  },
  OPERATOR_NAME: {
    default: '',
    takes: 'a name of up to 100 characters',
    meaning: 'The name of the operator, shown on pages.',
  },
  OPERATOR_CONTACT: {
    default: '',
    takes: 'an e-mail address or an https URL',
    meaning: 'The contact of the operator, linked from pages.',
  },
  OPERATOR_ADDRESS: {
    default: '',
    takes: 'a postal address of up to 300 characters, with commas between its lines',
    meaning: 'The postal address of the operator, shown in the imprint.',
  },
  OPERATOR_LEGAL_CONTACT: {
    default: '',
    takes: 'an e-mail address or an https URL',
    meaning: 'Where authorities and rights-holders write; OPERATOR_CONTACT when it is not set.',
  },
  OPERATOR_DISPUTES: {
    default: '',
    takes: 'a name and an https URL behind it, such as "Appeals Centre https://appeals.example"',
    meaning: 'The body for disputes out of court, named to reporters with each decision.',
  },
  AUDIT_MAIL: {
    default: '',
    takes: 'an e-mail address, or `none`',
    meaning:
      'Where the end of the log of decisions is mailed, once a day on which it has moved; that of OPERATOR_CONTACT when it is not set.',
  },
  SECURITY_CONTACT: {
    default: '',
    takes: 'a comma list of e-mail, https: or tel: addresses',
    meaning: 'Where to report security faults, published in /.well-known/security.txt; needs SECURITY_EXPIRES.',
  },
  SECURITY_EXPIRES: {
    default: '',
    takes: 'a time such as 2027-06-30T00:00:00Z, at best within a year; needs SECURITY_CONTACT',
    meaning: 'When /.well-known/security.txt expires; it is 404 from then on.',
  },
  REVIEWERS: {
    default: '',
    takes: 'a comma list of e-mail addresses, with "=lead" after the address of a lead',
    meaning:
      'The people who decide appeals and posts of which the model is unsure. With two or more, nobody decides an appeal against a decision of their own.',
  },
  REVIEW_SAMPLE: {
    default: '0',
    takes: `a whole number up to ${mostSampled}, 0 for none`,
    meaning: 'One decision of a person in this many goes to another of REVIEWERS as well, unmarked.',
  },
  REVIEW_FIRST_POSTS: {
    default: '0',
    takes: `a whole number up to ${mostFirstPosts}, 0 for none`,
    meaning: 'A person decides every text of an account with fewer published posts than this.',
  },
  TRUST_AFTER_POSTS: {
    default: '0',
    takes: `a whole number from ${leastTrusted} to ${mostTrusted}, 0 for never`,
    meaning:
      'An account with this many published posts and nothing found against it for 90 days is held a little less by the embedded model.',
  },
  METRICS_TOKEN: {
    default: '',
    secret: true,
    takes: 'printable ASCII without spaces, 16 characters or more',
    meaning: 'The bearer token with which other machines may read /metrics; without it only this machine may.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    takes: 'the base URL of a collector that takes OTLP over HTTP, such as http://localhost:4318',
    meaning: 'Where traces are sent; none are made without it.',
  },
  OTEL_SERVICE_NAME: {
    default: 'handbill',
    takes: 'a name of 1 to 100 characters',
    meaning: 'The name of this service in traces.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    takes: 'a number from 0 to 1',
    meaning: 'The share of traces that is sent. All processes on one database need the same.',
  },
  BACKUP_TO: {
    default: '',
    takes: 'a folder, or s3:https://HOST/BUCKET/PREFIX for a bucket behind the API of S3',
    meaning: 'Where backups are kept; without it none are made by the service.',
  },
  BACKUP_EVERY: {
    default: '24h',
    takes: `a number with m for minutes, h for hours or d for days, from ${leastBackupMinutes}m to ${mostBackupDays}d`,
    meaning: 'How often a backup is made.',
  },
  BACKUP_KEEP: {
    default: '7d,4w,6m',
    takes: 'a comma list of numbers with d, w and m, such as 7d,4w,6m',
    meaning:
      'Of how many of the newest days, weeks and months with a backup the last one is kept. Older backups are deleted.',
  },
  BACKUP_RECIPIENT: {
    default: '',
    takes: 'a comma list of recipients of age (age1…), as age-keygen prints them',
    meaning: 'Those for whom backups are encrypted; without it they are not encrypted.',
  },
  BACKUP_S3_KEY: {
    default: '',
    secret: true,
    takes: 'ACCESS_KEY_ID:SECRET_ACCESS_KEY, required when BACKUP_TO is a bucket',
    meaning: 'The credentials for the bucket.',
  },
  BACKUP_S3_REGION: {
    default: 'us-east-1',
    takes: 'the name of a region, such as eu-central-1',
    meaning: 'The region of the bucket.',
  },
  LOG_LEVEL: {
    default: 'info',
    takes: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'How much is logged.',
  },
} as const satisfies Record<string, Row>

type Name = keyof typeof variables
export type SettingName = Name

/** The variables whose values are shown nowhere. */
export const secretNames = (Object.keys(variables) as Name[]).filter(name => (variables[name] as Row).secret)

/** The variable that names a file with the value of a secret. */
export const fileVariableOf = (name: Name) => `${name}_FILE`

/** Every variable in a few lines: its meaning, the values that it takes, its default. */
export function settingsText(): string {
  const rows = Object.entries<Row>(variables)
  return rows
    .map(([name, row]) => {
      const file = row.secret ? ` Or ${fileVariableOf(name as Name)}: the path of a file that holds the value.` : ''
      return `  ${name}=${row.default}\n      ${row.meaning}\n      Takes ${row.takes}.${file}`
    })
    .join('\n')
}

/** The value of a variable as the service reads it: that of `env`, or its default. */
export function settingOf(name: Name, env: Record<string, string | undefined>): string {
  return variablesOf(env).text(name)
}

/**
 * Reads and checks the configuration. Throws ConfigError with a line for each wrong variable: its value (unless secret) and the values
 * that it takes.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults = new Map<string, string>()
  // A wrong variable is set aside, so that the next one is found too.
  for (let given = env; ; ) {
    try {
      const config = readAll(given)
      if (faults.size === 0) return config
      break
    } catch (error) {
      const name = error instanceof ConfigError ? /^[A-Z_]+(?=:)/.exec(error.message)?.[0] : undefined
      if (name === undefined) throw error
      // What is missing beside a variable that is wrong is told once that one is right.
      if (faults.has(name) || !env[name]) {
        if (faults.size === 0) throw error
        break
      }
      faults.set(name, (error as ConfigError).message)
      given = { ...given, [name]: undefined }
    }
  }
  throw new ConfigError([...faults.values()].join('\n'))
}

function readAll(env: Record<string, string | undefined>): Config {
  const read = variablesOf(env)
  const { text, refuse, fitting, integer, oneOf, key } = read
  // The default of SITES has the port.
  const port = integer('PORT', 0, 65_535)
  const sites = readSites(text('SITES'), why => refuse('SITES', why))
  return {
    host: text('HOST'),
    port,
    sites,
    formerHosts: readFormerHosts(read, sites),
    databaseUrl: fitting('DATABASE_URL', url => /^sqlite:.+|^postgres(ql)?:\/\/.+/.test(url) && URL.canParse(url)),
    dataDir: text('DATA_DIR'),
    contentDir: text('CONTENT_DIR'),
    // A SECRET_KEY that is set but empty is a lost secret, not a request for a generated one.
    secretKey: env.SECRET_KEY === '' ? refuse('SECRET_KEY') : key('SECRET_KEY'),
    previousSecretKey: key('SECRET_KEY_PREVIOUS'),
    role: oneOf('ROLE', ['api', 'worker', 'all']),
    payments: readPayments(read),
    money: readMoney(read),
    prices: {
      items: readPrices(text('PRICES'), why => refuse('PRICES', why)),
      abuseMicros: integer('ABUSE_AT_LEAST', 0, mostMicros),
      topUps: readTopUps(read, env),
      steps: readPriceSteps(text('PRICES_NEXT'), why => refuse('PRICES_NEXT', why)),
    },
    invoicing: readInvoicing(read),
    mailUrl: fitting('MAIL_URL', url => url === 'outbox:' || (/^smtps?:\/\/./.test(url) && hostOf(url) !== '')),
    mailFrom: fitting('MAIL_FROM', from => /^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(from)),
    moderation: readModeration(read),
    moderationStartUrl: fitting('MODERATION_START_URL', url => url === '' || isCallable(url)) || null,
    moderationStartKey: fitting('MODERATION_START_KEY', key => /^[\x21-\x7e]*$/.test(key)) || null,
    moderationFallback: oneOf('MODERATION_FALLBACK', ['wait', 'embedded']),
    platformRps: integer('PLATFORM_RPS', 0, mostRequests),
    platformBurst: integer('PLATFORM_BURST', 1, mostRequests),
    redisUrl: fitting('REDIS_URL', url => url === '' || isRedisUrl(url)) || null,
    trustProxy: readProxies(text('TRUST_PROXY'), why => refuse('TRUST_PROXY', why)),
    webhookTargets: oneOf('WEBHOOK_TARGETS', ['public', 'any']),
    announcements: readAnnouncements(read),
    operator: readOperator(read),
    auditMail: readAuditMail(read),
    reviewers: readReviewers(text('REVIEWERS'), why => refuse('REVIEWERS', why)),
    reviewSample: integer('REVIEW_SAMPLE', 0, mostSampled),
    trust: {
      firstPosts: integer('REVIEW_FIRST_POSTS', 0, mostFirstPosts),
      after: readTrustAfter(integer('TRUST_AFTER_POSTS', 0, mostTrusted), () => refuse('TRUST_AFTER_POSTS')),
    },
    metricsToken: fitting('METRICS_TOKEN', token => /^([\x21-\x7e]{16,})?$/.test(token)) || null,
    tracing: readTracing(read),
    backups: readBackups(read),
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }
}

/** Functions that read and check a variable. An empty value counts as unset. */
function variablesOf(env: Record<string, string | undefined>) {
  const text = (name: Name): string =>
    env[name] || variables[name].default.replace(/\$\{(\w+)\}/g, (_, other: Name) => text(other))
  const refuse = (name: Name, why = ''): never => {
    const row: Row = variables[name]
    const got = !env[name] ? 'nothing' : row.secret ? 'a value that is not shown' : JSON.stringify(env[name])
    throw new ConfigError(`${name}: got ${got}${why ? ` (${why})` : ''}; it takes ${row.takes}`)
  }
  const fitting = (name: Name, fits: (value: string) => boolean): string => {
    const value = text(name)
    return fits(value) ? value : refuse(name)
  }
  const integer = (name: Name, min: number, max: number): number =>
    Number(fitting(name, value => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max))
  const oneOf = <T extends string>(name: Name, allowed: readonly T[]): T =>
    fitting(name, value => (allowed as readonly string[]).includes(value)) as T
  const key = (name: Name): Buffer | null => {
    const found = text(name) === '' ? null : readSecretKey(text(name))
    return typeof found === 'string' ? refuse(name, found) : found
  }
  return { text, refuse, fitting, integer, oneOf, key }
}

/** The parts of a list, without the space around them and without empty ones. */
const partsOf = (value: string, separator = ',') => value.split(separator).flatMap(part => part.trim() || [])

function readFormerHosts({ text, refuse }: ReturnType<typeof variablesOf>, sites: readonly Site[]): FormerHost[] {
  const taken = new Set(sites.map(({ host }) => host))
  const former = (name: Name, url: string, movedTo: SiteId | null): FormerHost => {
    if (!/^https?:\/\//.test(url) || !isBareUrl(url)) return refuse(name, `"${url}" is no base URL`)
    const { host, port, protocol } = new URL(url)
    if (taken.has(host)) return refuse(name, `"${host}" is the host of a site or is listed twice`)
    taken.add(host)
    return { hosts: port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host], movedTo }
  }
  const moved = partsOf(text('SITES_MOVED')).map(part => {
    const [url = '', id = ''] = part.split(/=(.*)/s)
    const site = sites.find(each => each.id === id)
    return site ? former('SITES_MOVED', url, site.id) : refuse('SITES_MOVED', `"${id}" is none of SITES`)
  })
  return [...moved, ...partsOf(text('SITES_CLOSED')).map(url => former('SITES_CLOSED', url, null))]
}

function readPayments({ refuse, fitting, oneOf }: ReturnType<typeof variablesOf>): Config['payments'] {
  const provider = oneOf('PAYMENTS', ['sandbox', 'stripe'])
  const secretKey = fitting('STRIPE_SECRET_KEY', value => value === '' || /^[sr]k_\w+$/.test(value))
  const webhookSecret = fitting('STRIPE_WEBHOOK_SECRET', value => value === '' || /^whsec_\S+$/.test(value))
  const apiBase = fitting('STRIPE_API_BASE', isBareUrl)
  if (provider === 'sandbox') return { provider }
  if (secretKey === '') return refuse('STRIPE_SECRET_KEY')
  return webhookSecret === '' ? refuse('STRIPE_WEBHOOK_SECRET') : { provider, secretKey, webhookSecret, apiBase }
}

/** The currency, and the amounts that are offered for a top-up. */
function readMoney({ text, refuse }: ReturnType<typeof variablesOf>): PlatformMoney {
  const currency = text('CURRENCY')
  const places = currencyDecimals.get(currency) ?? refuse('CURRENCY')
  const amounts = text('TOPUPS').split(',')
  if (amounts.length > mostOffered || amounts.some(amount => !/^[1-9]\d{0,15}$/.test(amount.trim()))) refuse('TOPUPS')
  const topUps = amounts.map(Number)
  if (topUps.some((amount, i) => amount <= (topUps[i - 1] ?? 0) || amount < leastTopUp || amount > mostTopUp))
    refuse('TOPUPS')
  if (topUps.some(amount => !canBeCharged(amount, currency))) refuse('TOPUPS', uncharged(currency))
  return { currency, places, topUps }
}

const canBeCharged = (micros: number, currency: string) => micros % minorUnitOf(currency).step === 0
const uncharged = (currency: string) => `charges in ${currency} are in steps of ${minorUnitOf(currency).step} micros`

/** The bounds of a top-up. Where the operator sets none for other offered amounts, those are the bounds. */
function readTopUps(read: ReturnType<typeof variablesOf>, env: Record<string, string | undefined>): TopUps {
  const { integer, refuse } = read
  const { currency, topUps } = readMoney(read)
  const [first = 0, last = 0] = [topUps[0], topUps.at(-1)]
  const bound = (name: 'TOPUP_MIN' | 'TOPUP_MAX', min: number, max: number, usual: number) => {
    const micros = env[name] ? integer(name, min, max) : usual
    return canBeCharged(micros, currency) ? micros : refuse(name, uncharged(currency))
  }
  const usual = String(topUps) === String(usualMoney.topUps)
  return {
    least: bound('TOPUP_MIN', leastTopUp, first, usual ? prices.topUp.leastMicros : first),
    most: bound('TOPUP_MAX', last, mostTopUp, usual ? prices.topUp.mostMicros : last),
  }
}

const invoiceNames = [
  'INVOICE_ADDRESS',
  'INVOICE_COUNTRY',
  'INVOICE_VAT_ID',
  'INVOICE_TAX_RATES',
] as const satisfies readonly Name[]

function readInvoicing({ text, refuse, fitting }: ReturnType<typeof variablesOf>): Invoicing | null {
  const name = fitting('INVOICE_NAME', value => /^[^\p{Cc}\u2028\u2029]{0,200}$/u.test(value)).trim()
  const address = linesOf(fitting('INVOICE_ADDRESS', value => /^[^\p{Cc}\u2028\u2029]{0,300}$/u.test(value)))
  const country = fitting('INVOICE_COUNTRY', value => value === '' || isCountryCode(value))
  const vatId = fitting('INVOICE_VAT_ID', value => isTaxNumber(value, country))
  const taxName = fitting('INVOICE_TAX_NAME', value => /^\S[^\p{Cc}\u2028\u2029]{0,19}$/u.test(value))
  const rates = readTaxRates(text('INVOICE_TAX_RATES'), why => refuse('INVOICE_TAX_RATES', why))
  const prefix = fitting('INVOICE_PREFIX', value => /^[A-Z0-9/-]{1,12}$/.test(value) && !value.startsWith('TEST'))
  const given = invoiceNames.find(each => text(each) !== '')
  if (name === '') return given === undefined ? null : refuse('INVOICE_NAME', `${given} is set`)
  if (address.length === 0) return refuse('INVOICE_ADDRESS')
  if (country === '') return refuse('INVOICE_COUNTRY')
  return { seller: { name, address, country, vatId: vatId || null, taxName }, prefix, rates }
}

let regionNames: Intl.DisplayNames | undefined

/** Whether a code names a country: two letters that are reserved or unassigned do not. */
function isCountryCode(code: string): boolean {
  regionNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && code !== 'EU' && regionNames.of(code) !== undefined
}

const isTaxNumber = (value: string, country: string) =>
  value === '' || (inUnion(country) ? vatForms[country]!.form.test(value) : /^[A-Z0-9+*/. -]{2,20}$/i.test(value))

function readTaxRates(value: string, refuse: (why: string) => never): Invoicing['rates'] {
  const rates: Record<string, number> = {}
  for (const part of partsOf(value)) {
    const [, country = '', percent = ''] =
      /^([A-Z]{2}|\*)=(\d{1,2}(?:\.\d{1,3})?)$/.exec(part) ?? refuse(`"${part}" is no rate`)
    if (country !== '*' && !isCountryCode(country)) return refuse(`"${country}" is no country`)
    if (rates[country] !== undefined) return refuse(`"${country}" is listed twice`)
    rates[country] = Math.round(Number(percent) * ratePerPercent)
  }
  return rates
}

/** Null without a place for backups. */
function readBackups({ text, refuse, fitting }: ReturnType<typeof variablesOf>): Config['backups'] {
  const to = text('BACKUP_TO')
  const everyMs = durationMs(text('BACKUP_EVERY')) ?? refuse('BACKUP_EVERY')
  const keep = readKeepRule(text('BACKUP_KEEP')) ?? refuse('BACKUP_KEEP')
  const recipients = partsOf(text('BACKUP_RECIPIENT'))
  const odd = recipients.find(each => !/^age1[02-9ac-hj-np-z]{58,}$/.test(each))
  if (odd !== undefined) refuse('BACKUP_RECIPIENT', `"${odd}" is no recipient`)
  const region = fitting('BACKUP_S3_REGION', value => /^[a-z0-9-]{1,40}$/.test(value))
  const [keyId = '', secret = '', ...rest] = text('BACKUP_S3_KEY').split(':')
  const isKey = keyId !== '' && secret !== '' && rest.length === 0 && !/\s/.test(keyId + secret)
  if (text('BACKUP_S3_KEY') !== '' && !isKey) refuse('BACKUP_S3_KEY')
  if (to === '') return null
  const plan = { everyMs, keep, recipients }
  if (!to.startsWith('s3:')) return { to: { folder: to }, ...plan }
  const [, endpoint = '', bucket = '', path = ''] =
    /^s3:(https?:\/\/[^/?#@\s]+)\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#\s]*))?$/.exec(to) ?? refuse('BACKUP_TO')
  if (!URL.canParse(endpoint)) refuse('BACKUP_TO')
  if (keyId === '') refuse('BACKUP_S3_KEY')
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  return { to: { endpoint, bucket, prefix, region, keyId, secret }, ...plan }
}

const minutesOf: Record<string, number> = { m: 1, h: 60, d: 1_440 }

/** The time between two backups in milliseconds; null for anything else. */
function durationMs(value: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(value) ?? []
  const minutes = Number(count) * (minutesOf[unit] ?? 0)
  return minutes >= leastBackupMinutes && minutes <= mostBackupDays * 1_440 ? minutes * 60_000 : null
}

function readKeepRule(value: string): BackupSettings['keep'] | null {
  const counts = new Map<string, number>()
  for (const part of value.split(',')) {
    const [, count, unit = ''] = /^(\d{1,4})([dwm])$/.exec(part.trim()) ?? []
    if (count === undefined || counts.has(unit) || Number(count) > mostKept) return null
    counts.set(unit, Number(count))
  }
  const of = (unit: string) => counts.get(unit) ?? 0
  return { days: of('d'), weeks: of('w'), months: of('m') }
}

function readAnnouncements({ fitting }: ReturnType<typeof variablesOf>): AnnouncerConfig {
  const isTarget = (url: string) => isCallable(url) && /^[\x21-\x7e]*$/.test(url) && !/[#<>"]/.test(url)
  const key = fitting('INDEXNOW_KEY', value => value === '' || /^[A-Za-z0-9-]{8,128}$/.test(value))
  const url = fitting('INDEXNOW_URL', isTarget)
  return {
    hub: fitting('WEBSUB_HUB', value => value === '' || isTarget(value)) || null,
    indexNow: key === '' ? null : { key, url },
  }
}

function readModeration({ text, refuse, fitting, oneOf }: ReturnType<typeof variablesOf>): Config['moderation'] {
  const url = fitting('MODERATION', value => value === 'embedded' || isBaseUrl(value))
  const apiKey = fitting('MODERATION_API_KEY', value => /^[\x21-\x7e]*$/.test(value)) || null
  const format = oneOf('MODERATION_FORMAT', ['auto', ...modelFormatNames])
  const second = oneOf('MODERATION_SECOND', ['on', 'off']) === 'on'
  const price = /^(\d{1,6}(?:\.\d+)?),(\d{1,6}(?:\.\d+)?)$/.exec(text('MODERATION_PRICE')) ?? refuse('MODERATION_PRICE')
  if (url === 'embedded') return url
  const model = text('MODERATION_MODEL') || refuse('MODERATION_MODEL')
  const named = modelFormatNames.find(name => modelFormats[name].named?.test(model)) ?? 'verdict'
  const answers = format === 'auto' ? named : format
  if (!second && !modelFormats[answers].readsPolicy)
    refuse('MODERATION_SECOND', `${answers} recognises only some hazards, neither scams nor spam`)
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    model,
    apiKey,
    format: answers,
    second,
    price: { prompt: Number(price[1]), answer: Number(price[2]) },
  }
}

function readOperator({ text, refuse, fitting }: ReturnType<typeof variablesOf>): Operator {
  const contacts = fitting('SECURITY_CONTACT', value => value === '' || value.split(',').every(isSecurityContact))
  const expires = fitting('SECURITY_EXPIRES', value => value === '' || isInstant(value))
  if (contacts !== '' && expires === '') refuse('SECURITY_EXPIRES')
  if (expires !== '' && contacts === '') refuse('SECURITY_CONTACT')
  return {
    name: fitting('OPERATOR_NAME', name => /^[^\p{Cc}\u2028\u2029]{0,100}$/u.test(name)) || null,
    contact: fitting('OPERATOR_CONTACT', value => value === '' || isMailbox(value) || isHttps(value)) || null,
    address: linesOf(fitting('OPERATOR_ADDRESS', value => /^[^\p{Cc}\u2028\u2029]{0,300}$/u.test(value))),
    legalContact:
      fitting('OPERATOR_LEGAL_CONTACT', value => value === '' || isMailbox(value) || isHttps(value)) || null,
    disputes: disputesIn(fitting('OPERATOR_DISPUTES', value => value === '' || disputesIn(value) !== null)),
    security: text('SECURITY_CONTACT') === '' ? null : { contacts: contacts.split(',').map(contactOf), expires },
  }
}

const linesOf = (address: string) => address.split(',').flatMap(line => line.trim() || [])

/** A name with an https URL behind it; null for anything else. */
function disputesIn(value: string): Operator['disputes'] {
  const [, name = '', url = ''] = /^(\S[^\p{Cc}\u2028\u2029<>]{0,99})\s(https:\S+)$/u.exec(value.trim()) ?? []
  return name.trim() !== '' && isHttps(url) ? { name: name.trim(), url } : null
}

function readTracing({ fitting }: ReturnType<typeof variablesOf>): Config['tracing'] {
  const isBase = (url: string) => url === '' || (/^https?:\/\/./.test(url) && URL.canParse(url) && !/[?#]/.test(url))
  const url = fitting('OTEL_EXPORTER_OTLP_ENDPOINT', isBase).replace(/\/+$/, '')
  const service = fitting('OTEL_SERVICE_NAME', name => /^[^\p{Cc}]{1,100}$/u.test(name))
  const share = Number(fitting('OTEL_TRACES_SAMPLER_ARG', value => /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(value)))
  return url === '' ? null : { url, service, share }
}

function readAuditMail({ text, fitting }: ReturnType<typeof variablesOf>): string | null {
  const asked = fitting('AUDIT_MAIL', value => value === '' || value === 'none' || isMailbox(value))
  if (asked !== '') return asked === 'none' ? null : asked
  return isMailbox(text('OPERATOR_CONTACT')) ? text('OPERATOR_CONTACT') : null
}

const isMailbox = (value: string) => /^[^\s<>@,/:()[\]]+@[^\s<>@,/:()[\]]+$/.test(value)

const isHttps = (value: string) => /^https:\/\/[^\s()<>,]+$/.test(value) && URL.canParse(value)

/** An address without the scheme of mail. */
const contactOf = (part: string) => part.trim().replace(/^mailto:/i, '')

const isSecurityContact = (part: string) =>
  isMailbox(contactOf(part)) || isHttps(part.trim()) || /^tel:\+[\d-]+$/.test(part.trim())

/** Whether a value is an existing time in the form of RFC 3339. */
function isInstant(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))
}

function isBaseUrl(value: string): boolean {
  return isCallable(value) && !/[?#]/.test(value)
}

function readProxies(value: string, refuse: (why: string) => never): string[] {
  const parts = partsOf(value)
  for (const part of parts) if (!isAddressRange(part)) refuse(`"${part}" is neither an address nor a CIDR`)
  return parts
}

function readReviewers(value: string, refuse: (why: string) => never): Config['reviewers'] {
  const found = partsOf(value)
  const reviewers = found.map(part => {
    const [, email, lead] = /^([^\s@=]+@[^\s@=]+?)(=lead)?$/.exec(part) ?? refuse(`"${part}" is no address`)
    return { email: `${email}`.toLowerCase(), role: lead ? ('lead' as const) : ('reviewer' as const) }
  })
  const twice = reviewers.find(({ email }, i) => reviewers.findIndex(other => other.email === email) !== i)
  return twice ? refuse(`"${twice.email}" is listed twice`) : reviewers
}

/** The host of a URL; empty without a host or when the value is no URL. */
function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** Whether fetch takes the URL: it takes no user and password. */
function isCallable(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isBareUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\/[^/?#]/.test(value) && hostOf(value) !== '' && /^(\/\d{0,4})?$/.test(new URL(value).pathname)
}

/** Whether a value is an IP address, or an address with a prefix length. */
function isAddressRange(value: string): boolean {
  const [address = '', prefix, rest] = value.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  if (bits < 0 || rest !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

function readSites(value: string, refuse: (why: string) => never): Site[] {
  const sites = value.split(',').map(part => {
    const [id = '', url = ''] = part.trim().split(/=(.*)/s)
    if (!siteIds.includes(id as SiteId)) return refuse(`"${id}" is no site`)
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return refuse(`"${url}" is no http or https URL`)
    const parsed = new URL(url)
    if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username)
      return refuse(`"${url}" has more than a scheme and a host`)
    return { id: id as SiteId, baseUrl: parsed.origin, host: parsed.host }
  })
  for (const key of ['id', 'host'] as const)
    if (new Set(sites.map(site => site[key])).size !== sites.length) refuse(`two sites have the same ${key}`)
  return sites
}

function readPriceSteps(value: string, refuse: (why: string) => never): PriceStep[] {
  const steps: PriceStep[] = []
  for (const step of partsOf(value, ';')) {
    const [time = '', list = ''] = step.split(/ (.*)/s)
    const from = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) ? Date.parse(time) : Number.NaN
    if (Number.isNaN(from) || new Date(from).toISOString() !== time.replace('Z', '.000Z'))
      return refuse(`"${time}" is no time`)
    if (from <= (steps.at(-1)?.from ?? -Infinity)) return refuse(`"${time}" is not later than the time before it`)
    const items = readPrices(list, refuse)
    if (Object.keys(items).length === 0) return refuse(`"${time}" has no prices`)
    steps.push({ from, items })
  }
  return steps
}

function readPrices(value: string, refuse: (why: string) => never): PriceList['items'] {
  const items: PriceList['items'] = {}
  for (const part of partsOf(value)) {
    const [id = '', micros = ''] = part.split(/=(.*)/s)
    if (!siteIds.includes(id as SiteId)) return refuse(`"${id}" is no site`)
    if (!/^\d+$/.test(micros) || Number(micros) > mostMicros) return refuse(`"${micros}" is no price`)
    if (items[id as SiteId] !== undefined) return refuse(`"${id}" is listed twice`)
    items[id as SiteId] = Number(micros)
  }
  return items
}

/** A record of fewer posts than `leastTrusted` earns no trust. */
function readTrustAfter(posts: number, refuse: () => never): number {
  return posts === 0 || posts >= leastTrusted ? posts : refuse()
}
