// The actions of an item, always in the same place: one form, in which Skip is preselected.

import { limits } from '../../contract/limits.ts'
import {
  choices,
  type DecisionName,
  decisionNames,
  decisionRow,
  type PassName,
} from '../../contract/moderation/decisions.ts'
import type { PolicyCategory } from '../../contract/moderation/policy.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { fitsMessage, fitsText } from '../../usecases/review/decide-item.ts'
import type { Item } from '../../usecases/review/queue.ts'
import type { SavedAnswer } from '../../usecases/review/saved-answers.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { accountForms } from './account-forms.ts'
import type { Context } from './post-region.ts'
import { nextForm } from './queue.ts'
import { addressOf } from './route.ts'
import { type Sanction, sanctionOn } from './sanction.ts'
import { answerFields } from './saved-answers.ts'

/** The choice that every form starts with, and again after the text of its item has changed. */
export const safeChoice = 'skip'

/** The choices for an item, in the order of the form. */
function choicesFor({ kind, text, message, can_be_published }: Context, alone: boolean): (DecisionName | PassName)[] {
  const taken = decisionNames.filter(name => {
    const row = decisionRow(name)
    if (row.ownForm || !row.of.includes(kind) || (row.republishes && !can_be_published)) return false
    if (message !== null) return fitsMessage(row, message.reported)
    return kind !== 'text' || fitsText(row, text.decide_until !== null)
  })
  return [...taken, ...(alone ? [] : (['second_opinion'] as const)), 'skip']
}

/** The fields of a refused form, as they were sent. */
export type Typed = { action: string; category: string; reason: string }

export type DecideRegion = {
  context: Context
  csrf: string
  /** The filter, as the query of an address. */
  query: string
  /** Why this reviewer cannot decide the item now; null otherwise. */
  blocked: string | null
  categories: readonly PolicyCategory[]
  /** Whether there is no other reviewer for a second opinion. */
  alone: boolean
  /** Whether the reviewer may act on accounts. */
  lead: boolean
  typed: Typed | null
  answers: readonly SavedAnswer[]
}

/** The policy's text for a category, as a reason. */
export const reasonOf = ({ title, definition }: PolicyCategory): string => `${title}: ${definition}`

/** The region of the actions. */
export function decideRegion(region: DecideRegion): Html {
  const { context, csrf, query, blocked, lead } = region
  return html`<section id="decide" class="region" aria-labelledby="decide-title">
<h2 id="decide-title">Decide</h2>
${blocked === null ? decideForm(region) : html`<div class="notice"><p>${blocked}</p></div>\n${nextForm(csrf, query)}`}
${context.status === 'published' && legalForm(context, csrf, query)}${context.kind !== 'name' && noteForm(context, csrf, query)}${lead && context.author && context.author.handle !== deletedHandle && accountForms(context.author, { csrf, item: addressOf(context) + query })}
</section>`
}

/** The form of a note about a post. */
function noteForm(context: Context, csrf: string, query: string): Html {
  return html`<details class="aside"><summary>Write a note</summary>
<form method="post" action="${addressOf(context)}/note${query}">
${hidden('csrf', csrf)}
<label for="note">Note for reviewers</label>
<textarea id="note" name="note" rows="3" maxlength="${limits.appealCodePoints}" required data-key="n"></textarea>
<button type="submit" class="quiet">Save the note</button>
</form>
</details>
`
}

function decideForm({ context, csrf, query, categories, alone, typed, answers }: DecideRegion): Html {
  const names = choicesFor(context, alone)
  const fresh = { action: safeChoice, category: suggested(context, categories), reason: '' }
  const { action, category, reason } = typed ?? fresh
  const refusal = names.find(name => choices[name].next === 'category')
  return html`<form class="decide" method="post" action="${addressOf(context)}${query}" data-refusal="${refusal ?? ''}">
${hidden('csrf', csrf)}
${hidden('seen', context.text.id)}
${hidden('reports', context.reports.map(({ id }) => id).join(' '))}
<fieldset class="choices"><legend class="sr">Decision</legend>${names.map(name => {
    const { label, key, next } = choices[name]
    return html`<label><input type="radio" name="action" value="${name}" data-key="${key}" data-next="${next}"${name === action && ' checked'}> <span>${label}</span> <kbd aria-hidden="true">${key.toUpperCase()}</kbd></label>\n`
  })}</fieldset>
${
  alone &&
  html`<p class="small">Nobody else can give a second opinion: this reviewer is the only one that REVIEWERS names.</p>
`
}${refusal && categoryField(categories, category, sanctionOn(context))}
<label for="reason">Why</label>
<textarea id="reason" name="reason" rows="4" maxlength="${limits.appealCodePoints}" aria-describedby="hints">${reason}</textarea>
<div id="hints">${names.map(name => html`<p class="hint small">${choices[name].hint}</p>\n`)}</div>
<button type="submit" id="send">Decide</button>
${answerFields(answers)}
</form>
${releaseForm(context, csrf, query)}`
}

/** The form that gives an item back. */
export function releaseForm(item: Item, csrf: string, query: string): Html {
  return html`<form method="post" action="${addressOf(item)}/release${query}" class="release">
${hidden('csrf', csrf)}
<button type="submit" class="quiet" data-key="q">Release, back to the queue</button>
</form>`
}

/** The category that the model or the first report names, if it applies to the site. */
function suggested({ text, reports }: Context, categories: readonly PolicyCategory[]): string {
  const named = [(text.verdict as { category?: string | null } | null)?.category, reports[0]?.reason]
  return categories.find(({ id }) => named.includes(id))?.id ?? ''
}

/** The choice of a category, with what it does to the author and the policy's text for each. */
export function categoryField(
  categories: readonly PolicyCategory[],
  chosen: string,
  sanction: (category: PolicyCategory) => Sanction,
): Html {
  return html`<div class="category">
<label for="category">Category of the policy</label>
<select id="category" name="category">
<option value="">Choose one</option>
${categories.map(each => html`<option value="${each.id}" data-reason="${reasonOf(each)}"${each.id === chosen && ' selected'}>${each.title}</option>\n`)}</select>
<div class="policy" tabindex="0" role="region" aria-label="What it does, and what the policy says">${categories.map(
    each => {
      const { hard, words } = sanction(each)
      return html`<div data-category="${each.id}"><p><strong>${each.title}</strong> <span class="badge ${hard ? 'bad' : 'waits'}">${words}</span></p><p>${each.definition}</p></div>\n`
    },
  )}</div>
</div>`
}

/** The form that removes a public post for legal reasons, whether or not it waits for a decision. */
function legalForm({ post_id, shown }: Context, csrf: string, query: string): Html {
  const { label, key, hint } = decisionRow('remove-legal')
  return html`<details class="aside"><summary>${label}</summary>
<form method="post" action="${addressOf({ kind: 'report', subject: post_id })}/legal${query}">
${hidden('csrf', csrf)}
${hidden('seen', shown)}
<label for="reference">Order, such as the file number of a court</label>
<input id="reference" name="reference" maxlength="${limits.legalReference}" required autocomplete="off" data-key="${key}">
<label for="countries">Countries in which it holds: codes such as DE, FR, or everywhere</label>
<input id="countries" name="countries" value="everywhere" required autocomplete="off">
<label for="law-reason">More for the author (may be empty)</label>
<textarea id="law-reason" name="reason" rows="2" maxlength="${limits.appealCodePoints}"></textarea>
<p class="small">No penalty, no strike, and the price is kept. ${hint}</p>
<button type="submit" class="quiet">${label}</button>
</form>
</details>
`
}
