// The lists of the platform, for leads: what they hold, what each entry has found, and forms that add, enforce and remove entries.
import { limits } from '../../contract/limits.ts'
import { entryActions, entryKinds, entryOfRule, listRule } from '../../contract/moderation/list-entries.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { problems } from '../../contract/problems/problems.ts'
import { instant } from '../../domain/times/time.ts'
import { takes } from '../../moderation/listed/normal-values.ts'
import type { ListEntry } from '../../store/review/list-entries.ts'
import { addEntries, checkedEntry, enforceEntry, entriesOf, removeEntry } from '../../usecases/review/list-entries.ts'
import { field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { plain } from './plain-text.ts'
import { addressOf, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { at } from './words.ts'

const path = '/review/lists'
/** The entries on the page; others are found by their words. */
const shownAtOnce = 200

export const listsRoutes: readonly ReviewRoute[] = [
  { method: 'GET', path, role: 'lead', run: visit => show(visit) },
  {
    method: 'POST',
    path,
    role: 'lead',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const of = (name: string) => field(request, name)
      try {
        const days = of('days').trim()
        const given = {
          ...{ kind: of('kind'), value: of('value'), action: of('action'), category: of('category'), note: of('note') },
          ...{ shadow: of('shadow') !== '', days: days === '' ? undefined : Number(days) },
        }
        const entries = [checkedEntry(platform, given)]
        const [added] = await addEntries(platform, { entries, actor: session.reviewer.email })
        return leadTo(reply, path, added === null ? 'entry-known' : 'entry-added')
      } catch (error) {
        if (error instanceof Problem && error.code === 'invalid') return show(visit, error.message)
        throw error
      }
    },
  },
  {
    method: 'POST',
    path: `${path}/remove`,
    role: 'lead',
    async run({ platform, session, request, reply }) {
      await removeEntry(platform, { seq: entryIn(field(request, 'entry')), actor: session.reviewer.email, reason: '' })
      return leadTo(reply, path, 'entry-removed')
    },
  },
  {
    method: 'POST',
    path: `${path}/enforce`,
    role: 'lead',
    async run({ platform, session, request, reply }) {
      await enforceEntry(platform, { seq: entryIn(field(request, 'entry')), actor: session.reviewer.email })
      return leadTo(reply, path, 'entry-enforced')
    },
  },
]

function entryIn(text: string): number {
  const seq = entryOfRule(text)
  if (seq === null) throw new Problem('not_found', 'There is no such entry.')
  return seq
}

async function show(visit: ReviewVisit, wrong?: string) {
  const { platform, request, reply, csrf } = visit
  const { q } = request.query as { q?: unknown }
  const words = typeof q === 'string' ? q.trim().slice(0, limits.listedValue) : ''
  const entries = await entriesOf(platform, { words, limit: shownAtOnce })
  const body = html`<div class="queue">
<h1>Lists</h1>
<p>What texts are flagged, held or refused for. An entry takes effect within seconds, for texts that come in from then on; a refusal costs nothing. One that is tried out does nothing: it counts the texts that it would change.</p>
<form method="get" action="${path}" role="search"><label for="q">Words in values and notes</label> <input id="q" name="q" value="${words}" maxlength="${limits.listedValue}"> <button type="submit" class="quiet">Find</button></form>
${entries.length === 0 ? html`<p class="calm">There is no entry.</p>` : list(entries, csrf)}
${form(visit)}
</div>`
  const alert = wrong === undefined ? undefined : html`<p><strong>Not added.</strong> ${wrong}</p>`
  const page = await reviewPage(visit, { title: 'Lists', section: path, body, alert })
  return sendPage(reply, wrong === undefined ? 200 : problems.invalid.status, page)
}

function list(entries: readonly ListEntry[], csrf: string): Html {
  return html`<ul class="lines">${entries.map(entry => html`<li>${line(entry)}${buttons(entry, csrf)}</li>\n`)}</ul>
${entries.length === shownAtOnce && html`<p>The newest ${shownAtOnce} are shown; find others by their words.</p>`}`
}

const does = { flag: 'flags', hold: 'holds', refuse: 'refuses' }

function line({ seq, kind, value, action, category, note, shadow, advice, ...entry }: ListEntry): Html {
  const latest = JSON.parse(entry.latest) as string[]
  const { hits, hit_at: hitAt, expires_at: ends } = entry
  return html`<strong>${listRule(seq)}</strong> ${kind} <bdi class="text">${plain(value)}</bdi>
<div class="small">${shadow === 1 ? html`<span class="badge">tried out</span> would ${action}` : does[action]}${category && ` as ${category}`}${advice === 1 && ', advice of another platform'}${note !== '' && html`: <bdi>${plain(note)}</bdi>`}. Added by <bdi>${entry.added_by}</bdi>, ${at(instant(entry.created_at))}${ends !== null && html`, ends ${at(instant(ends))}`}.
${hits === 0 ? 'Nothing had it yet' : html`${hits} ${hits === 1 ? 'text' : 'texts'} had it, the last ${hitAt !== null && at(instant(hitAt))}`}.</div>
${latest.length > 0 && html`<details><summary>The latest texts (${latest.length})</summary><ul class="lines">${latest.map(id => html`<li><a href="${addressOf({ kind: 'text', subject: id })}"><span class="id">${id}</span></a></li>\n`)}</ul></details>`}`
}

function buttons({ seq, shadow }: ListEntry, csrf: string): Html {
  const button = (to: string, label: string) => html`<form method="post" action="${path}/${to}">
${hidden('csrf', csrf)}
${hidden('entry', listRule(seq))}
<button type="submit" class="quiet" aria-label="${label} ${listRule(seq)}">${label}</button>
</form>`
  return html`${shadow === 1 && button('enforce', 'Enforce')}${button('remove', 'Remove')}`
}

function form({ platform, request, csrf }: ReviewVisit): Html {
  const options = (name: string, values: readonly string[]) =>
    values.map(value => html`<option${field(request, name) === value && html` selected`}>${value}</option>\n`)
  const categories = platform.policy.categories.map(({ id }) => id)
  return html`<h2>Add an entry</h2>
<form class="decide" method="post" action="${path}">
${hidden('csrf', csrf)}
<label for="kind">Kind</label>
<select id="kind" name="kind">${options('kind', entryKinds)}</select>
<label for="value">Value</label>
<input id="value" name="value" maxlength="${limits.listedValue}" value="${field(request, 'value')}" autocomplete="off" aria-describedby="takes" required>
<p class="small" id="takes">${entryKinds.map(kind => `${kind}: ${takes[kind]}`).join('; ')}.</p>
<label for="action">It does</label>
<select id="action" name="action">${options('action', entryActions)}</select>
<label for="category">Category, needed to refuse</label>
<select id="category" name="category"><option value="">None</option>${options('category', categories)}</select>
<label for="note">Note, for reviewers</label>
<input id="note" name="note" maxlength="${limits.listNote}" value="${field(request, 'note')}" autocomplete="off">
<label for="days">Days until it ends; always if empty</label>
<input id="days" name="days" inputmode="numeric" value="${field(request, 'days')}" autocomplete="off">
<label><input type="checkbox" name="shadow" value="yes"${field(request, 'shadow') !== '' && html` checked`}> Only try it out</label>
<button type="submit" id="send">Add</button>
</form>`
}
