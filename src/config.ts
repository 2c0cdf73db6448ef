// The configuration: one table of environment variables, checked at start (contract.md §2).
import { isIP } from 'node:net'
import { type SiteId, siteIds } from './contract/site-ids.ts'

export type Site = { id: SiteId; baseUrl: string; host: string }

export type Config = {
  host: string
  port: number
  sites: Site[]
  databaseUrl: string
  dataDir: string
  /** 32 bytes; null until main generates or loads the file in the data folder. */
  secretKey: Buffer | null
  role: 'api' | 'worker' | 'all'
  payments: 'sandbox'
  mailUrl: string
  mailFrom: string
  moderation: 'embedded'
  platformRps: number
  platformBurst: number
  redisUrl: string | null
  trustProxy: string[]
  webhookTargets: 'public' | 'any'
  logLevel: string
}

/** A configuration that cannot be used; the message is the one line the operator sees. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Row = { default: string; secret?: boolean; takes: string; meaning: string }

/** Every variable the service reads. `${PORT}` in a default follows that variable. */
export const variables = {
  HOST: { default: '127.0.0.1', takes: 'an address to listen on', meaning: 'Where it listens.' },
  PORT: { default: '8787', takes: 'a port from 0 to 65535', meaning: 'Where it listens.' },
  SITES: {
    default: 'events=http://localhost:${PORT}',
    takes: `a comma list of site=base_url, with each site one of ${siteIds.join(', ')}`,
    meaning: 'The sites and their base URLs; the host of a request selects the site.',
  },
  DATABASE_URL: {
    default: 'sqlite:${DATA_DIR}/handbill.db',
    secret: true,
    takes: 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME',
    meaning: 'The database.',
  },
  DATA_DIR: { default: 'data', takes: 'a folder', meaning: 'SQLite file, generated secret, outbox of mails.' },
  SECRET_KEY: {
    default: '',
    secret: true,
    takes: '32 bytes in base64 (openssl rand -base64 32)',
    meaning:
      'Signs links, encrypts webhook secrets. Generated into DATA_DIR on first start; has to be set when the database is PostgreSQL.',
  },
  ROLE: { default: 'all', takes: 'api, worker or all', meaning: 'What this process does.' },
  PAYMENTS: { default: 'sandbox', takes: 'sandbox', meaning: 'The payment provider.' },
  MAIL_URL: {
    default: 'outbox:',
    secret: true,
    takes: 'outbox: or smtp://USER:PASSWORD@HOST:PORT (smtps:// for TLS from the start)',
    meaning: 'Where mail goes; outbox: writes .eml files into DATA_DIR/outbox.',
  },
  MAIL_FROM: {
    default: 'Handbill <handbill@localhost>',
    takes: 'an address, with or without a name',
    meaning: 'Sender of mails.',
  },
  MODERATION: { default: 'embedded', takes: 'embedded', meaning: 'The moderation model.' },
  PLATFORM_RPS: {
    default: '100',
    takes: 'a whole number, 0 for no limit',
    meaning: 'Requests a second on /v1 and /mcp.',
  },
  PLATFORM_BURST: { default: '200', takes: 'a whole number from 1', meaning: 'Requests at once above the rate.' },
  REDIS_URL: {
    default: '',
    secret: true,
    takes: 'redis://USER:PASSWORD@HOST:PORT/NUMBER (rediss:// for TLS)',
    meaning: 'Shares the platform rate limit among nodes; without it each process counts by itself.',
  },
  TRUST_PROXY: {
    default: '',
    takes: 'a comma list of addresses or CIDRs',
    meaning: 'Proxies whose forwarded headers count.',
  },
  WEBHOOK_TARGETS: {
    default: 'public',
    takes: 'public or any',
    meaning: 'Where webhooks may go; any allows http, other ports and private addresses, for development only.',
  },
  LOG_LEVEL: {
    default: 'info',
    takes: 'fatal, error, warn, info, debug, trace or silent',
    meaning: 'How much is logged.',
  },
} as const satisfies Record<string, Row>

type Name = keyof typeof variables

/** Reads and checks the configuration. Throws ConfigError naming the variable, what it got (secrets hidden) and what it takes. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const raw = (name: Name): string => {
    const given = env[name]
    if (given !== undefined && given !== '') return given
    return variables[name].default.replace(/\$\{(\w+)\}/g, (_, other: Name) => raw(other))
  }
  const refuse = (name: Name, why = ''): never => {
    const row: Row = variables[name]
    const got = row.secret ? 'a value that is not shown' : JSON.stringify(env[name] ?? '')
    throw new ConfigError(`${name}: got ${got}${why ? ` (${why})` : ''}; it takes ${row.takes}`)
  }
  const integer = (name: Name, min: number, max: number): number => {
    const value = raw(name)
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) refuse(name)
    return number
  }
  const oneOf = <T extends string>(name: Name, allowed: readonly T[]): T => {
    const value = raw(name) as T
    if (!allowed.includes(value)) refuse(name)
    return value
  }

  const port = integer('PORT', 0, 65_535)
  const sites = readSites(raw('SITES'), why => refuse('SITES', why))
  const databaseUrl = raw('DATABASE_URL')
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(databaseUrl)) refuse('DATABASE_URL')
  const secretKey = raw('SECRET_KEY') === '' ? null : Buffer.from(raw('SECRET_KEY'), 'base64')
  if (secretKey && (secretKey.length !== 32 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(raw('SECRET_KEY'))))
    refuse('SECRET_KEY')
  const mailUrl = raw('MAIL_URL')
  if (mailUrl !== 'outbox:' && !(/^smtps?:\/\//.test(mailUrl) && URL.canParse(mailUrl))) refuse('MAIL_URL')
  const redisUrl = raw('REDIS_URL')
  if (redisUrl !== '' && !isRedisUrl(redisUrl)) refuse('REDIS_URL')
  const trustProxy = raw('TRUST_PROXY')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  for (const part of trustProxy) if (!isAddressRange(part)) refuse('TRUST_PROXY', `"${part}" is neither`)
  return {
    host: raw('HOST'),
    port,
    sites,
    databaseUrl,
    dataDir: raw('DATA_DIR'),
    secretKey,
    role: oneOf('ROLE', ['api', 'worker', 'all']),
    payments: oneOf('PAYMENTS', ['sandbox']),
    mailUrl,
    mailFrom: raw('MAIL_FROM'),
    moderation: oneOf('MODERATION', ['embedded']),
    platformRps: integer('PLATFORM_RPS', 0, 1_000_000),
    platformBurst: integer('PLATFORM_BURST', 1, 1_000_000),
    redisUrl: redisUrl === '' ? null : redisUrl,
    trustProxy,
    webhookTargets: oneOf('WEBHOOK_TARGETS', ['public', 'any']),
    logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }
}

function isRedisUrl(value: string): boolean {
  if (!/^rediss?:\/\/[^/?#]/.test(value) || !URL.canParse(value)) return false
  const { hostname, pathname } = new URL(value)
  return hostname !== '' && /^(\/\d{0,4})?$/.test(pathname)
}

/** An address, or an address and the length of its prefix. */
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
