// The id of a subscription, and how long it lasts.
import { limits } from '../../contract/limits.ts'
import { searchArgument } from '../../contract/mcp-events.ts'
import { canonicalJson } from '../canonical-json.ts'
import { sha256 } from '../ids.ts'

/** What makes two requests the same subscription. `args` are the arguments of its kind. */
type SubscriptionKey = { keyId: string; url: string; kind: string; args: Record<string, unknown> }

/** The arguments of a subscription to one search that stands, as canonical JSON. */
export const argumentsOfSearch = (searchId: string) => canonicalJson({ [searchArgument]: searchId })

/** The ids of the searches that subscriptions name in their arguments. */
export function searchesIn(rows: readonly { arguments: string | null }[]): string[] {
  const named = rows.map(row => JSON.parse(row.arguments ?? '{}')[searchArgument] as string | undefined)
  return [...new Set(named.filter(id => id !== undefined))]
}

const idDigits = 24

/** The id of a subscription, the same for each request with this key. */
export function subscriptionId({ keyId, url, kind, args }: SubscriptionKey): string {
  return `sub_${sha256(canonicalJson([keyId, url, kind, args])).slice(0, idDigits)}`
}

/** The granted life of a subscription in milliseconds. `asked`: undefined leaves it to the service, null asks for no end. */
export function grantedMs(asked: number | null | undefined): number {
  if (asked === undefined) return limits.subscriptionMs
  if (asked === null) return limits.subscriptionMaxMs
  return Math.min(Math.max(asked, limits.subscriptionMinMs), limits.subscriptionMaxMs)
}

/** Whether a text is a secret of Standard Webhooks: whsec_ and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: unknown): text is string {
  if (typeof text !== 'string' || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false
  const encoded = text.slice('whsec_'.length)
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === encoded
}
