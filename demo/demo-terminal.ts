// The output of the demo on the terminal, its HTTP requests, and the error of a failed step.
import { type LookupOptions, lookup } from 'node:dns'
import { Agent, fetch as fetchWith } from 'undici'

/** A step that failed. The person at the terminal reads the message. */
export class StepFailed extends Error {}

/** Names under localhost are this machine (RFC 6761), but not every resolver knows that. */
const loopback = new Agent({
  connect: {
    lookup: (host, options, done) =>
      lookup(/\.localhost$/i.test(host) ? 'localhost' : host, options as LookupOptions, done as never),
  },
})

export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const sent = { ...init, dispatcher: loopback, signal: AbortSignal.timeout(30_000) }
    return (await fetchWith(url, sent as Parameters<typeof fetchWith>[1])) as unknown as Response
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message
    throw new StepFailed(
      `${new URL(url).origin} does not answer (${cause}). Start the service with "npm start", then run the demo again.`,
    )
  }
}

/** The text with keys and tokens cut off, because terminals are recorded and shared. */
export function shown(text: string): string {
  return text.replace(/\b(ak_|whsec_)([\w+/]{4})[\w+/=]+/g, '$1$2…').replace(/([?&]t=.{8})[\w.-]+/g, '$1…')
}

export function indented(value: unknown): string {
  return shown(JSON.stringify(value, null, 2)).replace(/^/gm, '      ')
}

/** Shortens the whole posts in a list to the members that a step needs to show. */
export function withShortItems(json: unknown): unknown {
  const { items } = json as { items?: { id: string; type?: string; title?: string }[] }
  return items
    ? { ...(json as object), items: items.map(({ id, type, title }) => ({ id, type, title, '…': '…' })) }
    : json
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
