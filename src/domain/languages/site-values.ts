// What every message can name of a site: the site itself, by which other languages choose, and the nouns of its posts in English.
import type { SiteRow } from '../../contract/sites.ts'
import { capital } from '../../contract/words.ts'
import { type MessageKey, sourceLanguage, type Tongue } from './tongue.ts'

/** The values that a message about a site has beside its own. */
export function siteValues(row: SiteRow) {
  return {
    site: row.id,
    noun: row.noun,
    nouns: row.nouns,
    Noun: capital(row.noun),
    Nouns: capital(row.nouns),
    recipient: row.relayed?.recipient ?? 'author',
  }
}

/** A word that a row or the policy brings along in English, such as a label: as the catalogue has it, where it does. */
export function wordIn(tongue: Tongue, key: string, row: SiteRow, inEnglish: string): string {
  return tongue.tag !== sourceLanguage && tongue.has(key) ? tongue.say(key as MessageKey, siteValues(row)) : inEnglish
}

/** The title of a site in a tongue; a name that the operator gives is the same in each. */
export function siteTitle(row: SiteRow, tongue: Tongue): string {
  return row.named ? row.title : wordIn(tongue, `site.${row.id}`, row, row.title)
}
