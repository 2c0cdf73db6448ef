// A caller of a real service: sends requests, makes an account, and runs the audit.
import assert from 'node:assert/strict'
import { type Overrides, openPlatform } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { limits } from '../../src/contract/limits.ts'
import { audit } from '../../src/store/audit/audit.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import * as moderationWorker from '../../src/workers/moderation.ts'
import { freePort, freshFolder } from '../databases.ts'
import { quietLog } from '../harness.ts'
import type { Environment } from './process.ts'

/** The settings of a service on a database. */
export async function environment(url: string, folder = freshFolder()): Promise<Environment> {
  const port = await freePort()
  return {
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: String(port),
    SITES: 'events=http://events.test',
    PLATFORM_RPS: '0',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
}

/** Null when the connection ended without an answer. */
export type Answer = { status: number; retryAfter: string | null; json: any } | null

/** Sends a request with a JSON body, if any, and reads the JSON answer. */
export async function call(
  origin: string,
  path: string,
  key: string | null,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), json: await response.json() }
  } catch {
    return null
  }
}

/** A new account with a verified address and this balance (micros). */
export async function account(
  env: Environment,
  origin: string,
  micros: number,
): Promise<{ key: string; handle: string }> {
  const handle = `h${Math.random().toString(36).slice(2, 12)}`
  const signUp = await call(origin, '/v1/accounts', null, {
    name: 'Tester',
    email: `${handle}@example.org`,
    handle,
    accept_terms: true,
  })
  assert.equal(signUp?.status, 201)
  await operate(env, async ({ act }) => {
    const by = { handle, actor: 'operator', reason: 'test' }
    await act('verifyEmailByOperator', by)
    await act('creditAccount', { ...by, amountMicros: micros })
  })
  return { key: signUp.json.api_key, handle }
}

/** The result of the audit: `in order`, or what it found. */
export const auditOf = (env: Environment): Promise<string> => operate(env, audited)

/** As `auditOf`, after the texts that killed workers had claimed are decided. Their leases are over: the clock is ahead. */
export async function auditAfterLeases(env: Environment): Promise<string> {
  const decided = async (platform: Platform) => {
    while ((await moderationWorker.runOnce(platform)) > 0);
    return audited(platform)
  }
  return operate(env, decided, { now: () => Date.now() + limits.moderationLeaseMs })
}

async function audited({ db, dialect, now }: Platform): Promise<string> {
  const { breaches } = await audit(db, dialect, now())
  return breaches.length === 0 ? 'in order' : JSON.stringify(breaches)
}

/** Opens the platform of a service as its commands do, in this process: starting one for each command takes seconds. */
async function operate<T>(
  env: Environment,
  work: (platform: Platform) => Promise<T>,
  overrides: Overrides = {},
): Promise<T> {
  const config = readConfig(env)
  const { platform, ready, close } = await openPlatform(config, config.secretKey!, quietLog, overrides)
  try {
    await ready
    return await work(platform)
  } finally {
    await close()
  }
}
