// The page of the apps that an owner has connected, and its forms: changing the limit of an app, pausing it, and ending it.
import { currencyCode, plainAmount, rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import { scopeMeanings, scopesIn } from '../../../contract/oauth.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { siteRow } from '../../../contract/sites.ts'
import { span } from '../../../contract/words.ts'
import { moment } from '../../../domain/times/moment.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { connectedApps } from '../../../usecases/accounts/oauth.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { amountRule, microsIn } from '../../private/money.ts'
import { send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'

const path = '/account/apps'

export const appRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: show },
  {
    method: 'POST',
    path: `${path}/change`,
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const typed = field(request, 'budget').trim()
      const monthly_budget = typed === '' ? null : microsIn(typed)
      if (typed !== '' && monthly_budget === null) throw new Problem('invalid', `${amountRule()} Nothing was changed.`)
      const { key_id: keyId } = await ownApp(visit)
      const ask_first = field(request, 'ask_first') === 'yes'
      await platform.act('changeKey', { accountId: session.accountId, keyId, monthly_budget, ask_first })
      return leadTo(reply, path, 'app-changed')
    },
  },
  {
    method: 'POST',
    path: `${path}/pause`,
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const paused = field(request, 'paused') === 'yes'
      const { key_id: keyId } = await ownApp(visit)
      await platform.act('pauseKey', { accountId: session.accountId, keyId, paused })
      return leadTo(reply, path, paused ? 'app-paused' : 'app-resumed')
    },
  },
  {
    method: 'POST',
    path: `${path}/end`,
    grade: 'email',
    async run(visit) {
      const { key_id: keyId } = await ownApp(visit)
      await visit.platform.act('endConnection', { accountId: visit.session.accountId, keyId })
      return leadTo(visit.reply, path, 'app-ended')
    },
  },
]

type App = Awaited<ReturnType<typeof connectedApps>>[number]

const connected = ({ platform, session }: Visit) => connectedApps(platform, session.accountId)

/** The app that a form names. Throws `not_found`. */
async function ownApp(visit: Visit): Promise<App> {
  const found = (await connected(visit)).find(({ key_id }) => key_id === field(visit.request, 'app'))
  if (!found) throw new Problem('not_found', 'The account has no such app, or it is not connected any more.')
  return found
}

async function show(visit: Visit) {
  const { platform, session, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const apps = await connected(visit)
  const body = html`${heading('Connected apps', 'Each of these may act for your account, as you have agreed. An end counts at once, and the posts of the app stay.')}
${
  apps.length === 0 &&
  html`<p>No app is connected. To connect one, such as an assistant that speaks MCP, give it the address <code>${visit.request.site.baseUrl}/mcp</code>; it leads you to the page on which you agree.</p>`
}${apps.map(app => appBox(app, csrf))}`
  return send(reply, 200, accountPage(visit, { account, title: 'Connected apps', section: path, body }))
}

function appBox(app: App, csrf: string): Html {
  const { key_id: id, client_name: name, host, site, paused_at: pausedAt, monthly_budget: budget } = app
  const form = (action: string, inside: Html) => html`<form method="post" action="${path}/${action}">
${hidden('csrf', csrf)}
${hidden('app', id)}
${inside}
</form>`
  return html`<article class="box" aria-labelledby="${id}">
<h2 id="${id}"><bdi>${name}</bdi>${pausedAt !== null && html` <span class="badge waits">paused</span>`}</h2>
<dl class="details">
<dt>At</dt><dd translate="no">${host}</dd>
<dt>Site</dt><dd>${siteRow(site).title}</dd>
<dt>Connected</dt><dd>${moment(app.created_at)}</dd>
<dt>Last used</dt><dd>${app.last_used_at === null ? 'never' : moment(app.last_used_at)}</dd>
<dt>This month</dt><dd>${rounded(app.spent_month)}${budget === null ? '' : ` of ${rounded(budget)}`}</dd>
<dt>Ends</dt><dd>${app.lasts_until === null ? `when it is not used for ${span(limits.refreshTokenMs)}` : moment(app.lasts_until)}</dd>
</dl>
<ul class="small">
${scopesIn(app.scopes).map(scope => html`<li>${scopeMeanings[scope]}</li>\n`)}</ul>
<details>
<summary>Change its limit</summary>
${form(
  'change',
  html`<label>${currencyCode()} a month (empty: all of the balance) <input name="budget" inputmode="decimal" maxlength="17" value="${budget === null ? '' : plainAmount(budget)}"></label>
<label><input type="checkbox" name="ask_first" value="yes"${app.ask_first === 1 && html` checked`}> Ask me before anything of it is published</label>
<button type="submit">Save</button>`,
)}
</details>
<div class="key-actions">
${form('pause', html`${hidden('paused', pausedAt === null ? 'yes' : 'no')}<button type="submit" class="outline" aria-label="${pausedAt === null ? 'Pause' : 'Resume'}: the app ${name}">${pausedAt === null ? 'Pause' : 'Resume'}</button>`)}
${form('end', html`<button type="submit" class="outline danger" aria-label="End the connection: the app ${name}">End the connection</button>`)}
</div>
</article>
`
}
