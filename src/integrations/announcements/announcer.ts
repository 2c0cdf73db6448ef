// Notifies a WebSub hub and IndexNow of changed addresses, many in one request.

import type { AnnouncementTarget, AnnouncerConfig } from '../../contract/announcements.ts'
import { limits } from '../../contract/limits.ts'

export interface Announcer {
  /** Notifies a target that these addresses below a base URL have changed. Throws when the target does not accept them. */
  send(target: AnnouncementTarget, baseUrl: string, urls: readonly string[]): Promise<void>
}

/** The configured targets, as the outbox names them. */
export function targetsOf({ hub, indexNow }: AnnouncerConfig): AnnouncementTarget[] {
  return [...(hub === null ? [] : (['hub'] as const)), ...(indexNow === null ? [] : (['indexnow'] as const))]
}

/** The path at which IndexNow finds the key of a site. */
export const keyPath = (key: string) => `/${key}.txt`

/** Addresses in one request to a hub; IndexNow takes 10,000. */
const urlsAtOnce = 100

export function createAnnouncer({ hub, indexNow }: AnnouncerConfig): Announcer {
  return {
    async send(target, baseUrl, urls) {
      if (target === 'hub' && hub !== null)
        for (let i = 0; i < urls.length; i += urlsAtOnce) {
          const form = new URLSearchParams({ 'hub.mode': 'publish' })
          for (const url of urls.slice(i, i + urlsAtOnce)) form.append('hub.url', url)
          await post(hub, form.toString(), 'application/x-www-form-urlencoded')
        }
      if (target === 'indexnow' && indexNow !== null) {
        const { key, url } = indexNow
        const { host } = new URL(baseUrl)
        const body = { host, key, keyLocation: baseUrl + keyPath(key), urlList: urls }
        await post(url, JSON.stringify(body), 'application/json; charset=utf-8')
      }
    },
  }
}

async function post(url: string, body: string, contentType: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType, 'user-agent': 'Handbill/1' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(limits.announcementTimeoutMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}
