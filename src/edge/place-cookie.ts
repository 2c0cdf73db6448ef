// The place that a reader has chosen: a cookie of this site alone, read by the home page and by nothing else.
import type { IncomingHttpHeaders } from 'node:http'

const cookie = /(?:^|;\s*)(?:__Host-)?handbill-place=(\d{1,9})\s*(?=;|$)/

/** The GeoNames id of the place in a Cookie header; undefined where there is none. */
export function placeIn(header: IncomingHttpHeaders['cookie']): number | undefined {
  const id = header === undefined ? undefined : cookie.exec(header)?.[1]
  return id === undefined ? undefined : Number(id)
}

const yearSeconds = 365 * 86_400

/** The Set-Cookie header that keeps a place for a year, or forgets it. */
export function placeCookie(baseUrl: string, geonamesId: number | null): string {
  const secure = baseUrl.startsWith('https:')
  const value = `${secure ? '__Host-' : ''}handbill-place=${geonamesId ?? ''}`
  const age = geonamesId === null ? 0 : yearSeconds
  return `${value}; Path=/; Max-Age=${age}; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
}
