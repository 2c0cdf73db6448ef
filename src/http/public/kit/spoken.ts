// Sites and rows in the language of a page: what pages say of a site, and their messages.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { english } from '../../../domain/languages/english.ts'
import { siteTitle, siteValues, wordIn } from '../../../domain/languages/site-values.ts'
import type { MessageKey, Tongue } from '../../../domain/languages/tongue.ts'
import { type Html, html } from './html.ts'

/** A site as pages get it: with the tongue of the page, or in English. */
export type PageSite = SiteContext & { tongue?: Tongue }

/** The row of a site: title, tagline and labels in the language of a page, and messages that may name its posts. */
export type SpokenRow = SiteRow & {
  tongue: Tongue
  say(key: MessageKey, values?: Parameters<Tongue['say']>[1]): string
  markup(key: MessageKey, values?: Parameters<Tongue['markup']>[1]): Html
  /** A word that the row or the policy brings along, such as the label of a member or of a value. */
  word(key: string, inEnglish: string): string
}

/** The tongue of a page. */
export function tongueOf({ tongue = english }: { tongue?: Tongue }): Tongue {
  return tongue
}

const rows = new WeakMap<Tongue, WeakMap<SiteRow, SpokenRow>>()

/** The row of a site in the tongue of a page. */
export function rowIn(site: Pick<PageSite, 'id' | 'tongue'>): SpokenRow {
  const tongue = tongueOf(site)
  const row = siteRow(site.id)
  const known = rows.get(tongue) ?? new WeakMap<SiteRow, SpokenRow>()
  rows.set(tongue, known)
  const made = known.get(row) ?? spokenRow(row, tongue)
  known.set(row, made)
  return made
}

/** The row of a site in English, for what programs read. */
export function englishRow({ id }: Pick<SiteContext, 'id'>): SpokenRow {
  return rowIn({ id })
}

/** A row in a tongue. */
export function spokenRow(row: SiteRow, tongue: Tongue): SpokenRow {
  const named = siteValues(row)
  const word = (key: string, inEnglish: string) => wordIn(tongue, key, row, inEnglish)
  return {
    ...row,
    title: siteTitle(row, tongue),
    tagline: word(`tagline.${row.id}`, row.tagline),
    tongue,
    say: (key, values) => tongue.say(key, { ...named, ...values }),
    markup: (key, values) => tongue.markup(key, { ...named, ...values }),
    word,
  }
}

/** The function of an element of a message that is a link. */
export function linkTo(href: string, attributes: Html | false = false): (inner: Html) => Html {
  return inner => html`<a href="${href}"${attributes}>${inner}</a>`
}

/** The function of an element of a message that is strong. */
export function strong(inner: Html): Html {
  return html`<strong>${inner}</strong>`
}
