// The values that the operator's texts may name in {{braces}}, so that the texts agree with the service.
import { limits } from '../../contract/limits.ts'
import { markdownText } from '../../contract/markdown.ts'
import { contactLink, type Operator, operatorName } from '../../contract/operator.ts'
import { abuseCosts, type PricedSite } from '../../contract/sites/priced-site.ts'
import { capital, span } from '../../contract/words.ts'

const unnamed = 'the operator has named no address for them yet'

type Values = { site: PricedSite; baseUrl: string; operator: Operator }

const names: Record<string, (values: Values) => string> = {
  operator: ({ operator, baseUrl }) => operatorName(operator, baseUrl),
  contact: ({ operator }) => contactLink(operator.contact) ?? unnamed,
  legal_contact: ({ operator }) => contactLink(operator.legalContact ?? operator.contact) ?? unnamed,
  address: ({ operator: { address } }) =>
    address.length > 0 ? address.map(markdownText).join('  \n') : 'The operator has named no postal address yet.',
  disputes: ({ operator: { disputes } }) =>
    disputes === null
      ? 'The operator has named no body that settles disputes out of court.'
      : `Disputes about decisions can be settled out of court by [${markdownText(disputes.name)}](${disputes.url}).`,
  base_url: ({ baseUrl }) => baseUrl,
  site: ({ site }) => site.title,
  noun: ({ site }) => site.noun,
  nouns: ({ site }) => site.nouns,
  abuse_costs: ({ site }) => abuseCosts(site),
  strikes: () => String(limits.strikesToBan),
  session: () => span(limits.emailSessionMs),
  idempotency: () => span(limits.idempotencyMs),
  events: () => span(limits.eventsKeptMs),
  payment_events: () => span(limits.paymentEventsKeptMs),
  deletion: () => span(limits.deletionMs),
  invitation: () => span(limits.invitationMs),
  activity: () => span(limits.activityKeptMs),
  address_change: () => span(limits.addressTakeBackMs),
  former_handle: () => span(limits.formerHandleKeptMs),
  banned_hashes: () => span(limits.bannedHashesKeptMs),
  counters_kept: () => span(limits.countersKeptMs),
  spending_kept: () => span(limits.modelUsageKeptMs),
}

const named = /\{\{\s*([\w-]+)\s*\}\}/g

/** The names in a text that have no value. */
export function unknownNames(text: string): string[] {
  return [...text.matchAll(named)].map(([, name]) => name!).filter(name => !Object.hasOwn(names, name))
}

/** A text with each name replaced by its value. */
export function filledIn(text: string, values: Values): string {
  return text
    .replace(named, (_, name: string) => names[name]!(values))
    .replace(/(?<=^|\n\n)the operator/g, words => capital(words))
}
