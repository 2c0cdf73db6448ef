// Writes a web address with https, where only the scheme is missing.
import type { SiteRow } from '../../../contract/sites.ts'
import type { BodyDraft } from './body-draft.ts'

const longestAddress = 2_000

/** Adds the scheme to the URL members of a body. An address with another scheme stays: nobody knows whether https works there. */
export function correctUrls(draft: BodyDraft, { urls }: SiteRow): void {
  for (const name of urls) {
    const given = draft.get([name])
    if (typeof given !== 'string' || given.length > longestAddress) continue
    if (/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?:\/\S*)?$/i.test(given.trim()) && /\.[a-z]/i.test(given))
      draft.set([name], `https://${given.trim()}`, 'An address begins with https://.')
  }
}
