// The translation of a text in a language that the reviewer does not read: the button, and what comes back beside the text.
import type { FastifyRequest } from 'fastify'
import { acceptedLanguage, acceptedTags } from '../../domain/languages/accepted.ts'
import { languageName, languageNamed } from '../../domain/text/language-name.ts'
import type { Platform } from '../../usecases/platform.ts'
import { canTranslate, partsOf, type Translated } from '../../usecases/review/translate.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { filterQuery } from './filter.ts'
import { plain, shownText } from './plain-text.ts'
import type { Context } from './post-region.ts'
import { addressOf } from './route.ts'

/** The console is in English, so everybody who works in it reads that. */
const always = 'en'

/** Written Chinese differs by its script; of any other language a form is as good as another. */
const byScript = 'zh'

const primaryOf = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** The language into which texts are translated: the first that the browser of the reviewer asks for. */
export function translatedTo({ headers }: FastifyRequest): string {
  const wanted = acceptedTags(headers['accept-language']).map(languageNamed)
  const tag = wanted.find(each => each !== null) ?? always
  return primaryOf(tag) === byScript ? tag : primaryOf(tag)
}

/** Whether the browser of the reviewer asks for a language, or for another form of it. */
function reads({ headers }: FastifyRequest, language: string): boolean {
  const primary = primaryOf(language)
  return primary === always || acceptedLanguage(headers['accept-language'], [primary]) !== null
}

/**
 * The button that asks for a translation, or for its next part; null where nothing can translate, and for a text in a language that
 * the reviewer reads.
 */
export function translateForm(
  { platform, request, csrf }: { platform: Platform; request: FastifyRequest; csrf: string },
  context: Context,
  before: Translated | null,
): Html | null {
  const { language } = context.text
  if (!canTranslate(platform) || (language !== null && reads(request, language))) return null
  const parts = partsOf(context)
  const next = before === null ? 0 : 'failed' in before ? before.part : before.part + 1
  if (next >= parts.length) return null
  const from = language === null ? '' : ` from ${languageName(language)}`
  const what = parts.length === 1 ? `Translate${from}` : `Translate part ${next + 1} of ${parts.length}${from}`
  return html`<form method="post" action="${addressOf(context)}/translate${filterQuery(request)}" class="tool">
${hidden('csrf', csrf)}${hidden('part', String(next))}
<button type="submit" class="quiet" data-key="t">${what} <kbd aria-hidden="true">T</kbd></button>
</form>`
}

const nothing = { passages: [], links: false }

/** The translation, beside the text. */
export function translationOf(translated: Translated | null): Html | null {
  if (translated === null) return null
  const { part, of, language } = translated
  if ('failed' in translated)
    return html`<div class="translation" role="alert"><p><strong>Not translated:</strong> ${plain(translated.failed)}. The button asks again.</p></div>
`
  const which = of === 1 ? '' : `, part ${part + 1} of ${of}`
  return html`<div class="translation" role="region" aria-label="Translation">
<p class="small"><strong>In ${languageName(language)}${which}.</strong> A machine translation, which may be wrong. It is not stored, and no part of the decision’s record.</p>
<div lang="${language}">${shownText(translated.words, nothing)}</div>
</div>
`
}
