// Names that callers use for parameters, and for members of a sign-up, an appeal and a webhook, by the habits of other APIs.

import { plainName } from './sites/other-names.ts'

const meant: Readonly<Record<string, string>> = {
  cursor: 'page page_number offset skip start_cursor page_token next next_cursor starting_after',
  after: 'cursor since_id last_id page_token next_cursor',
  limit: 'per_page page_size size count max_results max rows n top',
  order: 'sort sort_by order_by ordering sort_order',
  topic: 'tag tags topics category label',
  q: 'query search term keyword keywords text s',
  starts_after: 'since from start start_date after date_from min_date',
  starts_before: 'until to end end_date before date_to max_date',
  within_km: 'radius distance radius_km km max_distance',
  near: 'location lat_lon latlng around ll point',
  mine: 'my own own_posts author',
  status: 'state statuses',
  dry_run: 'validate validate_only preview simulate check test_run',
  max_price_micros: 'max_price budget max_cost price_limit',
  name: 'owner_name full_name owner real_name',
  email: 'owner_email mail email_address e_mail',
  handle: 'username user_name login nick nickname user',
  accept_terms: 'terms tos terms_accepted accepted_terms agree accept accept_tos agree_to_terms',
  message: 'reason text body comment explanation content',
  details: 'description comment explanation text message',
  reason: 'category type kind code',
  post_id: 'id post target target_id post_url url',
  url: 'endpoint callback callback_url webhook_url target_url address',
  events: 'event event_types types topics kinds enabled_events',
  active: 'enabled disabled status is_active',
}

const meantBy = new Map<string, Set<string>>()
for (const [name, others] of Object.entries(meant))
  for (const other of others.split(' ')) {
    const plain = plainName(other)
    meantBy.set(plain, new Set([...(meantBy.get(plain) ?? []), name]))
  }

/** The one name among `known` that a name of another API means, if there is one. */
export function argumentMeant(name: string, known: readonly string[]): string | undefined {
  const candidates = [...(meantBy.get(plainName(name)) ?? [])].filter(each => known.includes(each))
  return candidates.length === 1 ? candidates[0] : undefined
}
