// The filter of the reviewers' queue: what each part takes, and whether a text is among what it asks for.
import { type ItemKind, itemKinds } from '../../contract/moderation/decisions.ts'
import { sentences } from '../../contract/sentences.ts'
import { type SiteId, siteIds } from '../../contract/sites/site-ids.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { type Severity, severities } from '../../domain/review/urgency.ts'
import { languageNamed } from '../../domain/text/language-name.ts'
import { languagesAround, undetermined } from '../../domain/text/language-tag.ts'
import { accountByHandle } from '../../store/accounts/accounts.ts'
import type { Platform } from '../platform.ts'

/**
 * What the queue is limited to. `severity`: this one and worse; `language`: a BCP 47 tag, `und` where none was found; `author`: a
 * handle; `words`: the text has all of them.
 */
export type ListedOnly = {
  kind?: ItemKind | undefined
  site?: SiteId | undefined
  severity?: Severity | undefined
  language?: string | undefined
  category?: string | undefined
  author?: string | undefined
  words?: string | undefined
}

export const filterNames = ['kind', 'site', 'severity', 'language', 'category', 'author', 'words'] as const
export type FilterName = (typeof filterNames)[number]
export type AskedFilter = { [Name in FilterName]?: string }

/** What an item shows of its text: the filter and the list use the same. */
export type Described = { language: string | null; categories: readonly string[]; handle: string | null; text: string }

/** Whether the filter looks into texts, which the queue itself does not. */
export const readsTexts = ({ language, category, author, words }: ListedOnly): boolean =>
  [language, category, author, words].some(each => each !== undefined)

/** Whether the text of an item is what the filter asks for. */
export function isAskedFor({ language, category, author, words }: ListedOnly, item: Described): boolean {
  const spoken = languagesAround(item.language ?? undetermined)
  if (language !== undefined && !spoken.includes(language.toLowerCase())) return false
  if (category !== undefined && !item.categories.includes(category)) return false
  if (author !== undefined && item.handle !== author) return false
  const text = words === undefined ? '' : plainCase(item.text)
  return plainCase(words ?? '')
    .split(/\s+/)
    .every(word => text.includes(word))
}

const plainCase = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** The filter that a form or a link asks for. A part that is not known limits nothing, and its fault says what it takes. */
export async function readFilter(
  platform: Platform,
  asked: AskedFilter,
): Promise<{ only: ListedOnly; faults: string[] }> {
  const faults: string[] = []
  const among = <T extends string>(name: FilterName, values: readonly T[]): T | undefined => {
    const value = asked[name]
    if (!value) return undefined
    const known = values.find(each => each === value)
    if (known === undefined) faults.push(`${name}: "${value}" is not known; it takes one of ${values.join(', ')}.`)
    return known
  }
  const handle = asked.author?.trim().replace(/^@/, '').toLowerCase()
  const author = handle ? await accountByHandle(platform.db, handle) : undefined
  if (handle && !author) faults.push(`author: ${sentences.noHandle(handle)} It takes the handle of an account.`)
  const language = asked.language?.trim() ? (languageNamed(asked.language) ?? undefined) : undefined
  if (asked.language?.trim() && language === undefined)
    faults.push(
      `language: "${asked.language}" is no language; it takes a code such as de, an English name such as German, or ${undetermined} where no language was found.`,
    )
  const categories = platform.policy.categories.map(({ id }) => id)
  const category = asked.category && categoryOf(platform.policy, asked.category)?.id
  if (asked.category && !category)
    faults.push(`category: "${asked.category}" is not known; it takes one of ${categories.join(', ')}.`)
  const only = {
    kind: among('kind', itemKinds),
    site: among('site', siteIds),
    severity: among('severity', severities),
    ...{ language, category: category || undefined, author: author?.handle, words: asked.words?.trim() || undefined },
  }
  return { only, faults }
}
