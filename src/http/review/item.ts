// The forms of an item: opening its page claims the item, its form decides it and opens the next item (contract.md §12).
import type { FastifyRequest } from 'fastify'
import { idInPath } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { decisionNames, decisionRow, type PassName, passes } from '../../contract/moderation/decisions.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import {
  decideItem,
  type ItemDecision,
  orderCountries,
  sayable,
  undo,
  whyNotNow,
} from '../../usecases/review/decide-item.ts'
import { itemContext } from '../../usecases/review/item-context.ts'
import { answersOf, keepAnswer, nameFor } from '../../usecases/review/saved-answers.ts'
import { partsOf, translatePart } from '../../usecases/review/translate.ts'
import { field } from '../private/forms.ts'
import { reasonOf, safeChoice, type Typed } from './decide-region.ts'
import { filterQuery } from './filter.ts'
import { show } from './item-page.ts'
import { leadTo } from './notices.ts'
import { leadToNext } from './queue.ts'
import { addressOf, itemIn, itemPath, type ReviewRoute, type ReviewVisit } from './route.ts'
import { translatedTo } from './translate.ts'

export const itemRoutes: readonly ReviewRoute[] = [
  { method: 'GET', path: itemPath, role: 'reviewer', run: visit => show(visit) },
  { method: 'POST', path: itemPath, role: 'reviewer', run: decide },
  {
    method: 'POST',
    path: `${itemPath}/note`,
    role: 'reviewer',
    async run(visit) {
      const {
        platform,
        session: { reviewer },
        request,
        reply,
      } = visit
      const item = itemIn(request)
      const said = sayable(field(request, 'note'))
      if (said === '') return show(visit, { wrong: 'Write the note first.' })
      const { post_id: postId } = await itemContext(platform, item, reviewer.email)
      await platform.act('noteOnPost', { postId, reviewer: reviewer.email, note: said })
      return leadTo(reply, addressOf(item) + filterQuery(request), 'noted')
    },
  },
  { method: 'POST', path: `${itemPath}/translate`, role: 'reviewer', run: translate },
  { method: 'POST', path: `${itemPath}/legal`, role: 'reviewer', run: removeByLaw },
  {
    method: 'POST',
    path: '/review/undo',
    role: 'reviewer',
    async run({ platform, session: { reviewer }, request, reply }) {
      const { kind, subject } = await undo(platform, { id: field(request, 'decision'), reviewer: reviewer.email })
      return kind === 'account'
        ? leadTo(reply, '/review', 'undone-account')
        : leadTo(reply, addressOf({ kind, subject }) + filterQuery(request), 'undone')
    },
  },
]

async function decide(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
  } = visit
  const by = { ...itemIn(request), reviewer: reviewer.email }
  const typed = {
    action: field(request, 'action'),
    category: field(request, 'category'),
    reason: field(request, 'reason'),
  }
  const seen = field(request, 'seen')
  const asked = field(request, 'with')
  if (asked === 'fill') return show(visit, { typed: await filled(visit, typed) })
  try {
    if (asked === 'keep') {
      await keepAnswer(platform, { reviewer: reviewer.email, name: nameFor(typed.reason), answer: typed.reason })
      return show(visit, { done: 'The reason was kept as a saved answer.', typed })
    }
    const reason = sayable(typed.reason)
    if (Object.hasOwn(passes, typed.action)) {
      if (reason === '') throw new Problem('invalid', 'Give a reason for the other reviewers.')
      const why = await whyNotNow(platform, by)
      if (why !== null) throw new Problem('not_in_review', why)
      await platform.act('passReviewItem', { ...by, reason, what: typed.action as PassName })
    } else {
      const made = decisionIn(visit, typed, reason)
      const decision =
        by.kind === 'report' && made.action === 'dismiss' ? { ...made, reports: reportsIn(request) } : made
      if ((await decideItem(platform, { ...by, decision, seen })) === 'changed')
        return show(visit, { changed: true, typed: formForNewText(visit, typed) })
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return show(visit, { wrong: error.message, typed })
    throw error
  }
  return leadToNext(visit)
}

/** Shows the item with a part of its text in the language of the reviewer. */
async function translate(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
  } = visit
  const context = await itemContext(platform, itemIn(request), reviewer.email)
  const asked = { part: Number.parseInt(field(request, 'part'), 10) || 0, to: translatedTo(request) }
  return show(visit, { translated: await translatePart(platform, partsOf(context), asked) })
}

/** Removes the post of an item for legal reasons. */
async function removeByLaw(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
  } = visit
  const item = itemIn(request)
  if (item.kind !== 'report') throw new Problem('not_found', 'There is no such page.')
  try {
    const law = { reference: field(request, 'reference'), countries: orderCountries(field(request, 'countries')) }
    const decision = { action: 'remove-legal', reason: sayable(field(request, 'reason')), law } as const
    const kept = await decideItem(platform, {
      ...item,
      reviewer: reviewer.email,
      decision,
      seen: field(request, 'seen'),
    })
    if (kept === 'changed') return show(visit, { changed: true })
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return show(visit, { wrong: error.message })
    throw error
  }
  return leadToNext(visit)
}

/** The form with a saved answer in place of its reason; as it was if none is chosen. */
async function filled({ platform, session: { reviewer }, request }: ReviewVisit, typed: Typed): Promise<Typed> {
  const saved = (await answersOf(platform, reviewer.email)).find(({ name }) => name === field(request, 'saved'))
  return saved ? { ...typed, reason: saved.answer } : typed
}

/** The form after its text has changed: nothing is chosen, and a reason stays only if the reviewer wrote it. */
function formForNewText({ platform: { policy } }: ReviewVisit, typed: Typed): Typed {
  const row = categoryOf(policy, typed.category)
  const reason = row && typed.reason.trim() === reasonOf(row) ? '' : typed.reason
  return { ...typed, action: safeChoice, reason }
}

/** The decision of a form. An empty reason becomes that of the policy, or of the decision. Throws `invalid`. */
function decisionIn({ platform }: ReviewVisit, { action, category }: Typed, reason: string): ItemDecision {
  const name = decisionNames.find(each => each === action)
  if (!name) throw new Problem('invalid', 'Choose a decision.')
  const { next, emptyReason } = decisionRow(name)
  if (next === 'category') {
    const row = categoryOf(platform.policy, category)
    if (!row) throw new Problem('invalid', 'Choose a category of the policy.')
    return { action: name, category, reason: reason || reasonOf(row) }
  }
  if (reason === '' && emptyReason === undefined)
    throw new Problem('invalid', 'Write an answer: the author of the appeal reads it.')
  return { action: name, reason: reason || (emptyReason ?? '') }
}

/** The reports that the form showed. */
function reportsIn(request: FastifyRequest): string[] {
  const ids = field(request, 'reports').split(' ').slice(0, limits.reportsShown)
  return ids.filter(id => idInPath.test(id))
}
