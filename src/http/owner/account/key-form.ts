// Reads the settings of a key from its form.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { storableText } from '../../../domain/text/text.ts'
import type { KeyControls } from '../../../store/accounts/keys.ts'
import { chosen, field } from '../../private/forms.ts'
import { microsIn } from '../../private/money.ts'

export type KeySettings = KeyControls & { name: string }

/** Reads the settings of a key, or returns their fault. `sites` are the sites that the form offers. */
export function readKeySettings(request: FastifyRequest, sites: readonly SiteId[]): KeySettings | { error: string } {
  const { errors, value } = storableText({ name: field(request, 'name').trim() })
  const { name } = value as { name: string }
  if (errors.length > 0 || name === '' || [...name].length > limits.keyNameCodePoints)
    return { error: `A key needs a name of up to ${limits.keyNameCodePoints} characters.` }
  const budget = amountIn(request, 'daily_budget')
  const limit = amountIn(request, 'post_limit')
  if (budget === undefined || limit === undefined)
    return { error: 'An amount is dollars, such as 5 or 0.25; leave it empty for no limit.' }
  const named = chosen(request, 'sites')
  const allowed = sites.filter(site => named.includes(site))
  if (allowed.length === 0) return { error: 'Choose at least one site on which the key may post.' }
  return {
    name,
    daily_budget: budget,
    post_limit: limit,
    sites: allowed.length === sites.length ? null : allowed,
    ask_first: field(request, 'ask_first') === 'yes',
  }
}

/** Micros; null for an empty field, undefined for a text that is not an amount. */
function amountIn(request: FastifyRequest, name: string): number | null | undefined {
  const text = field(request, name).trim()
  return text === '' ? null : (microsIn(text) ?? undefined)
}
