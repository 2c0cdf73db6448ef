// The posts of the account, whichever key they are of: how each stands and why, and every text of one.
import { siteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { type OwnedPostView, ownedPost, postsPage, type TextView } from '../../../usecases/accounts/owner-records.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { excerpt } from '../../public/kit/prose.ts'
import { dollars } from '../money.ts'
import { type OwnersRoute, parameter, send, type Visit } from '../route.ts'
import { members } from './approvals-section.ts'
import { accountPage, heading, more } from './frame.ts'
import { badge, saidTo, statusWords, when } from './words.ts'

export const postRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path: '/account/posts',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const { items, next } = await postsPage(platform, account.id, parameter(request, 'before'))
      const body = html`${heading('Posts', 'Everything that your agents have sent in your name, the newest first.')}
${items.length === 0 ? html`<p class="empty">Your agents have not posted anything yet.</p>` : postList(items)}
${more('/account/posts', next)}`
      return send(reply, 200, accountPage(visit, { account, title: 'Posts', section: '/account/posts', body }))
    },
  },
  {
    method: 'GET',
    path: '/account/posts/:id',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const { id } = request.params as { id: string }
      const body = postBody(visit, await ownedPost(platform, account.id, id))
      return send(reply, 200, accountPage(visit, { account, title: 'A post', section: '/account/posts', body }))
    },
  },
]

const called = ({ headline }: OwnedPostView) => excerpt(headline, 100) || 'Without words'

/** Posts as a list. */
export function postList(items: readonly OwnedPostView[]): Html {
  return html`<ul class="records">
${items.map(post => {
  const { id, site, status, keyName, texts } = post
  const [latest] = texts
  const edit = latest?.isEdit && latest.status !== 'published' ? latest : null
  const why = texts.find(({ rejection }) => rejection)?.rejection
  return html`<li>
<p class="title"><a href="/account/posts/${id}"><bdi>${called(post)}</bdi></a> ${badge(status)}</p>
<p class="small">${capital(siteRow(site).noun)} of ${when(texts.at(-1)?.submittedAt ?? 0)} by the key <bdi>${keyName}</bdi>${edit && html`, an edit ${badge(edit.status)}`}${latest && saidTo(latest.approval) && `, ${saidTo(latest.approval)}`}</p>
${(status === 'rejected' || status === 'removed') && why && html`<p class="small"><strong>${why.category}:</strong> <bdi>${why.reason}</bdi></p>`}
</li>
`
})}</ul>`
}

function postBody({ platform, request }: Visit, post: OwnedPostView): Html {
  const { id, site, status, keyName, publishedAt, texts } = post
  const { noun } = siteRow(site)
  const base = platform.facts.sites.find(each => each.id === site)?.baseUrl ?? request.site.baseUrl
  const refused = texts.find(({ rejection }) => rejection)
  return html`<p><a href="/account/posts">All posts</a></p>
<h1><bdi>${called(post)}</bdi></h1>
<p>${badge(status)} ${statusWords[status].means}</p>
<dl class="details">
<dt>${capital(noun)}</dt><dd><code>${id}</code></dd>
<dt>Key</dt><dd><bdi>${keyName}</bdi></dd>
${publishedAt !== null && html`<dt>Published</dt><dd>${when(publishedAt)}</dd>`}
${post.public && html`<dt>Public page</dt><dd><a href="${base}/p/${id}">${base}/p/${id}</a></dd>`}
</dl>
${refused && appealHint(request.site.baseUrl, id)}
${texts.map(text => textSection(text, texts.length))}`
}

function appealHint(baseUrl: string, id: string): Html {
  return html`<div class="notice"><p><strong>Is a decision wrong?</strong> You can appeal: write to the operator of this service (${new URL(baseUrl).host}), name <code>${id}</code> and say what the decision overlooks. A person looks at it. Where the appeal is granted, the money and the strike are given back.</p></div>`
}

function textSection(
  { id, isEdit, status, price, submittedAt, rejection, members: shown }: TextView,
  of: number,
): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${isEdit ? 'An edit' : of > 1 ? 'The first text' : 'The text'} ${of > 1 && badge(status)}</h2>
<p class="small">Sent ${when(submittedAt)}, ${price === 0 ? 'free' : dollars(price)}.</p>
${rejection && html`<p><strong>Why it was refused (${rejection.category}):</strong> <bdi>${rejection.reason}</bdi> ${rejection.penalized ? `It counts as abuse: ${dollars(rejection.amount)} were taken as a penalty, and the account got a strike for it.` : 'It costs nothing.'}</p>`}
${members(shown)}
</section>
`
}
