// The page of settings: auto-recharge, warnings, sessions, the download of all data, and deletion.
import { Readable } from 'node:stream'
import { prices } from '../../../contract/prices.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { instant } from '../../../domain/times/time.ts'
import type { Account } from '../../../store/accounts/accounts.ts'
import type { SessionRow } from '../../../store/accounts/sessions.ts'
import { accountExport } from '../../../usecases/accounts/account-export.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { listSessions } from '../../../usecases/accounts/sessions.ts'
import { type MoneyView, moneyView } from '../../../usecases/money/money-view.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { asDollars, dollars, microsIn } from '../../private/money.ts'
import { send } from '../../private/route.ts'
import { clearCookie } from '../../private/session.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { deletionSection } from '../deletion.ts'
import { leadTo } from '../notices.ts'
import { autoRechargeLine } from '../payment-pages.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { accountPage, heading } from './frame.ts'
import { warningSection } from './warning-section.ts'
import { when } from './words.ts'

const path = '/account/settings'
const noAmount = 'An amount is dollars, such as 5 or 0.25.'

export const settingsRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => sendSettings(visit) },
  {
    method: 'POST',
    path: '/account/warning',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const thresholdMicros = microsIn(field(request, 'threshold'))
      if (thresholdMicros === null) return notSaved(visit, noAmount)
      await platform.act('setLowBalance', { accountId: session.accountId, thresholdMicros })
      return leadTo(reply, path, 'warning-set')
    },
  },
  { method: 'POST', path: '/account/auto-recharge', grade: 'email', run: setAutoRecharge },
  {
    method: 'POST',
    path: '/account/penalty',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      await platform.act('acknowledgePenalty', { accountId: session.accountId, site: request.site.id })
      return leadTo(reply, '/account', 'acknowledged')
    },
  },
  {
    method: 'POST',
    path: '/account/sessions/end',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const { accountId } = session
      const chosen = field(request, 'session')
      const sessionId = chosen === 'all' ? null : chosen
      await platform.act('endSessions', { accountId, sessionId })
      if (sessionId !== null && sessionId !== session.id) return leadTo(reply, path, 'session-ended')
      clearCookie(reply, 'account')
      return reply.redirect('/account/sign-in', 303)
    },
  },
  {
    method: 'POST',
    path: '/account/export',
    grade: 'email',
    async run({ platform, session, reply }) {
      const account = await existingAccount(platform, session.accountId)
      await platform.act('countExport', { accountId: account.id })
      const day = instant(platform.now()).slice(0, 10)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="account-${account.handle}-${day}.json"`)
        .send(Readable.from(accountExport(platform, account)))
    },
  },
]

async function setAutoRecharge(visit: Visit) {
  const { platform, session, request, reply } = visit
  const to = { accountId: session.accountId, site: request.site.id }
  if (field(request, 'enabled') !== 'yes') {
    await platform.act('setAutoRecharge', { ...to, enabled: false })
    return leadTo(reply, path, 'recharge-off')
  }
  const thresholdMicros = microsIn(field(request, 'threshold'))
  if (thresholdMicros === null) return notSaved(visit, noAmount)
  const amountMicros = Number(field(request, 'amount'))
  try {
    await platform.act('setAutoRecharge', { ...to, enabled: true, thresholdMicros, amountMicros })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error
    const amounts = prices.topupsMicros.map(dollars).join(', ')
    return notSaved(
      visit,
      `Choose one of ${amounts}, and a threshold that is more than nothing and no more than the amount.`,
    )
  }
  return leadTo(reply, path, 'recharge-on')
}

const notSaved = (visit: Visit, why: string) => sendSettings(visit, html`<strong>Not saved.</strong> ${why}`)

/** Sends the page, also as the answer to a form that was refused. */
export async function sendSettings(visit: Visit, wrong?: Html) {
  const { platform, session, reply, csrf } = visit
  const account = await existingAccount(platform, session.accountId)
  const page = accountPage(visit, {
    account,
    title: wrong === undefined ? 'Settings' : 'Not saved · Settings',
    section: path,
    alert: wrong && html`<p>${wrong}</p>`,
    body: html`${heading('Settings', 'Changes that bind you are confirmed by mail.')}
${rechargeSection(account, await moneyView(platform, account.id), csrf)}
${warningSection(account.low_balance_threshold, csrf)}
${sessionsSection(await listSessions(platform, account.id), session.id, csrf)}
${exportSection(csrf)}
${account.erase_at === null && deletionSection(account, csrf)}`,
  })
  return send(reply, wrong === undefined ? 200 : problems.invalid.status, page)
}

function rechargeSection(account: Account, money: MoneyView, csrf: string): Html {
  const { auto_recharge_enabled: on, auto_recharge_threshold: threshold, auto_recharge_amount: amount } = account
  const form = html`<form method="post" action="/account/auto-recharge">
${hidden('csrf', csrf)}
${hidden('enabled', 'yes')}
<label>When the balance falls below, in dollars <input name="threshold" inputmode="decimal" maxlength="17" required value="${asDollars(threshold)}"></label>
<fieldset>
<legend>Charge the card</legend>
${prices.topupsMicros.map(micros => html`<label><input type="radio" name="amount" value="${micros}"${micros === amount && html` checked`}> ${dollars(micros)}</label>\n`)}</fieldset>
<button type="submit">${on ? 'Save' : 'Turn auto-recharge on'}</button>
</form>`
  return html`<section aria-labelledby="auto-recharge">
<h2 id="auto-recharge">Auto-recharge</h2>
<p>It is ${autoRechargeLine(account, money)}</p>
${money.card === null ? html`<p>It needs a saved card: <a href="/account#top-up">top up once</a>, then you can turn it on here.</p>` : html`<p>The card is charged once each time the balance falls below what you set, and you can turn it off at any time. Your agents can turn it off, never on.</p>${form}`}
${on === 1 && html`<form method="post" action="/account/auto-recharge">${hidden('csrf', csrf)}${hidden('enabled', 'no')}<button type="submit" class="outline secondary">Turn it off</button></form>`}
</section>`
}

function sessionsSection(sessions: readonly SessionRow[], own: string | null, csrf: string): Html {
  return html`<section aria-labelledby="sessions">
<h2 id="sessions">Where you are signed in</h2>
<ul class="records">
${sessions.map(
  ({ id, browser, created_at, expires_at }) => html`<li>
<p class="title"><bdi>${browser}</bdi>${id === own && html` <span class="badge good">This one</span>`}</p>
<p class="small">Since ${when(created_at)}, ends by itself ${when(expires_at)}</p>
<form method="post" action="/account/sessions/end">${hidden('csrf', csrf)}${hidden('session', id)}<button type="submit" class="outline secondary">Sign out there</button></form>
</li>
`,
)}</ul>
<form method="post" action="/account/sessions/end">${hidden('csrf', csrf)}${hidden('session', 'all')}<button type="submit" class="outline danger">Sign out everywhere</button></form>
<p class="small">Links that your agents hand out (account_url) are not sessions: they show the account, take a top-up, and open nothing else.</p>
</section>`
}

function exportSection(csrf: string): Html {
  return html`<section aria-labelledby="export">
<h2 id="export">Your data</h2>
<p>Everything that is stored about the account, in one JSON file: posts with all their texts, ledger, payments, keys, webhooks and deliveries, events, mails, reports, sessions. Secrets are left out.</p>
<form method="post" action="/account/export">${hidden('csrf', csrf)}<button type="submit" class="outline">Download everything</button></form>
</section>`
}
