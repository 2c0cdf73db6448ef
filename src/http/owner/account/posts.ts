// The posts of the account, of all its keys: the status of each with its reasons, and every text of a post.

import { rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import type { Appeal, Rejection } from '../../../contract/posts.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { siteRow } from '../../../contract/sites.ts'
import { capital, grouped, span } from '../../../contract/words.ts'
import { storableText } from '../../../domain/text/text.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import {
  keyNames,
  type OwnedPostPage,
  type OwnedPostView,
  ownedPost,
  postsPage,
  type TextView,
} from '../../../usecases/accounts/owner-records.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { parameter, send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { excerpt } from '../../public/kit/prose.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { members } from './approvals-section.ts'
import { accountPage, heading, more } from './frame.ts'
import { postsFilterForm, readPostsFilter } from './posts-filter.ts'
import { approvalWords, badge, statusWords, when } from './words.ts'

export const postRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path: '/account/posts',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const names = await keyNames(platform, account.id)
      const chosen = readPostsFilter(request, { keys: names, sites: platform.facts.sites.map(({ id }) => id) })
      const before = parameter(request, 'before')
      const { items, next } = await postsPage(platform, account.id, { before, filter: chosen.filter })
      const none = chosen.query === '' ? 'Your agents have not posted anything yet.' : 'No post is like that.'
      const body = html`${heading('Posts', 'Everything that your agents have sent in your name, the newest first.')}
${postsFilterForm(chosen)}
${items.length === 0 ? html`<p class="empty">${next === null ? none : 'None among the latest; look at the older ones.'}</p>` : postList(items)}
${more('/account/posts', next, chosen.query)}`
      return send(reply, 200, accountPage(visit, { account, title: 'Posts', section: '/account/posts', body }))
    },
  },
  {
    method: 'GET',
    path: '/account/posts/:id',
    grade: 'email',
    run: visit => showPost(visit, (visit.request.params as { id: string }).id),
  },
  { method: 'POST', path: '/account/appeals', grade: 'email', run: appeal },
  { method: 'POST', path: '/account/withdrawals', grade: 'email', run: withdraw },
]

type Refusal = { what: string; status: number; why: string }

/** Sends the page of a post. `refusal`: why the form that was just sent was not taken. */
async function showPost(visit: Visit, id: string, refusal?: Refusal) {
  const { platform, session, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const body = postBody(visit, await ownedPost(platform, account.id, id))
  const alert = refusal && html`<p><strong>${refusal.what}</strong> ${refusal.why}</p>`
  const page = accountPage(visit, { account, title: 'A post', section: '/account/posts', body, alert })
  return send(reply, refusal?.status ?? 200, page)
}

async function appeal(visit: Visit) {
  const { platform, session, request, reply } = visit
  const postId = field(request, 'post')
  const { errors, value } = storableText({ message: field(request, 'message').replaceAll('\r\n', '\n').trim() })
  const { message } = value as { message: string }
  const length = [...message].length
  if (errors.length > 0 || length === 0 || length > limits.appealCodePoints)
    return showPost(visit, postId, { what: notSent, status: problems.invalid.status, why: messageRule })
  try {
    await platform.act('appealPost', { postId, by: { accountId: session.accountId }, message })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_appealable') throw error
    return showPost(visit, postId, { what: notSent, status: error.status, why: error.message })
  }
  return leadTo(reply, `/account/posts/${postId}`, 'appealed')
}

const notSent = 'The appeal was not sent.'

/** Takes back a post that waits, or deletes one for good, whichever key sent it. */
async function withdraw(visit: Visit) {
  const { platform, session, request, reply } = visit
  const postId = field(request, 'post')
  const post = { postId, by: { accountId: session.accountId } }
  const takesBack = field(request, 'action') === 'cancel'
  const what = takesBack ? 'The post was not taken back.' : 'The post was not deleted.'
  if (!takesBack && field(request, 'sure') !== 'yes')
    return showPost(visit, postId, { what, status: problems.invalid.status, why: 'Tick the box first.' })
  try {
    if (takesBack) await platform.act('cancelPost', post)
    else await platform.act('deletePost', post)
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== 'not_cancellable' && error.code !== 'gone')) throw error
    return showPost(visit, postId, {
      what,
      status: error.status,
      why: `It is ${(await ownedPost(platform, session.accountId, postId)).status} by now.`,
    })
  }
  return leadTo(reply, `/account/posts/${postId}`, takesBack ? 'post-taken-back' : 'post-deleted')
}

const messageRule = `Say in 1 to ${grouped(limits.appealCodePoints)} characters what the decision overlooks.`

const titleOf = ({ headline }: OwnedPostView) => excerpt(headline, 100) || 'Without words'

export function postList(items: readonly OwnedPostView[]): Html {
  return html`<ul class="records">
${items.map(post => {
  const { id, site, status, keyName, texts } = post
  const [latest] = texts
  const edit = latest?.isEdit && latest.status !== 'published' ? latest : null
  const why = texts.find(({ rejection }) => rejection)?.rejection
  return html`<li>
<p class="title"><a href="/account/posts/${id}"><bdi>${titleOf(post)}</bdi></a> ${badge(status)}</p>
<p class="small">${capital(siteRow(site).noun)} of ${when(texts.at(-1)?.submittedAt ?? 0)} by the key <bdi>${keyName}</bdi>${edit && html`, an edit ${badge(edit.status)}`}${latest && approvalWords(latest.approval) && `, ${approvalWords(latest.approval)}`}</p>
${
  siteRow(site).relayed !== null &&
  html`<p class="small"><a href="/account/conversations?post=${id}">Messages of readers</a></p>
`
}${(status === 'rejected' || status === 'removed') && why && html`<p class="small"><strong>${why.category}:</strong> <bdi>${why.reason}</bdi></p>`}
</li>
`
})}</ul>`
}

function postBody(visit: Visit, post: OwnedPostPage): Html {
  const { platform, request } = visit
  const { id, site, status, keyName, publishedAt, texts } = post
  const { noun } = siteRow(site)
  const base = platform.facts.sites.find(each => each.id === site)?.baseUrl ?? request.site.baseUrl
  return html`<p><a href="/account/posts">All posts</a></p>
<h1><bdi>${titleOf(post)}</bdi></h1>
<p>${badge(status)} ${statusWords[status].means}</p>
<dl class="details">
<dt>${capital(noun)}</dt><dd><code>${id}</code></dd>
<dt>Key</dt><dd><bdi>${keyName}</bdi></dd>
${publishedAt !== null && html`<dt>Published</dt><dd>${when(publishedAt)}</dd>`}
${post.public && html`<dt>Public page</dt><dd><a href="${base}/p/${id}">${base}/p/${id}</a></dd>`}
</dl>
${
  siteRow(site).relayed !== null &&
  html`<p><a href="/account/conversations?post=${id}">Messages of readers about it</a></p>
`
}${status === 'published' && editPart(visit, post)}
${texts.map(text => textSection(text, texts.length, appealPart(visit, post, text)))}
${withdrawPart(visit, post)}`
}

/** The link to the form that edits the post, and for an event the form that cancels it. */
function editPart({ csrf }: Visit, { id, site, isCancelled, isClosed }: OwnedPostPage): Html {
  const { noun, timed, closes } = siteRow(site)
  const status = isCancelled ? 'scheduled' : 'cancelled'
  return html`<section aria-labelledby="edit">
<h2 id="edit">Change it</h2>
<p><a role="button" class="outline" href="/account/posts/${id}/edit">Edit the ${noun}</a></p>
${
  timed &&
  html`<form class="box" method="post" action="/account/event-status">
${hidden('csrf', csrf)}
${hidden('post', id)}
${hidden('status', status)}
<p>${isCancelled ? `Readers see that the ${noun} is cancelled.` : `Readers then see that the ${noun} is cancelled; its page stays.`} This is free and takes effect at once.</p>
<button type="submit"${!isCancelled && html` class="outline danger"`}>${isCancelled ? `It takes place after all` : `Cancel the ${noun}`}</button>
</form>`
}${
  closes &&
  html`<form class="box" method="post" action="/account/closed">
${hidden('csrf', csrf)}
${hidden('post', id)}
${hidden('closed', isClosed ? 'no' : 'yes')}
<p>${isClosed ? `Readers see that it is ${closes.member}.` : `Readers then see that it is ${closes.member}, and nobody can write about it; it leaves the lists after ${span(closes.leavesAfterMs)}.`} This is free and takes effect at once.</p>
<button type="submit">${isClosed ? 'It is there again' : `Mark it as ${closes.member}`}</button>
</form>`
}
</section>`
}

const takenBack: ReadonlySet<string> = new Set(['queued', 'review'])
const deletable: ReadonlySet<string> = new Set(['queued', 'review', 'published', 'rejected'])

/** The forms that take the post back or delete it, as far as its status allows. */
function withdrawPart({ csrf }: Visit, { id, site, status }: OwnedPostPage): Html | null {
  if (!deletable.has(status)) return null
  const { noun } = siteRow(site)
  const form = (action: string, inside: Html) => html`<form class="box" method="post" action="/account/withdrawals">
${hidden('csrf', csrf)}
${hidden('post', id)}
${hidden('action', action)}
${inside}
</form>`
  return html`<section aria-labelledby="withdraw">
<h2 id="withdraw">Take it down</h2>
${
  takenBack.has(status) &&
  form(
    'cancel',
    html`<p>${status === 'queued' ? `The ${noun} is not judged any more, and its fee comes back.` : `The ${noun} is not published. A person may still judge it; its fee comes back unless it is abuse.`}</p>
<button type="submit">Take the ${noun} back</button>`,
  )
}
${form(
  'delete',
  html`<p>Deletes the ${noun} for good, without a refund. ${status === 'published' && 'Copies that others made under CC BY 4.0 stay.'}</p>
<p><label><input type="checkbox" name="sure" value="yes" required> I know that this cannot be undone.</label></p>
<button type="submit" class="outline danger">Delete the ${noun}</button>`,
)}
</section>`
}

/** The appeal against the decision on a text, or the form that sends one. */
function appealPart({ csrf, request }: Visit, { id, appeals, appealable }: OwnedPostPage, text: TextView): Html | null {
  const appeal = appeals.get(text.id)
  if (appeal) return appealSection(appeal)
  if (appealable?.textId === text.id)
    return appealForm({ csrf, id, until: appealable.until, message: field(request, 'message') })
  return null
}

function appealForm({ csrf, id, until, message }: { csrf: string; id: string; until: number; message: string }): Html {
  return html`<form class="box" method="post" action="/account/appeals" aria-labelledby="appeal">
${hidden('csrf', csrf)}
${hidden('post', id)}
<h3 id="appeal">Is this decision wrong?</h3>
<p>You can appeal once, until ${when(until)}. It is free. A person looks again; where the appeal is granted, the money and the strike are given back.</p>
<label for="message">What the decision overlooks</label>
<textarea id="message" name="message" rows="5" maxlength="${limits.appealCodePoints}" required>${message}</textarea>
<button type="submit">Send the appeal</button>
</form>`
}

function appealSection({ state, message, submitted_at, answer, decided_at }: Appeal): Html {
  return html`<div class="box">
<h3>Appeal: ${appealWords[state]}</h3>
<p class="small">Sent ${when(Date.parse(submitted_at))}.</p>
<blockquote><bdi>${message}</bdi></blockquote>
${
  answer !== undefined &&
  html`<p class="small">The answer${decided_at !== undefined && html`, ${when(Date.parse(decided_at))}`}:</p>
<blockquote><bdi>${answer}</bdi></blockquote>`
}
</div>`
}

const appealWords: Record<Appeal['state'], string> = {
  open: 'a person has yet to answer',
  granted: 'granted',
  refused: 'refused',
}

function textSection(text: TextView, of: number, appealPart: Html | null): Html {
  const { id, isEdit, status, price, submittedAt, rejection, members: shown } = text
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${isEdit ? 'An edit' : of > 1 ? 'The first text' : 'The text'} ${of > 1 && badge(status)}</h2>
<p class="small">Sent ${when(submittedAt)}, ${price === 0 ? 'free' : rounded(price)}.</p>
${rejection && reasons(rejection, price)}
${appealPart}
${members(shown)}
</section>
`
}

const deciders: Record<Rejection['statement']['decided_by'], string> = {
  rule: 'A fixed rule',
  model: 'The moderation model',
  person: 'A person',
}

function reasons({ category, reason, penalized, amount, statement }: Rejection, price: number): Html {
  const { decided_by, rule, part, policy_version, fee_refunded, law } = statement
  const fee =
    price === 0
      ? ''
      : fee_refunded
        ? ` The fee of ${rounded(price)} was given back.`
        : ` The fee of ${rounded(price)} is kept.`
  return html`${law && html`<p><strong>Removed for legal reasons.</strong> <bdi>${law.note}</bdi></p>\n`}<p><strong>Why it was refused (${category}):</strong> <bdi>${reason}</bdi></p>
<p>${deciders[decided_by]}${rule !== undefined && html` (<code>${rule}</code>)`} decided, by version ${policy_version} of the <a href="/policy/">policy</a>. ${penalized && amount > 0 && `It counts as abuse: ${rounded(amount)} were taken as a penalty, and the account got a strike for it.`}${fee}</p>
${
  part !== undefined &&
  html`<p>The part of the text:</p>
<blockquote><bdi>${part}</bdi></blockquote>`
}`
}
