// Reads a labelled post: the body of a post with its site and its label, as `evaluate` and `moderation learn` take it.
import type { Policy } from '../contract/moderation/policy.ts'
import { siteIds } from '../contract/sites/site-ids.ts'
import { siteRows } from '../contract/sites.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import { fineLabel } from '../domain/review/policy-category.ts'
import { suggestion } from '../domain/shape.ts'
import { BadLine, type Id, postIn } from './judged-lines.ts'

const longestLanguage = 35

/** `truth`: the category; null for a fine post. */
export type LabelledLine = { id: Id; post: PostText; truth: string | null; lang: string | null }

/** The post of a line and its label. Throws BadLine. */
export function labelledIn(
  { category, lang = null, ...fields }: Record<string, unknown>,
  policy: Policy,
): LabelledLine {
  const { id, post } = postIn(withTextField(fields))
  return { id, post, truth: truthIn(category, policy, id), lang: languageIn(lang, id) }
}

/** Gives the text the field name of its site: rows of models/moderation/data call it `body` on every site. */
export function withTextField({ body, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const site = siteIds.find(id => id === fields.site)
  const text = site ? siteRows[site].text.body : 'body'
  return { [text]: body, ...fields }
}

function truthIn(category: unknown, { categories }: Policy, id: Id): string | null {
  if (category === fineLabel || category === null) return null
  const known = [fineLabel, ...categories.map(each => each.id)]
  if (typeof category === 'string' && categories.some(each => each.id === category)) return category
  const got = category === undefined ? 'nothing' : JSON.stringify(category)
  const hint = typeof category === 'string' ? suggestion(category, known) : `it takes ${known.join(', ')}`
  throw new BadLine(`/category: got ${got}; ${hint}`, id)
}

function languageIn(lang: unknown, id: Id): string | null {
  if (lang === null || (typeof lang === 'string' && lang !== '' && lang.length <= longestLanguage)) return lang
  throw new BadLine('/lang: takes a language such as en', id)
}
