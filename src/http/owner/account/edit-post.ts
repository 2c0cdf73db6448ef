// The owner's form that edits a published post: first the fields, then what the edit changes and costs, then the edit.

import { rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import type { Change } from '../../../contract/posts.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { siteRow } from '../../../contract/sites.ts'
import { patchBetween } from '../../../domain/merge-patch.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import {
  checkOwnersEdit,
  type EditableText,
  editableText,
  type OwnersEditChecked,
  saveOwnersEdit,
} from '../../../usecases/posts/owner-edit.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage } from './frame.ts'
import { type FormField, fieldsOf, textFrom } from './post-fields.ts'

const path = '/account/posts/:id/edit'

export const editRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path,
    grade: 'email',
    async run(visit) {
      const text = await editableText(visit.platform, visit.session.accountId, idOf(visit))
      return sendForm(visit, text, fieldsOf(siteRow(text.site), text.fields))
    },
  },
  { method: 'POST', path, grade: 'email', bodyLimit: limits.editFormBytes, run: edit },
  { method: 'POST', path: '/account/event-status', grade: 'email', run: setStatus },
  { method: 'POST', path: '/account/closed', grade: 'email', run: setClosed },
]

const idOf = ({ request }: Visit) => (request.params as { id: string }).id

/** Checks an edit, or saves it at the price that its check has shown. */
async function edit(visit: Visit) {
  const { platform, session, request, reply } = visit
  const { accountId } = session
  const postId = idOf(visit)
  const text = await editableText(platform, accountId, postId)
  const row = siteRow(text.site)
  const given = textFrom(row, text.fields, name => field(request, name))
  const fields = fieldsOf(row, given)
  const asked = { accountId, postId, patch: patchBetween(text.fields, given), tag: field(request, 'tag') || text.tag }
  if (Object.keys(asked.patch).length === 0)
    return sendForm(visit, text, fields, { title: 'Nothing changed yet.', faults: [] })
  try {
    if (field(request, 'action') !== 'save')
      return sendForm(visit, text, fields, undefined, await checkOwnersEdit(platform, asked))
    const saved = await saveOwnersEdit(platform, { ...asked, priceSeen: Number(field(request, 'price')) || 0 })
    return leadTo(reply, `/account/posts/${postId}`, saved === 'applied' ? 'edit-applied' : 'edit-sent')
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'overloaded') throw error
    return sendForm(visit, text, fields, refusalOf(error))
  }
}

/** Closes a post, such as sold, or opens it again: free, and at once. */
async function setClosed(visit: Visit) {
  const { platform, session, request, reply } = visit
  const { accountId } = session
  const postId = field(request, 'post')
  const { site, isClosed, tag } = await editableText(platform, accountId, postId)
  const { closes } = siteRow(site)
  const closed = field(request, 'closed') === 'yes'
  if (!closes) throw new Problem('invalid', 'A post of this site cannot be closed.')
  if (isClosed !== closed)
    await saveOwnersEdit(platform, { accountId, postId, patch: { [closes.member]: closed }, tag, priceSeen: 0 })
  return leadTo(reply, `/account/posts/${postId}`, closed ? 'post-closed' : 'post-opened')
}

/** Cancels an event, or takes its cancellation back: free, and at once. */
async function setStatus(visit: Visit) {
  const { platform, session, request, reply } = visit
  const { accountId } = session
  const postId = field(request, 'post')
  const { site, isCancelled, tag } = await editableText(platform, accountId, postId)
  const { timed } = siteRow(site)
  const status = field(request, 'status')
  if (!timed || (status !== 'cancelled' && status !== 'scheduled'))
    throw new Problem('invalid', 'Choose whether the event takes place.')
  if (isCancelled === (status === 'cancelled')) return leadTo(reply, `/account/posts/${postId}`, `event-${status}`)
  await saveOwnersEdit(platform, { accountId, postId, patch: { [timed.status]: status }, tag, priceSeen: 0 })
  return leadTo(reply, `/account/posts/${postId}`, `event-${status}`)
}

type Refused = { status?: number; title: string; faults: readonly string[] }

function refusalOf({ code, status, message, extras }: Problem): Refused {
  const title = 'The edit was not saved, and nothing was charged.'
  if (code === 'changed')
    return { status, title, faults: ['The post has changed since the form was opened. Open the form again.'] }
  return { status, title, faults: extras.errors ?? [message] }
}

async function sendForm(
  visit: Visit,
  text: EditableText,
  fields: readonly FormField[],
  refused?: Refused,
  checked?: OwnersEditChecked,
) {
  const { platform, session, reply, csrf, request } = visit
  const account = await existingAccount(platform, session.accountId)
  const { noun } = siteRow(text.site)
  const id = idOf(visit)
  const faults = faultsOf(refused?.faults ?? [], fields)
  const tag = field(request, 'tag') || text.tag
  const body = html`<p><a href="/account/posts/${id}">Back to the ${noun}</a></p>
<h1>Edit the ${noun}</h1>
<form method="post" action="/account/posts/${id}/edit">
${hidden('csrf', csrf)}
${hidden('tag', tag)}
${checked && summary(checked)}
${groupsOf(fields).map(group => groupHtml(group, faults.of))}
<button type="submit" name="action" value="check"${checked && html` class="outline"`}>${checked ? 'Check again' : 'See the price and the changes'}</button>
</form>`
  const alert =
    refused &&
    html`<p><strong>${refused.title}</strong></p>${faults.others.length > 0 && html`<ul>${faults.others.map(fault => html`<li>${fault}</li>`)}</ul>`}`
  const page = accountPage(visit, { account, title: `Edit the ${noun}`, section: '/account/posts', body, alert })
  return send(reply, refused?.status ?? 200, page)
}

/** The faults by the name of their field, and those of no field. */
function faultsOf(faults: readonly string[], fields: readonly FormField[]) {
  const of = new Map<string, string>()
  const others: string[] = []
  for (const fault of faults) {
    const [pointer = '', ...said] = fault.split(': ')
    const name = pointer.slice(1).replaceAll('/', '.')
    const at = fields.find(each => each.name === name || name.startsWith(`${each.name}.`))
    if (pointer.startsWith('/') && at) of.set(at.name, said.join(': '))
    else others.push(fault)
  }
  if (of.size > 0) others.push('See the marked fields.')
  return { of, others }
}

function summary({ price, judged, changes }: OwnersEditChecked): Html {
  const cost = price === 0 ? 'It is free.' : `It costs ${rounded(price)}.`
  const when = judged ? 'The new text is judged first; until then readers see the old one.' : 'It is public at once.'
  return html`<section class="box" aria-labelledby="changes">
<h2 id="changes">What changes</h2>
${hidden('price', String(price))}
<ul>${changes.map(change => html`<li>${changeWords(change)}</li>`)}</ul>
<p>${cost} ${when}</p>
<button type="submit" name="action" value="save">${price === 0 ? 'Save the edit' : `Save the edit for ${rounded(price)}`}</button>
</section>`
}

function changeWords({ at, from, to, why }: Change): Html {
  const name = at.slice(1).replaceAll('_', ' ').replaceAll('/', ', ')
  if (from !== null && to !== null && from !== to)
    return html`${name}, ${why}: <del><bdi>${from}</bdi></del> <ins><bdi>${to}</bdi></ins>`
  return html`${name}, ${why}: <bdi>${to ?? from ?? ''}</bdi>`
}

/** Neighbours of one group stand together. */
function groupsOf(fields: readonly FormField[]): FormField[][] {
  const groups: FormField[][] = []
  for (const each of fields) {
    const last = groups.at(-1)
    if (last?.[0] && each.group !== '' && last[0].group === each.group) last.push(each)
    else groups.push([each])
  }
  return groups
}

function groupHtml(fields: readonly FormField[], faults: ReadonlyMap<string, string>): Html {
  const each = fields.map(field => fieldHtml(field, faults.get(field.name)))
  const group = fields[0]?.group
  if (!group) return html`${each}`
  return html`<fieldset class="group">
<legend>${group}</legend>
${each}</fieldset>
`
}

function fieldHtml({ name, label, hint, kind, value, maxLength, choices }: FormField, fault: string | undefined): Html {
  const described = html`${(hint || fault) && html` aria-describedby="${name}-hint"`}${fault && html` aria-invalid="true"`}`
  const length = maxLength !== undefined && html` maxlength="${maxLength}"`
  const control = {
    line: html`<input id="${name}" name="${name}" value="${value}"${length}${described}>`,
    text: html`<textarea id="${name}" name="${name}" rows="8"${length}${described}>${value}</textarea>`,
    time: html`<input type="datetime-local" id="${name}" name="${name}" value="${value}"${described}>`,
    choice: html`<select id="${name}" name="${name}"${described}>${choices.map(choice => html`<option value="${choice}"${choice === value && html` selected`}>${choice || 'none'}</option>`)}</select>`,
  }[kind]
  return html`<div><label for="${name}">${label}</label>
${control}
${(hint || fault) && html`<small id="${name}-hint">${fault && html`<strong>${fault}</strong> `}${hint}</small>`}</div>
`
}
