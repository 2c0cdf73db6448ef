// The page of the activity of an account: who has changed what, when and from where.
import type { ActivityDetail } from '../../../contract/activity.ts'
import { limits } from '../../../contract/limits.ts'
import { span } from '../../../contract/words.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { keyNames } from '../../../usecases/accounts/owner-records.ts'
import { activityPage } from '../../../usecases/accounts/people.ts'
import { parameter, send } from '../../private/route.ts'
import { html } from '../../public/kit/layout.ts'
import type { OwnersRoute } from '../route.ts'
import { doneIn } from './activity-words.ts'
import { accountPage, heading, more } from './frame.ts'
import { when } from './words.ts'

/** Who acts without a name. */
const readers: Record<string, string> = {
  'account-link': 'The holder of an account link',
  'mailed-link': 'The reader of a mailed link',
}

const path = '/account/activity'

export const activityRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path,
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const { items, next } = await activityPage(platform, account.id, parameter(request, 'before'))
      const names = await keyNames(platform, account.id)
      const whoOf = (who: string, id: string | null, name: string) =>
        who === 'key' ? `The key ${names.get(id ?? '') ?? id}` : name || readers[who]
      const body = html`${heading('Activity', `What people and keys have changed in this account. Entries are kept for ${span(limits.activityKeptMs)}.`)}
${items.length === 0 && html`<p class="empty">Nothing yet.</p>`}
<ul class="records">
${items.map(
  ({ kind, detail, who, who_id, name, network, browser, created_at }) => html`<li>
<p><bdi>${whoOf(who, who_id, name)}</bdi> <bdi>${doneIn(kind, JSON.parse(detail) as ActivityDetail)}</bdi></p>
<p class="small">${when(created_at)}${browser && `, ${browser}`}${network && `, ${network}`}</p>
</li>
`,
)}</ul>
${more(path, next)}`
      return send(reply, 200, accountPage(visit, { account, title: 'Activity', section: '/account/members', body }))
    },
  },
]
