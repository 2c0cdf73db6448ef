// What stops the next post beside its text: the same members in a sign-up, in the account and in a dry run (contract.md §6, §8).
import { type Static, Type } from 'typebox'
import { askOwner, verifyAsk } from '../for-owner.ts'
import { handOver } from '../hand-over.ts'
import type { PricedSite } from '../sites/priced-site.ts'
import { exampleAccountUrl } from './examples.ts'
import { closed } from './row.ts'

export const Blocking = Type.Object(
  {
    code: Type.String({ description: 'The code of the problem that a real post would get.' }),
    message: Type.String(),
    ...handOver,
    contact: Type.Optional(Type.String({ description: 'Where the owner of a banned or suspended account can write.' })),
  },
  { ...closed, title: 'Blocking', description: 'What blocks a post beside its text: the account, or its key.' },
)
export type Blocking = Static<typeof Blocking>

/** The members of an answer about an account. */
export const readiness = {
  ready_to_post: Type.Boolean({
    description: 'Whether a post at the usual price of the site would be taken, as far as account and key go.',
  }),
  blocking: Type.Optional(Blocking),
}
export type PostReadiness = { ready_to_post: boolean; blocking?: Blocking }

/** An account whose owner has not verified the address yet. */
export function exampleBlocking({ price }: PricedSite, baseUrl: string): Blocking {
  const url = exampleAccountUrl(baseUrl)
  return {
    code: 'verify_email',
    message: 'The owner has to verify the e-mail address first.',
    account_url: url,
    for_human: true,
    message_for_owner: askOwner('verify_email', url, verifyAsk('ada@example.org', price.perItemMicros)),
  }
}

/** What blocks, in sentences for a model. */
export function blockingLine(blocking: Blocking | undefined): string[] {
  if (!blocking) return []
  const { code, message, message_for_owner: ask, contact } = blocking
  return [
    `Blocked by ${code}: ${message}`,
    ...(ask ? [`Only the owner can go on; forward this: ${ask}`] : []),
    ...(contact ? [`The owner can write to ${contact}.`] : []),
  ]
}
