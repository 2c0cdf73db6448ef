// The page of settings: auto-recharge, warnings, sessions, the download of all data, and deletion.
import { Readable } from 'node:stream'
import { currencyCode, offeredTopUps, plainAmount, rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import type { ManagedKey } from '../../../contract/operations/keys.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { problems } from '../../../contract/problems/problems.ts'
import { instant } from '../../../domain/times/time.ts'
import type { Account } from '../../../store/accounts/accounts.ts'
import type { SessionRow } from '../../../store/accounts/sessions.ts'
import { accountExport } from '../../../usecases/accounts/account-export.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { listKeys } from '../../../usecases/accounts/key-views.ts'
import { changeKey } from '../../../usecases/accounts/own-keys.ts'
import { listPasskeys } from '../../../usecases/accounts/passkeys.ts'
import { listSessions } from '../../../usecases/accounts/sessions.ts'
import { acceptedTerms } from '../../../usecases/accounts/terms.ts'
import { type MoneyView, moneyView } from '../../../usecases/money/money-view.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { microsIn } from '../../private/money.ts'
import { send } from '../../private/route.ts'
import { clearCookie } from '../../private/session.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { deletionSection } from '../deletion.ts'
import { leadTo } from '../notices.ts'
import { autoRechargeLine, shortVersion } from '../payment-pages.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { mayOpen } from '../session.ts'
import { accountPage, heading } from './frame.ts'
import { passkeysSection } from './passkeys.ts'
import { warningSection } from './warning-section.ts'
import { when } from './words.ts'

const path = '/account/settings'
const noAmount = () => `An amount is in ${currencyCode()}, such as 5 or 0.25.`

export const settingsRoutes: readonly OwnersRoute[] = [
  { method: 'GET', path, grade: 'email', run: visit => sendSettings(visit) },
  {
    method: 'POST',
    path: '/account/warning',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const thresholdMicros = microsIn(field(request, 'threshold'))
      if (thresholdMicros === null) return notSaved(visit, noAmount())
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
      await platform.act('acknowledgePause', { accountId: session.accountId, site: request.site.id })
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
      const whose = session.person?.role === 'owner' ? 'everybody' : (session.person?.member ?? null)
      await platform.act('endSessions', { accountId, sessionId, whose })
      if (sessionId !== null && sessionId !== session.signedInBy) return leadTo(reply, path, 'session-ended')
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
  if (thresholdMicros === null) return notSaved(visit, noAmount())
  const amountMicros = Number(field(request, 'amount'))
  const [perDay, perMonth] = [Number(field(request, 'per_day')), Number(field(request, 'per_month'))]
  const budgets = await budgetsIn(visit)
  if (budgets === null) return notSaved(visit, noBudget())
  try {
    await platform.act('setAutoRecharge', { ...to, enabled: true, thresholdMicros, amountMicros, perDay, perMonth })
    for (const { keyId, micros } of budgets)
      await changeKey(platform, { accountId: session.accountId, keyId }, { daily_budget: micros })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error
    const amounts = offeredTopUps().map(rounded).join(', ')
    return notSaved(
      visit,
      `Choose one of ${amounts}, a threshold that is more than nothing and no more than the amount, and 1 to ${limits.rechargesPerDayMax} recharges a day and as many to ${limits.rechargesPerMonthMax} a month.`,
    )
  }
  return leadTo(reply, path, 'recharge-on')
}

const noBudget = () => `Give each key a daily budget in ${currencyCode()}, such as 5, or tick that it needs none.`

/** The budgets that the form gives to keys without one; null when one of them is neither given nor refused. */
async function budgetsIn({ platform, session, request }: Visit): Promise<{ keyId: string; micros: number }[] | null> {
  const budgets: { keyId: string; micros: number }[] = []
  for (const { key_id: keyId } of await keysWithoutBudget(platform, session.accountId)) {
    const text = field(request, `budget-${keyId}`).trim()
    if (text === '' && field(request, `unbounded-${keyId}`) === 'yes') continue
    const micros = microsIn(text)
    if (micros === null) return null
    budgets.push({ keyId, micros })
  }
  return budgets
}

/** The keys that spend money without a daily bound. */
const keysWithoutBudget = async (platform: Platform, accountId: string) =>
  (await listKeys(platform, accountId)).filter(key => key.daily_budget === null && !key.test)

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
${mayOpen(session, '/account/profile') && html`<p><a href="/account/profile">Change the name, the handle, the e-mail address or the language of mails</a></p>`}
${session.person?.member != null && html`<form method="post" action="/account/members/leave">${hidden('csrf', csrf)}<button type="submit" class="outline danger">Leave this account</button></form>`}
${mayOpen(session, '/account/auto-recharge') && rechargeSection(account, { money: await moneyView(platform, account.id), unbounded: await keysWithoutBudget(platform, account.id), csrf })}
${mayOpen(session, '/account/warning') && warningSection(account.low_balance_threshold, csrf)}
${sessionsSection(await seenSessions(visit, account.id), session.signedInBy, csrf)}
${mayOpen(session, '/account/passkeys') && passkeysSection((await listPasskeys(platform, account.id)).length)}
${mayOpen(session, '/account/top-up') && termsSection(await acceptedTerms(platform, account.id))}
${mayOpen(session, '/account/export') && exportSection(csrf)}
${account.erase_at === null && mayOpen(session, '/account/delete') && deletionSection(account, csrf)}`,
  })
  return send(reply, wrong === undefined ? 200 : problems.invalid.status, page)
}

/** An owner sees every session of the account, anybody else the own ones. */
async function seenSessions({ platform, session: { person } }: Visit, accountId: string): Promise<SessionRow[]> {
  const all = await listSessions(platform, accountId)
  return person?.role === 'owner' ? all : all.filter(each => each.member_id === (person?.member ?? null))
}

type Recharge = { money: MoneyView; unbounded: readonly ManagedKey[]; csrf: string }

function rechargeSection(account: Account, { money, unbounded, csrf }: Recharge): Html {
  const { auto_recharge_enabled: on, auto_recharge_threshold: threshold, auto_recharge_amount: amount } = account
  const { recharges_per_day: perDay, recharges_per_month: perMonth } = account
  const form = html`<form method="post" action="/account/auto-recharge">
${hidden('csrf', csrf)}
${hidden('enabled', 'yes')}
<label>When the balance falls below, in ${currencyCode()} <input name="threshold" inputmode="decimal" maxlength="17" required value="${plainAmount(threshold)}"></label>
<fieldset>
<legend>Charge the card</legend>
${offeredTopUps().map(micros => html`<label><input type="radio" name="amount" value="${micros}"${micros === amount && html` checked`}> ${rounded(micros)}</label>\n`)}</fieldset>
<fieldset class="group">
<legend>At most</legend>
<div><label>recharges a day <input name="per_day" type="number" min="1" max="${limits.rechargesPerDayMax}" required value="${perDay}"></label></div>
<div><label>recharges a month <input name="per_month" type="number" min="1" max="${limits.rechargesPerMonthMax}" required value="${perMonth}"></label></div>
</fieldset>
<p class="small">Past either, auto-recharge pauses until you have seen it, and you get a mail.</p>
${unbounded.map(
  ({ key_id: id, name }) => html`<fieldset class="group">
<legend>The key <bdi>${name}</bdi> may spend</legend>
<div><label>${currencyCode()} a day <input name="budget-${id}" inputmode="decimal" maxlength="17" placeholder="5"></label></div>
<div><label><input type="checkbox" name="unbounded-${id}" value="yes"> whatever is on the balance</label></div>
</fieldset>
`,
)}
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

function termsSection(accepted: Awaited<ReturnType<typeof acceptedTerms>>): Html {
  const asked = accepted.some(({ current }) => current)
    ? null
    : html`<p>${accepted.length === 0 ? 'You have not accepted them here yet: you are' : 'They have changed since: you are'} asked before the next top-up. Auto-recharge and what you have paid go on.</p>`
  return html`<section aria-labelledby="terms">
<h2 id="terms">Terms</h2>
<p>The <a href="/terms/">terms</a>, as you accepted them when you topped up.</p>
${
  accepted.length > 0 &&
  html`<ul class="records">
${accepted.map(
  ({ version, acceptedAt, session, current }) =>
    html`<li><p class="title">Accepted ${when(acceptedAt)}${current && html` <span class="badge good">Current</span>`}</p>
<p class="small">${shortVersion(version)}, ${session === 'email' ? 'signed in' : 'with an account link of an agent'}</p></li>
`,
)}</ul>`
}
${asked}
</section>`
}

/** The button that downloads the data of the account. */
export const exportForm = (csrf: string): Html =>
  html`<form method="post" action="/account/export">${hidden('csrf', csrf)}<button type="submit" class="outline">Download everything</button></form>`

function exportSection(csrf: string): Html {
  return html`<section aria-labelledby="export">
<h2 id="export">Your data</h2>
<p>Everything that is stored about the account, in one JSON file: posts with all their texts, ledger, payments, keys, webhooks and deliveries, events, mails, reports, sessions, accepted terms. Secrets are left out.</p>
${exportForm(csrf)}
</section>`
}
