// Where an app gets its codes: which redirect addresses are taken, and how an owner reads them (contract.md §16).
import { cursorRedirect } from '../../contract/oauth.ts'

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A name or an address of a host. URLs take other characters too, which an owner or a policy could read as something else. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/** Whether an app may get its codes at an address: over https, on the machine of the owner, or the one private address of the list. */
export function isRedirect(text: string): boolean {
  if (text === cursorRedirect) return true
  const url = URL.parse(text)
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  if (!plainHost.test(url.hostname)) return false
  if (url.protocol === 'https:') return !thisMachine.has(url.hostname)
  return url.protocol === 'http:' && thisMachine.has(url.hostname)
}

/** Where a redirect address leads, as an owner reads it: a host, or this machine, or an app on it. */
export function redirectHost(text: string): { host: string; onThisMachine: boolean } {
  const url = new URL(text)
  const onThisMachine = url.protocol !== 'https:'
  return {
    host: url.protocol === 'http:' ? url.hostname : onThisMachine ? `${url.protocol}//${url.host}` : url.host,
    onThisMachine,
  }
}

/** What a form of the page of consent may lead to, for its policy: the origin, or the private scheme. */
export function redirectSource(text: string): string {
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol
}
