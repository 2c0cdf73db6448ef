// Signs and verifies deliveries of webhooks by the scheme of Standard Webhooks, with the cryptography of the platform alone.
import { HandbillError } from './error.ts'
import type { SiteId, WebhookEvent } from './types.ts'

export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>

export type VerifiedWebhook<Site extends SiteId = SiteId> = {
  /** The same in every attempt: drop a delivery whose id you have seen. */
  id: string
  /** When this attempt was sent. */
  sentAt: Date
  event: WebhookEvent<Site>
}

export type VerifyOptions = {
  /** How far the clocks may be apart, in seconds; five minutes when left out. */
  toleranceSeconds?: number
  /** The time now, in milliseconds since 1970; that of the machine when left out. */
  now?: number
}

/**
 * Checks that a delivery was signed with the secret, or with one of several: while a secret is replaced both are valid. `rawBody` is
 * the body as it arrived, before any parser. Throws `HandbillError` with the code `bad_signature`; answer that with 400.
 */
export async function verifyWebhook<Site extends SiteId = SiteId>(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<VerifiedWebhook<Site>> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw bad('The headers of a signed delivery are missing.')
  if (!/^\d{1,12}$/.test(timestamp)) throw bad('webhook-timestamp is no number of seconds.')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw bad('The delivery is too old, or the clock is wrong.')
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const candidates = signatures.split(' ').slice(0, 10).flatMap(signatureOf)
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await keyOf(secret, 'verify')
    for (const candidate of candidates)
      if (await crypto.subtle.verify('HMAC', key, candidate, content))
        return { id, sentAt: new Date(Number(timestamp) * 1000), event: JSON.parse(body) }
  }
  throw bad('No signature of the delivery was made with the secret.')
}

/** The headers of a delivery that is sent at a time, in milliseconds since 1970: for tests of a receiver. */
export async function signWebhook(id: string, sentAt: number, rawBody: string, secret: string) {
  const timestamp = String(Math.floor(sentAt / 1000))
  const key = await keyOf(secret, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${rawBody}`))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signature)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${base64}` }
}

const bad = (detail: string) => new HandbillError({ code: 'bad_signature', detail })

function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  if (headers instanceof Headers) return headers.get(wanted) ?? undefined
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

/** A signature of the version 1; another version is skipped. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const [version, base64] = text.split(',')
  const bytes = version === 'v1' && base64 ? bytesOf(base64) : null
  return bytes ? [bytes] : []
}

async function keyOf(secret: string, usage: 'sign' | 'verify') {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('secret: it takes the secret of the endpoint, whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return null
  }
}
