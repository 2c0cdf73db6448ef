// The keys of the console: one table, shown as a dialog and as a page.
import { choices } from '../../contract/moderation/decisions.ts'
import { type Html, html } from '../public/kit/layout.ts'

const choosing = [...Map.groupBy(Object.values(choices), ({ key }) => key.toUpperCase())].map(
  ([key, same]) => [key, `choose ${same.map(({ label }) => label).join(' or ')}`] as const,
)

/** The action of each key. The script finds the element of a key by data-key. */
const keys: readonly (readonly [key: string, what: string])[] = [
  ...choosing,
  ['Enter', 'send the form, after a choice or in the list of categories; in a text field a new line'],
  ['Ctrl Enter', 'send the form, from any of its fields'],
  ['Esc', 'leave a field, so that the keys work again'],
  ['U', 'undo the latest decision'],
  ['N', 'write a note'],
  ['T', 'translate the text, where a language model can'],
  ['X', 'show what is covered, or cover it again'],
  ['J', 'next item'],
  ['Q', 'back to the queue, or from many texts to the item'],
  ['A', 'where many texts are decided: choose all, or none'],
  ['?', 'show these keys'],
]

export const keysTable: Html = html`<table class="keys">
<thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead>
<tbody>${keys.map(
  ([key, what]) =>
    html`<tr><th scope="row">${key.split(' ').map((each, i) => [i > 0 && ' ', html`<kbd>${each}</kbd>`])}</th><td>${what}</td></tr>\n`,
)}</tbody>
</table>`
