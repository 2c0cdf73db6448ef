// Reads the forms of keys: the settings of a key, and amounts as people write them.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { storableText } from '../../../domain/text/text.ts'
import type { KeyControls } from '../../../store/accounts/keys.ts'
import { field } from '../forms.ts'

const microsPerDollar = 1_000_000

/** Dollars as micros: "5", "$0.25", "1.000001"; null when the text is not an amount. */
export function microsIn(text: string): number | null {
  const [, whole = '', cents = ''] = /^\$? ?(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  return whole === '' ? null : Number(whole) * microsPerDollar + Number(cents.padEnd(6, '0'))
}

/** Micros as a field of dollars shows them: "5.00", "0.25", "1.000001". */
export function asDollars(micros: number): string {
  const cents = String(micros % microsPerDollar).padStart(6, '0')
  return `${Math.floor(micros / microsPerDollar)}.${cents.replace(/0{1,4}$/, '')}`
}

/** The values of every checked box with this name. */
function fields(request: FastifyRequest, name: string): string[] {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return [value].flat().filter(each => typeof each === 'string')
}

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
  const chosen = fields(request, 'sites')
  const allowed = sites.filter(site => chosen.includes(site))
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
