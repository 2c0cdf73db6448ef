// Covers grave texts until the reviewer asks for them: what is under a cover, and the form that shows such texts at once.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { dayMs } from '../../contract/spans.ts'
import { span } from '../../contract/words.ts'
import { graveCategory, isGrave, type KnownOfText } from '../../domain/review/grave.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { languageName } from '../../domain/text/language-name.ts'
import type { Platform } from '../../usecases/platform.ts'
import { type Exposure, graveIn } from '../../usecases/review/grave.ts'
import type { itemContext } from '../../usecases/review/item-context.ts'
import { field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { clearCookie, cookieOf, keepFor } from '../private/session.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { leadTo } from './notices.ts'
import { addressOf, itemOf, type ReviewRoute } from './route.ts'

type Context = Awaited<ReturnType<typeof itemContext>>

/** Where the choice is stored: in the browser, since it is about a screen and who sits at it, and nobody else has to know it. */
const cookie = 'review-shown'

/** Whether this browser shows grave texts at once. */
export const showsGrave = (request: FastifyRequest): boolean => cookieOf(request, cookie) === '1'

const path = '/review/cover'

export const coverRoutes: readonly ReviewRoute[] = [
  {
    method: 'POST',
    path,
    role: 'reviewer',
    async run({ request, reply }) {
      const shown = field(request, 'show') === '1'
      if (shown) keepFor(reply, cookie, '1', limits.graveShownMs / 1000)
      else clearCookie(reply, cookie)
      const item = itemOf(field(request, 'kind'), field(request, 'id'))
      return leadTo(reply, item ? addressOf(item) : '/review', shown ? 'grave-shown' : 'grave-covered')
    },
  },
]

/** `grave`: the title of the category; null for a text that is not grave. `covered`: whether its words are covered. */
export type Cover = { grave: string | null; covered: boolean }

/** The cover of the text of an item. */
export function coverOf(platform: Platform, request: FastifyRequest, context: Context): Cover {
  const grave = graveIn(platform, context)?.title ?? null
  return { grave, covered: grave !== null && !showsGrave(request) }
}

/** The title of a category whose texts are covered for this request; null where its words are shown. */
export function coveredAs({ policy }: Platform, request: FastifyRequest, category: string | null): string | null {
  const row = category === null ? undefined : categoryOf(policy, category)
  return row && isGrave(row) && !showsGrave(request) ? row.title : null
}

export type CoveredAs = (category: string | null) => string | null

/** The same for a text of which the verdict is known. */
export function coveredText(
  { policy }: Platform,
  request: FastifyRequest,
  { verdict }: Pick<Context['text'], 'verdict'>,
) {
  if (showsGrave(request)) return null
  return graveCategory(policy, { verdict: verdict as KnownOfText['verdict'], named: [] })?.title ?? null
}

/** A covered part of a page; uncovered, the part alone. */
export function underCover({ covered }: Cover, what: string, part: Html): Html {
  return covered
    ? html`<details class="cover"><summary data-key="x"><span>Show ${what}</span> <kbd aria-hidden="true">X</kbd></summary>
${part}
</details>`
    : part
}

/** What a reviewer knows of a covered text before it is shown: its category, language and length. */
export function coverNote(
  { grave, covered }: Cover,
  { language, fields }: Pick<Context['text'], 'language' | 'fields'>,
): Html | null {
  if (grave === null || !covered) return null
  const texts = Object.values(fields).filter(each => typeof each === 'string')
  const length = texts.reduce((sum, each) => sum + [...each].length, 0)
  return html`<p class="covered"><strong>Covered: ${grave}.</strong> ${language !== null && `${languageName(language)}, `}${length} characters. The model or a person has named the category.</p>
`
}

/** The form that shows grave texts at once in this browser, or covers them again. */
export function coverForm(
  request: FastifyRequest,
  csrf: string,
  item: { kind: string; subject: string } | null = null,
): Html {
  const shown = showsGrave(request)
  const days = span(Math.round(limits.graveShownMs / dayMs) * dayMs)
  return html`<form method="post" action="${path}" class="always">
${hidden('csrf', csrf)}${item && html`${hidden('kind', item.kind)}${hidden('id', item.subject)}`}${hidden('show', shown ? '0' : '1')}
<button type="submit" class="quiet">${shown ? 'Cover grave texts again' : `Show grave texts at once in this browser, for ${days}`}</button>
</form>`
}

/** How many grave items the reviewer has opened today, and what the queue does about it. */
export function exposureLine(request: FastifyRequest, csrf: string, { seen, most, past }: Exposure): Html {
  return html`<div class="exposure">
<p><strong>Grave texts opened today: ${seen}</strong> of ${most}. ${
    past
      ? html`Start and the next items are calmer ones first; when none is left, the grave ones come again. All are in the list. A break is a good idea.`
      : html`They are ${showsGrave(request) ? 'shown at once in this browser' : 'covered until you show them'}.`
  }</p>
${coverForm(request, csrf)}
</div>
`
}
