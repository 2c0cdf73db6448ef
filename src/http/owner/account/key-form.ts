// Reads the settings of a key from its form, with what was typed and the faults of each field.
import type { FastifyRequest } from 'fastify'
import { plainAmount } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { storableText } from '../../../domain/text/text.ts'
import type { KeyControls } from '../../../store/accounts/keys.ts'
import { chosen, field } from '../../private/forms.ts'
import { amountRule, microsIn } from '../../private/money.ts'

export type KeySettings = KeyControls & { name: string }

/** The fields of the form as text. */
export type TypedSettings = {
  name: string
  daily_budget: string
  monthly_budget: string
  post_limit: string
  sites: readonly string[]
  ask_first: boolean
}

export type SettingsFaults = Partial<Record<keyof TypedSettings, string>>

/** The form as it was sent, with what is wrong in it: the page shows it again. */
export type FaultyForm = { typed: TypedSettings; faults: SettingsFaults }

/** The settings of a key as its form shows them. `sites` are the sites that the form offers. */
export function typedOf(
  { name, daily_budget, monthly_budget, post_limit, sites: allowed, ask_first }: KeySettings,
  sites: readonly SiteId[],
): TypedSettings {
  const amount = (micros: number | null) => (micros === null ? '' : plainAmount(micros))
  return {
    name,
    daily_budget: amount(daily_budget),
    monthly_budget: amount(monthly_budget),
    post_limit: amount(post_limit),
    sites: allowed ?? sites,
    ask_first,
  }
}

/** Reads the settings of a key, or returns the form with its faults. `sites` are the sites that the form offers. */
export function readKeySettings(request: FastifyRequest, sites: readonly SiteId[]): KeySettings | FaultyForm {
  const typed: TypedSettings = {
    name: field(request, 'name').trim(),
    daily_budget: field(request, 'daily_budget'),
    monthly_budget: field(request, 'monthly_budget'),
    post_limit: field(request, 'post_limit'),
    sites: chosen(request, 'sites'),
    ask_first: field(request, 'ask_first') === 'yes',
  }
  const faults: SettingsFaults = {}
  const { errors, value } = storableText({ name: typed.name })
  const { name } = value as { name: string }
  if (errors.length > 0 || name === '' || [...name].length > limits.keyNameCodePoints)
    faults.name = `A key needs a name of up to ${limits.keyNameCodePoints} characters.`
  const amount = (of: 'daily_budget' | 'monthly_budget' | 'post_limit'): number | null => {
    const micros = typed[of].trim() === '' ? null : microsIn(typed[of])
    if (micros === null && typed[of].trim() !== '') faults[of] = `${amountRule()} Leave it empty for no limit.`
    return micros
  }
  const amounts = {
    daily_budget: amount('daily_budget'),
    monthly_budget: amount('monthly_budget'),
    post_limit: amount('post_limit'),
  }
  const allowed = sites.filter(site => typed.sites.includes(site))
  if (allowed.length === 0) faults.sites = 'Choose at least one site on which the key may post.'
  if (Object.keys(faults).length > 0) return { typed, faults }
  return { name, ...amounts, sites: allowed.length === sites.length ? null : allowed, ask_first: typed.ask_first }
}
