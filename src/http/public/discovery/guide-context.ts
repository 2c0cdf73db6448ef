// The sources of the documents and pages of a site: the tables, the policy, the operator and the operator's texts.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { filledIn } from '../../../documents/guide/operator-texts.ts'
import type { GuideContext } from '../../../documents/guide/pages.ts'
import { languageName } from '../../../domain/text/language-name.ts'
import { publishedPolicy } from '../../../usecases/learning/published-policy.ts'
import type { Platform } from '../../../usecases/platform.ts'

const inWords = new Intl.ListFormat('en')

export function guideContext(platform: Platform, { id, baseUrl }: SiteContext): GuideContext {
  const { operator } = platform
  const site = platform.site(id)
  const { texts } = platform.texts
  const filled = Object.entries(texts).map(([name, text]) => [name, filledIn(text, { site, baseUrl, operator })])
  const policy = publishedPolicy(platform)
  const decided = policy.languages && inWords.format(policy.languages.map(languageName))
  return { site, baseUrl, policy, decided, operator, texts: Object.fromEntries(filled) as typeof texts }
}

/** A translation of a text of the operator with its names filled in; undefined where there is none. */
export function translationOf(
  platform: Platform,
  { id, baseUrl }: SiteContext,
  { name, language }: { name: string; language: string },
): string | undefined {
  const { operator, texts } = platform
  const found = texts.translations.find(each => each.name === name && each.language === language)
  return found && filledIn(found.text, { site: platform.site(id), baseUrl, operator })
}
