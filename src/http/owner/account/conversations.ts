// What readers wrote about the posts of the account: the list of conversations, and each with the forms that answer, block and report.
import { limits } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { siteRow } from '../../../contract/sites.ts'
import { counted, grouped, span } from '../../../contract/words.ts'
import { storableText } from '../../../domain/text/text.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import {
  type AskedPost,
  type BlockView,
  blocksOf,
  type ConversationLine,
  type ConversationView,
  conversation,
  conversationsPage,
  type MessageView,
} from '../../../usecases/delivery/conversations.ts'
import { blockSender, replyToMessage } from '../../../usecases/delivery/relay-message.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { parameter, send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { excerpt } from '../../public/kit/prose.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading, more } from './frame.ts'
import { when } from './words.ts'

const path = '/account/conversations'

export const conversationRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => list(visit) },
  { method: 'GET', path: `${path}/:id`, grade: 'email', run: visit => show(visit, idOf(visit)) },
  { method: 'POST', path: `${path}/:id/answer`, grade: 'email', run: answer },
  { method: 'POST', path: `${path}/:id/block`, grade: 'email', run: block },
  { method: 'POST', path: `${path}/:id/report`, grade: 'email', run: report },
  { method: 'POST', path: `${path}/unblock`, grade: 'email', run: unblock },
]

const idOf = ({ request }: Visit) => (request.params as { id: string }).id

async function list(visit: Visit) {
  const { platform, session, request, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const [before, postId] = [parameter(request, 'before'), parameter(request, 'post')]
  const { items, next } = await conversationsPage(platform, account.id, { before, postId })
  const blocks = before === null && postId === null ? await blocksOf(platform, account.id) : []
  const none = postId === null ? 'Nobody has written to you yet.' : 'Nobody has written about this post.'
  const body = html`${heading('Conversations', `What readers wrote about your posts, the newest first. Messages are kept for ${span(limits.relayMessagesKeptMs)}.`)}
${postId !== null && html`<p>Only about <a href="/account/posts/${postId}">one post</a>. <a href="${path}">Show all</a></p>`}
${items.length === 0 ? html`<p class="empty">${none}</p>` : html`<ul class="records">${items.map(line)}</ul>`}
${more(path, next, postId === null ? '' : new URLSearchParams({ post: postId }).toString())}
${blocks.length > 0 && blockList(blocks, visit.csrf)}`
  return send(reply, 200, accountPage(visit, { account, title: 'Conversations', section: path, body }))
}

const states: Record<ConversationLine['state'], [tone: string, label: string]> = {
  held: ['waits', 'Your answer waits for a person'],
  answered: ['good', 'Answered'],
  open: ['over', 'Not answered'],
}

const titleOf = ({ headline, site }: AskedPost) => excerpt(headline, 100) || `A ${siteRow(site).noun}`

function line({ id, post, from, words, at, messages, unseen, state }: ConversationLine): Html {
  const [tone, label] = states[state]
  return html`<li>
<p class="title"><a href="${path}/${id}"><bdi>${titleOf(post)}</bdi></a> ${unseen > 0 && html`<span class="badge waits">${counted(unseen, 'new message')}</span> `}<span class="badge ${tone}">${label}</span></p>
<p class="small">From ${from}, ${when(at)}${messages > 1 && `, ${counted(messages, 'message')}`}</p>
<p><bdi>${excerpt(words, 160)}</bdi></p>
</li>
`
}

function blockList(blocks: readonly BlockView[], csrf: string): Html {
  return html`<section aria-labelledby="blocked">
<h2 id="blocked">Senders that you block</h2>
<ul class="records">${blocks.map(
    ({ sender, from, since, last }) => html`<li>
<p class="title">${last ? html`<a href="${path}/${last.id}">${from}</a>` : from}</p>
<p class="small">Blocked ${when(since)}.${last && html` <bdi>${excerpt(last.words, 80)}</bdi>`}</p>
${unblockForm(sender, csrf)}
</li>
`,
  )}</ul>
</section>`
}

function unblockForm(sender: string, csrf: string): Html {
  return html`<form method="post" action="${path}/unblock">
${hidden('csrf', csrf)}
${hidden('sender', sender)}
<button type="submit" class="outline">End the block</button>
</form>`
}

type Refusal = { what: string; status: number; why: string }

/** Sends the page of a conversation. `refusal`: why the form that was just sent was not taken. */
async function show(visit: Visit, id: string, refusal?: Refusal) {
  const { platform, session, request, reply } = visit
  const account = await existingAccount(platform, session.accountId)
  const view = await conversation(platform, account.id, id)
  const ids = view.messages.map(message => message.id)
  if (view.unseen > 0 && request.method === 'GET') await platform.act('seeMessages', { accountId: account.id, ids })
  const body = conversationBody(visit, view, account.email)
  const alert = refusal && html`<p><strong>${refusal.what}</strong> ${refusal.why}</p>`
  const page = accountPage(visit, { account, title: 'A conversation', section: path, body, alert })
  return send(reply, refusal?.status ?? 200, page)
}

function conversationBody(visit: Visit, view: ConversationView, email: string): Html {
  const { csrf } = visit
  const { post, from, messages, replyEmail, blocked } = view
  const open = messages.findLast(({ reply, held }) => reply === null && held === null)
  return html`<p><a href="${path}">All conversations</a></p>
<h1><bdi>${titleOf(post)}</bdi></h1>
<p class="lede">With ${from} about <a href="/account/posts/${post.id}">your ${siteRow(post.site).noun}</a>. We do not know who they are and have not checked what they say: be careful with links, and with anybody who wants money, codes or passwords.</p>
${replyEmail !== null && html`<p>Their address: <bdi>${replyEmail}</bdi>. You both know the address of the other now, and go on by mail.</p>`}
${messages.map(message => messageSection(message, from, csrf))}
${blocked !== null ? html`<div class="box"><p>You block this sender: nothing that they write reaches you. They are not told.</p>${unblockForm(blocked, csrf)}</div>` : html`${open && answerForm(visit, open.id, email)}${blockForm(messages, csrf)}`}`
}

function messageSection({ id, text, at, reply, held, isReported }: MessageView, from: string, csrf: string): Html {
  return html`<h2>${from}, ${when(at)}</h2>
<blockquote>${paragraphs(text)}</blockquote>
${
  reply &&
  html`<p class="small">You answered ${when(reply.at)}:</p>
<blockquote>${paragraphs(reply.text)}</blockquote>`
}${
  held !== null &&
  html`<p><span class="badge waits">Your answer waits for a person</span></p>
<blockquote>${paragraphs(held)}</blockquote>`
}${isReported ? html`<p class="small">You have reported this message.</p>` : reportForm(id, csrf)}
`
}

function paragraphs(text: string): Html {
  return html`${text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map(paragraph => html`<p dir="auto">${paragraph.split('\n').map((row, i) => [i > 0 && html`<br>`, row])}</p>`)}`
}

function answerForm({ csrf, request }: Visit, id: string, email: string): Html {
  return html`<form class="box" method="post" action="${path}/${id}/answer" aria-labelledby="answer">
${hidden('csrf', csrf)}
<h2 id="answer">Answer</h2>
<p>Your answer goes out by mail, with <bdi>${email}</bdi> to reply to: they learn that address now, and you learn theirs. It is read for abuse first, as their message was. You can answer a message once; after that you write to each other by mail.</p>
<label for="message">Your answer</label>
<textarea id="message" name="message" rows="5" minlength="${limits.relayMessageMinCodePoints}" maxlength="${limits.relayMessageCodePoints}" required>${field(request, 'message')}</textarea>
<button type="submit">Send the answer</button>
</form>`
}

function reportForm(id: string, csrf: string): Html {
  return html`<details><summary>Report this message</summary>
<form method="post" action="${path}/${id}/report">
${hidden('csrf', csrf)}
<p>A person reads the message and your post. If it breaks the policy, its sender writes to nobody for ${span(limits.relayPauseMs)}. The sender is not told who has reported it, and you get no answer.</p>
<label for="note-${id}">What is wrong with it (you need not say)</label>
<textarea id="note-${id}" name="note" rows="2" maxlength="${limits.relayReportCodePoints}"></textarea>
<button type="submit" class="outline">Report it</button>
</form>
</details>`
}

function blockForm(messages: readonly MessageView[], csrf: string): Html {
  return html`<form class="box" method="post" action="${path}/${messages.at(-1)?.id}/block">
${hidden('csrf', csrf)}
<p>Nothing more that this sender writes reaches you, about any of your posts. They are not told: they get the answer of a post whose author cannot be reached. You can end the block at any time.</p>
<button type="submit" class="outline danger">Block this sender</button>
</form>`
}

const lengthRule = `Write ${grouped(limits.relayMessageMinCodePoints)} to ${grouped(limits.relayMessageCodePoints)} characters.`

/** Sends an answer, or says why not: the form then keeps what was typed. */
async function answer(visit: Visit) {
  const { platform, session, request, reply } = visit
  const id = idOf(visit)
  const text = typed(visit, 'message')
  const length = [...(text ?? '')].length
  const what = 'The answer was not sent.'
  if (text === null || length < limits.relayMessageMinCodePoints || length > limits.relayMessageCodePoints)
    return show(visit, id, { what, status: problems.invalid.status, why: lengthRule })
  const { post } = await conversation(platform, session.accountId, id)
  const by = { accountId: session.accountId, keyId: null, ip: callerAddress(request) }
  try {
    const outcome = await replyToMessage(platform, { ...by, site: post.site, id, reply: text })
    return leadTo(reply, `${path}/${id}`, outcome === 'sent' ? 'answer-sent' : 'answer-held')
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'overloaded' || error.code === 'not_found') throw error
    const why = error.code === 'invalid' ? 'The message has an answer already.' : error.message
    return show(visit, id, { what, status: error.status, why })
  }
}

async function block(visit: Visit) {
  const { platform, session, reply } = visit
  const id = idOf(visit)
  const { post } = await conversation(platform, session.accountId, id)
  await blockSender(platform, { accountId: session.accountId, keyId: null, site: post.site, id })
  return leadTo(reply, `${path}/${id}`, 'sender-blocked')
}

async function unblock({ platform, session, request, reply }: Visit) {
  await platform.act('unblockSender', { accountId: session.accountId, sender: field(request, 'sender') })
  return leadTo(reply, path, 'sender-unblocked')
}

async function report(visit: Visit) {
  const { platform, session, reply } = visit
  const id = idOf(visit)
  const note = typed(visit, 'note')
  if (note === null || [...note].length > limits.relayReportCodePoints) {
    const why = `Write at most ${limits.relayReportCodePoints} characters.`
    return show(visit, id, { what: 'The message was not reported.', status: problems.invalid.status, why })
  }
  const { post } = await conversation(platform, session.accountId, id)
  const asked = { accountId: session.accountId, keyId: null, site: post.site, id }
  await platform.act('reportMessage', { ...asked, note: note === '' ? null : note })
  return leadTo(reply, `${path}/${id}`, 'message-reported')
}

/** A text of a form in storable form; null for one that cannot be stored. */
function typed({ request }: Visit, name: string): string | null {
  const { errors, value } = storableText({ text: field(request, name).replaceAll('\r\n', '\n').trim() })
  return errors.length > 0 ? null : (value as { text: string }).text
}
