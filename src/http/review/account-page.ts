// The page of an account in the console: its standing, and all that happened with it, newest first.

import { rounded } from '../../contract/currency.ts'
import { idInPath } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { type AccountHistory, accountHistory, type HistoryEntry } from '../../usecases/review/account-history.ts'
import { parameter } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { accountAddress } from './account-address.ts'
import { accountForms } from './account-forms.ts'
import { type CoveredAs, coveredAs } from './cover.ts'
import { reviewPage } from './frame.ts'
import { searchAddress } from './past-decisions.ts'
import { plain } from './plain-text.ts'
import { addressOf, type ReviewRoute, sendPage } from './route.ts'
import { at } from './words.ts'

export const accountPageRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path: '/review/accounts/:id',
    role: 'reviewer',
    async run(visit) {
      const { platform, session, request, reply, csrf } = visit
      const { id } = request.params as { id: string }
      if (!idInPath.test(id)) throw new Problem('not_found', 'There is no such account.')
      const asked = { id, reviewer: session.reviewer.email, before: parameter(request, 'before') }
      const history = await accountHistory(platform, asked)
      const { account } = history
      const lead = session.reviewer.role === 'lead' && account.handle !== deletedHandle
      const body = html`<div class="queue">
${standing(history)}
${lead && accountForms(account, { csrf, item: accountAddress(account.id) })}
${happenings(history, category => coveredAs(platform, request, category))}
</div>`
      return sendPage(reply, 200, await reviewPage(visit, { title: `Account @${account.handle}`, body }))
    },
  },
]

function standing({ account }: AccountHistory): Html {
  const { id, handle, strikes, suspended, banned, erased, since, record } = account
  const badge = (is: boolean, text: string) => is && html` <span class="badge bad">${text}</span>`
  return html`<h1>@${handle}${badge(suspended, 'suspended')}${badge(banned, 'banned')}${badge(erased, 'erased')}</h1>
<p class="small"><span class="id">${id}</span> · since ${at(since)} · ${strikes} of ${limits.strikesToBan} strikes${record.length > 0 && html` · texts: ${record.map(({ status, n }, i) => [i > 0 && ', ', `${n} ${status.replaceAll('_', ' ')}`])}`}</p>
${handle !== deletedHandle && html`<p><a href="${searchAddress({ account: handle, by: 'everybody' })}">Every decision about it</a> · <a href="/review?author=${handle}">What of it waits</a></p>`}`
}

function happenings({ account, entries, older }: AccountHistory, covered: CoveredAs): Html {
  if (entries.length === 0) return html`<p class="calm">Nothing has happened.</p>`
  return html`<table class="told decisions">
<caption>The whole history, the newest first; times are UTC</caption>
<thead><tr><th scope="col">What</th><th scope="col">About</th><th scope="col">When</th></tr></thead>
<tbody>${entries.map(entry => row(entry, covered(entry.category)))}</tbody>
</table>
${older !== null && html`<p><a href="${accountAddress(account.id)}?before=${older}" rel="next">Older</a></p>`}`
}

const names: Record<HistoryEntry['happened'], string> = {
  text: 'Text',
  appeal: 'Appeal',
  reported: 'Was reported',
  reports: 'Reported another post',
  standing: 'Account',
  message: 'Message to an author',
}

const bad = /^(rejected|removed|upheld|suspend|ban|reject-message|pause-sender|reset-name)$/

function row(entry: HistoryEntry, covered: string | null): Html {
  const { happened, status, category, said, who, amount, struck, words, site } = entry
  const penalty = [amount > 0 && `${rounded(amount)} penalty`, struck && 'a strike'].filter(Boolean).join(', ')
  return html`<tr>
<th scope="row">${names[happened]} <span class="badge ${bad.test(status) ? 'bad' : 'waits'}">${status.replaceAll(/[-_]/g, ' ')}</span>${category && ` ${category}`}${penalty && html` <strong>${penalty}</strong>`}${said && html`<div class="said"><bdi>${plain(said)}</bdi></div>`}</th>
<td data-name="About">${about(entry, covered === null || words === '' ? words : `covered, ${covered}`)}${site && html` <span class="small">${site}</span>`}</td>
<td data-name="When">${at(entry.at)}${who && html` <span class="small">${who}</span>`}</td>
</tr>
`
}

function about({ happened, ref, post_id }: HistoryEntry, words: string): Html | string {
  if (happened === 'standing') return ''
  const item =
    happened === 'text'
      ? ({ kind: 'text', subject: ref } as const)
      : happened === 'appeal'
        ? ({ kind: 'appeal', subject: ref } as const)
        : post_id === null
          ? null
          : ({ kind: happened === 'message' ? 'text' : 'report', subject: post_id } as const)
  if (item === null) return html`<span class="id">${ref}</span>`
  return html`<a href="${addressOf(item)}">${words !== '' && html`<bdi>${plain(words)}</bdi> `}<span class="id">${item.subject}</span></a>`
}
