// The actions of an item, always in the same place: one form, in which nothing goes out unless it is chosen.
import { limits } from '../../contract/limits.ts'
import type { PolicyCategory } from '../../contract/policy.ts'
import { deletedHandle } from '../../domain/handle.ts'
import { hidden } from '../owner/payment-pages.ts'
import { type Html, html } from '../public/kit/layout.ts'
import type { Context } from './post-region.ts'
import { nextForm } from './queue.ts'
import { addressOf } from './route.ts'

/** What can be chosen; the first of `safe` is chosen from the start, whatever the item. */
type Choice = { value: string; label: string; key: string; next: 'send' | 'reason' | 'category'; hint: string }

const why = 'Only those who decide read it.'
const theirs = 'The author reads it.'
const choices = {
  publish: { label: 'Publish', key: 'p', next: 'send', hint: `May be empty. ${why}` },
  reject: { label: 'Reject', key: 'r', next: 'category', hint: `${theirs} Empty, it is what the policy says.` },
  remove: { label: 'Remove', key: 'r', next: 'category', hint: `${theirs} Empty, it is what the policy says.` },
  dismiss: { label: 'Dismiss', key: 'd', next: 'send', hint: `Empty, it says that nothing breaks the policy. ${why}` },
  'grant-publish': {
    label: 'Grant and publish',
    key: 'g',
    next: 'reason',
    hint: `Your answer: ${theirs.toLowerCase()}`,
  },
  grant: { label: 'Grant without publishing', key: 'b', next: 'reason', hint: `Your answer: ${theirs.toLowerCase()}` },
  refuse: { label: 'Refuse', key: 'f', next: 'reason', hint: `Your answer: ${theirs.toLowerCase()}` },
  second_opinion: { label: 'Second opinion', key: 'o', next: 'reason', hint: `Somebody else decides it. ${why}` },
  skip: { label: 'Skip', key: 's', next: 'reason', hint: `Comes back to you in an hour. ${why}` },
} as const satisfies Record<string, Omit<Choice, 'value'>>

export type ChoiceName = keyof typeof choices

/** What an item takes, in the order in which it is shown. */
export function choicesFor({ kind, text, can_be_published }: Context, alone: boolean): ChoiceName[] {
  const of: Record<Context['kind'], ChoiceName[]> = {
    text: [text.decide_until === null ? 'publish' : 'dismiss', 'reject'],
    report: ['dismiss', 'remove'],
    appeal: can_be_published ? ['grant-publish', 'grant', 'refuse'] : ['grant', 'refuse'],
  }
  return [...of[kind], ...(alone ? [] : (['second_opinion'] as const)), 'skip']
}

/** What is chosen and was typed; of a form that could not be taken, as it was sent. */
export type Typed = { action: string; category: string; reason: string }

export type DecideRegion = {
  context: Context
  csrf: string
  /** Why it cannot be decided by this person now; null where it can. */
  blocked: string | null
  categories: readonly PolicyCategory[]
  /** Nobody else is there for a second opinion. */
  alone: boolean
  /** Whether whoever decides may act on accounts. */
  lead: boolean
  typed: Typed | null
}

/** The reason that the policy gives for a category. */
export const reasonOf = ({ title, definition }: PolicyCategory): string => `${title}: ${definition}`

/** The reason of a dismissal that names none. */
export const dismissed = 'Nothing in it breaks the policy.'

/** The region. */
export function decideRegion(region: DecideRegion): Html {
  const { context, csrf, blocked, lead } = region
  return html`<section id="decide" class="region" aria-labelledby="decide-title">
<h2 id="decide-title">Decide</h2>
${blocked === null ? decideForm(region) : html`<div class="notice"><p>${blocked}</p></div>\n${nextForm(csrf)}`}
<details class="aside"><summary>Write a note</summary>
<form method="post" action="${addressOf(context)}/note">
${hidden('csrf', csrf)}
<label for="note">Note for those who decide</label>
<textarea id="note" name="note" rows="3" maxlength="${limits.appealCodePoints}" required data-key="n"></textarea>
<button type="submit" class="quiet">Keep the note</button>
</form>
</details>
${lead && context.author && context.author.handle !== deletedHandle && accountForms(context, context.author, csrf)}
</section>`
}

function decideForm({ context, csrf, categories, alone, typed }: DecideRegion): Html {
  const names = choicesFor(context, alone)
  const { action, category, reason } = typed ?? { action: 'skip', category: suggested(context, categories), reason: '' }
  const refusal = names.find(name => choices[name].next === 'category')
  return html`<form class="decide" method="post" action="${addressOf(context)}" data-refusal="${refusal ?? ''}">
${hidden('csrf', csrf)}
<fieldset class="choices"><legend class="sr">What is to be done</legend>${names.map(name => {
    const { label, key, next } = choices[name]
    return html`<label><input type="radio" name="action" value="${name}" data-key="${key}" data-next="${next}"${name === action && ' checked'}> <span>${label}</span> <kbd aria-hidden="true">${key.toUpperCase()}</kbd></label>\n`
  })}</fieldset>
${refusal && categoryField(categories, category)}
<label for="reason">Why</label>
<textarea id="reason" name="reason" rows="4" maxlength="${limits.appealCodePoints}" aria-describedby="hints">${reason}</textarea>
<div id="hints">${names.map(name => html`<p class="hint small" data-for="${name}">${choices[name].hint}</p>\n`)}</div>
<button type="submit" id="send">Decide</button>
</form>
<form method="post" action="${addressOf(context)}/release" class="release">
${hidden('csrf', csrf)}
<button type="submit" class="quiet" data-key="q">Let go, back to the queue</button>
</form>`
}

/** What the model or the first report names, where the policy has it for the site. */
function suggested({ text, reports }: Context, categories: readonly PolicyCategory[]): string {
  const named = [(text.verdict as { category?: string | null } | null)?.category, reports[0]?.reason]
  return categories.find(({ id }) => named.includes(id))?.id ?? ''
}

/** The choice of a category, with what the policy says beside it. */
export function categoryField(categories: readonly PolicyCategory[], chosen: string): Html {
  return html`<div class="category">
<label for="category">Category of the policy</label>
<select id="category" name="category">
<option value="">Choose one</option>
${categories.map(each => html`<option value="${each.id}" data-reason="${reasonOf(each)}"${each.id === chosen && ' selected'}>${each.title}</option>\n`)}</select>
<div class="policy" tabindex="0" role="region" aria-label="What the policy says">${categories.map(
    ({ id, title, definition, penalized }) =>
      html`<div data-category="${id}"><p><strong>${title}</strong> <span class="badge ${penalized ? 'bad' : 'waits'}">${penalized ? 'penalty and strike' : 'fee comes back'}</span></p><p>${definition}</p></div>\n`,
  )}</div>
</div>`
}

function accountForms(context: Context, { handle, suspended }: NonNullable<Context['author']>, csrf: string): Html {
  const fields = html`${hidden('csrf', csrf)}
${hidden('handle', handle)}
${hidden('item', addressOf(context))}`
  const standing = suspended ? 'unsuspend' : 'suspend'
  return html`<details class="aside"><summary>The account @${handle}</summary>
<form method="post" action="/review/accounts/${standing}">
${fields}
<label for="standing">Why it is ${standing}ed</label>
<input id="standing" name="reason" maxlength="${limits.appealCodePoints}" required>
<button type="submit" class="quiet">${suspended ? 'Unsuspend' : 'Suspend'} @${handle}</button>
</form>
<form method="post" action="/review/accounts/credit">
${fields}
<label for="amount">Dollars to credit</label>
<input id="amount" name="amount" inputmode="decimal" required>
<label for="credit">Why</label>
<input id="credit" name="reason" maxlength="${limits.appealCodePoints}" required>
<button type="submit" class="quiet">Credit @${handle}</button>
</form>
</details>`
}
