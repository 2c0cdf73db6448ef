// Translates the text of an item for a reviewer through the language model. What comes back is shown and stored nowhere.
import { limits } from '../../contract/limits.ts'
import { siteRow } from '../../contract/sites.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { languageName } from '../../domain/text/language-name.ts'
import type { Platform } from '../platform.ts'
import type { itemContext } from './item-context.ts'

type Context = Awaited<ReturnType<typeof itemContext>>

/** Whether the model of the platform can translate. */
export const canTranslate = ({ model }: Pick<Platform, 'model'>): boolean => model.translate !== undefined

/** The parts in which the text of an item is translated, at most `limits.translationPart` characters each; none for a name. */
export function partsOf({ text, message, name }: Pick<Context, 'text' | 'message' | 'name'>): string[] {
  if (name) return []
  const whole = [...(message ? String(text.fields.message ?? '') : wordsOf(text)).trim()]
  const parts: string[] = []
  for (let from = 0; from < whole.length; ) {
    const part = whole.slice(from, from + limits.translationPart)
    const last = from + part.length === whole.length
    const space = last ? -1 : part.findLastIndex(each => /\s/.test(each))
    const taken = space > limits.translationPart / 2 ? part.slice(0, space) : part
    parts.push(taken.join(''))
    from += taken.length
  }
  return parts
}

function wordsOf({ site, fields }: Context['text']): string {
  const { title, body, details } = postText(siteRow(site), fields)
  return [title, body, details].filter(Boolean).join('\n\n')
}

/** A part of a text in another language. `failed`: why there is none, in fixed words. */
export type Translated = { part: number; of: number; language: string } & ({ words: string } | { failed: string })

/** Translates a part, from 0, into a language (BCP 47). */
export async function translatePart(
  platform: Pick<Platform, 'model' | 'log'>,
  parts: readonly string[],
  { part, to }: { part: number; to: string },
): Promise<Translated> {
  const asked = { part, of: parts.length, language: to }
  const text = parts[part]
  if (!platform.model.translate || text === undefined) return { ...asked, failed: 'there is nothing to translate' }
  try {
    return { ...asked, words: await platform.model.translate(text, languageName(to)) }
  } catch (error) {
    platform.log.warn({ err: error }, 'a text was not translated')
    return { ...asked, failed: (error as Error).message }
  }
}
