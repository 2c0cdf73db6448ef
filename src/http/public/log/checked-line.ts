// The line of a post's page that says who checked the post, and the script that recomputes the chain of the log there.
import type { Checked } from '../../../usecases/review/public-log.ts'
import { assetFile } from '../kit/asset.ts'
import { type Html, html } from '../kit/html.ts'
import { linkTo, type SpokenRow } from '../kit/spoken.ts'

export const chainScript = assetFile(new URL('./check-chain.js', import.meta.url))

/** The page of an entry of the log. */
export const logEntryPath = (entry: number | string) => `/transparency/log/${entry}`

/** The line; with the number of its entry once the entry is sealed. */
export function checkedHtml({ say, markup, tongue }: SpokenRow, { decider, at, entry }: Checked): Html {
  const instant = new Date(at).toISOString()
  const values = { decider, day: html`<time datetime="${instant}">${tongue.day(instant)}</time>` }
  if (entry === null) return html`<p class="log">${markup('log.unsealed', values)}</p>`
  const open = (...names: string[]) => Object.fromEntries(names.map(name => [name, `{${name}}`]))
  const known = { ...values, number: tongue.number(entry), a: linkTo(logEntryPath(entry), html` hreflang="en"`) }
  return html`<p class="log" data-entry="${entry}" data-recompute="${say('log.recompute')}" data-working="${say('log.working')}" data-whole="${say('log.whole', open('checked', 'from', 'to'))}" data-part="${say('log.part', open('checked', 'from', 'to', 'end'))}" data-skipped="${say('log.skipped', open('skipped'))}" data-broken="${say('log.broken', open('number'))}" data-proves="${say('log.proves')}" data-failed="${say('log.failed')}">${markup('log.checked', known)}</p>`
}
