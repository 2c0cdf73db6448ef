// The body of the page of API keys: the limits and the spending of each key, and its forms.

import { currencyCode, rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import type { ManagedKey } from '../../../contract/operations/keys.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { siteRow } from '../../../contract/sites.ts'
import { counted, span } from '../../../contract/words.ts'
import { moment } from '../../../domain/times/moment.ts'
import type { EndedKey } from '../../../usecases/accounts/key-views.ts'
import { hidden } from '../../private/frame.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { type FaultyForm, type TypedSettings, typedOf } from './key-form.ts'

export type KeysSection = {
  keys: readonly ManagedKey[]
  ended: readonly EndedKey[]
  sites: readonly SiteId[]
  csrf: string
  /** The keys that were paused together last, and since when (epoch ms); null where fewer than two are. */
  pausedTogether: { keys: number; pausedAt: number } | null
  /** A key that was just made: the page shows its text this once. */
  created?: { name: string; apiKey: string } | undefined
  /** The form that was just sent and not taken: that of a key, or with null that of a new key. */
  faulty?: (FaultyForm & { keyId: string | null }) | undefined
}

/** The keys, each with its forms, and the form of a new key. */
export function keysSection(section: KeysSection): Html {
  const { keys, ended, sites, csrf, created, faulty } = section
  const working = keys.filter(key => key.valid_until === null)
  return html`<h1>Agents and their keys</h1>
${created && createdNotice(created)}
<p class="lede">Each agent has a key. It can post in your name and spend your balance, up to the limits that you set here. A limit works at once; a day and a month begin at 00:00 UTC. Is a key lost or stolen? Replace it: a new key gets its posts, and the old one ends.</p>
${pauseForms(section, working)}
${keys.map(key => (key.valid_until === null ? keyForm(key, section, working.length === 1) : endingKey(key, csrf)))}
${working.length < limits.keysPerAccount && newKeyForm(sites, csrf, faulty?.keyId === null ? faulty : undefined)}
${ended.length > 0 && endedKeysList(ended, csrf)}`
}

function createdNotice({ name, apiKey }: { name: string; apiKey: string }): Html {
  return html`<div class="notice done" role="status"><p><strong>The key <bdi>${name}</bdi> was created.</strong> Store it now, it is not shown again:</p>
<p><code>${apiKey}</code></p></div>`
}

/** The forms that pause all keys, and that resume those that were paused together. */
function pauseForms({ csrf, pausedTogether }: KeysSection, working: readonly ManagedKey[]): Html | null {
  const running = working.filter(({ paused, test }) => !paused && !test).length
  if (running === 0 && !pausedTogether) return null
  return html`<div class="key-actions">
${
  running > 1 &&
  html`<form method="post" action="/account/keys/pause-all">
${hidden('csrf', csrf)}
<button type="submit" class="outline">Pause all agents</button>
</form>`
}
${
  pausedTogether &&
  html`<form method="post" action="/account/keys/resume-all">
${hidden('csrf', csrf)}
${hidden('paused_at', String(pausedTogether.pausedAt))}
<button type="submit">Resume the ${counted(pausedTogether.keys, 'key')} that ${pausedTogether.keys === 1 ? 'was' : 'were'} paused ${moment(pausedTogether.pausedAt)}</button>
</form>`
}
</div>`
}

/** `alone`: the account has no other key, so its settings are open. */
function keyForm(key: ManagedKey, { sites, csrf, faulty }: KeysSection, alone: boolean): Html {
  const { key_id: id, name, created_at, last_used_at, paused, test } = key
  const used = last_used_at === null ? 'never' : moment(Date.parse(last_used_at))
  const sent = faulty?.keyId === id ? faulty : undefined
  return html`<article class="box" aria-labelledby="${id}">
<h2 id="${id}"><bdi>${name}</bdi>${paused && html` <span class="badge waits">paused</span>`}${test && html` <span class="badge">test key</span>`}</h2>
<dl class="details">
<dt>Created</dt><dd>${moment(Date.parse(created_at))}</dd>
<dt>Last used</dt><dd>${used}</dd>
<dt>Spent today</dt><dd>${spending(key.spent_today, key.daily_budget, `Spent today by ${name}`)}</dd>
<dt>This month</dt><dd>${spending(key.spent_month, key.monthly_budget, `Spent this month by ${name}`)}</dd>
</dl>
<p class="small">${boundsOf(key)}${paused && ' Paused: it can read, and neither post nor spend.'}</p>
<details${(sent || alone) && html` open`}>
<summary>Change what it may do</summary>
<form method="post" action="/account/keys/change">
${hidden('csrf', csrf)}
${hidden('key', id)}
${settings(sent?.typed ?? typedOf(key, sites), sites, { of: id, faults: sent?.faults })}
<button type="submit">Save</button>
</form>
</details>
<details>
<summary>Replace it</summary>
<form method="post" action="/account/keys/replace">
${hidden('csrf', csrf)}
${hidden('key', id)}
<p class="small">A new key gets the posts, the limits and the spending of this one.</p>
<fieldset>
<legend>This key ends</legend>
<label><input type="radio" name="grace" value="none" checked> at once: it was lost or stolen</label>
<label><input type="radio" name="grace" value="day"> in ${span(limits.keyGraceMs)}: there is time to change it everywhere</label>
</fieldset>
<button type="submit">Replace this key</button>
</form>
</details>
<div class="key-actions">
<form method="post" action="/account/keys/pause">
${hidden('csrf', csrf)}
${hidden('key', id)}
${hidden('paused', paused ? 'no' : 'yes')}
<button type="submit" class="outline" aria-label="${paused ? 'Resume' : 'Pause'}: the key ${name}">${paused ? 'Resume' : 'Pause'}</button>
</form>
<a role="button" class="outline danger" href="/account/keys/${id}/end" aria-label="End this key: ${name}">End this key</a>
</div>
</article>
`
}

/** What is spent of a budget, with a meter where there is one. Amounts in micros. */
function spending(spent: number, budget: number | null, label: string): Html {
  if (budget === null) return html`${rounded(spent)}`
  const left = Math.max(0, budget - spent)
  return html`${rounded(spent)} of ${rounded(budget)}, ${rounded(left)} left
<meter min="0" max="${Math.max(budget, 1)}" high="${Math.max(budget, 1) * (Math.min(...limits.budgetMarks) / 100)}" optimum="0" value="${Math.min(spent, budget)}" aria-label="${label}"></meter>`
}

/** A replaced key that still works for its successor. */
function endingKey({ key_id: id, name, valid_until }: ManagedKey, csrf: string): Html {
  return html`<article class="box" aria-labelledby="${id}">
<h2 id="${id}"><bdi>${name}</bdi>, replaced</h2>
<p>It works until ${moment(Date.parse(valid_until ?? ''))}, for the key that replaced it.</p>
<form method="post" action="/account/keys/revoke">
${hidden('csrf', csrf)}
${hidden('key', id)}
<button type="submit" class="outline danger">End this key now</button>
</form>
</article>
`
}

function endedKeysList(ended: readonly EndedKey[], csrf: string): Html {
  return html`<details${ended.some(({ restorable_until: until }) => until !== null) && html` open`}>
<summary>Keys that have ended</summary>
<p>Their posts stay. A new key can take them over, to change or cancel them.</p>
${ended.map(
  ({
    key_id: id,
    name,
    ended_at,
    restorable_until: until,
  }) => html`<p><strong><bdi>${name}</bdi></strong>, ended ${moment(Date.parse(ended_at))}</p>
<div class="key-actions">
${
  until !== null &&
  html`<form method="post" action="/account/keys/restore">
${hidden('csrf', csrf)}
${hidden('key', id)}
<button type="submit">Take the end back (until ${moment(Date.parse(until))})</button>
</form>`
}
<form method="post" action="/account/keys/replace">
${hidden('csrf', csrf)}
${hidden('key', id)}
<button type="submit" class="outline">Make a key for its posts</button>
</form>
</div>
`,
)}</details>`
}

/** The limits of a key in a sentence. */
function boundsOf(key: Omit<TypedLimits, 'name'>): string {
  const { daily_budget: day, monthly_budget: month, post_limit: post, sites, ask_first: asks } = key
  const bounds = [
    day !== null && `${rounded(day)} a day`,
    month !== null && `${rounded(month)} a month`,
    post !== null && `${rounded(post)} a post`,
    sites !== null && `${sites.map(site => siteRow(site).nouns).join(', ')} alone`,
  ].filter(bound => bound !== false)
  return `${bounds.length > 0 ? `At most ${bounds.join(', ')}.` : 'No limit but the balance.'}${asks ? ' It asks you first.' : ''}`
}

type TypedLimits = Pick<ManagedKey, 'name' | 'daily_budget' | 'monthly_budget' | 'post_limit' | 'sites' | 'ask_first'>

const noLimits = { name: '', daily_budget: null, monthly_budget: null, post_limit: null, sites: null, ask_first: false }

function newKeyForm(sites: readonly SiteId[], csrf: string, sent: FaultyForm | undefined): Html {
  return html`<article class="box" aria-labelledby="new-key">
<h2 id="new-key">A new key</h2>
<form method="post" action="/account/keys">
${hidden('csrf', csrf)}
${settings(sent?.typed ?? typedOf(noLimits, sites), sites, { of: 'new', faults: sent?.faults })}
<button type="submit">Create the key</button>
</form>
</article>`
}

/** The fields of a key. `of` makes their ids; each fault stands behind its field, which names it. */
function settings(
  typed: TypedSettings,
  sites: readonly SiteId[],
  { of, faults = {} }: { of: string; faults?: FaultyForm['faults'] | undefined },
): Html {
  const faultOf = (name: keyof TypedSettings) => {
    const words = faults[name]
    return words === undefined ? null : html`<p id="${of}-${name}-fault" class="fault">${words}</p>`
  }
  const marks = (name: keyof TypedSettings) =>
    faults[name] !== undefined && html` aria-invalid="true" aria-describedby="${of}-${name}-fault"`
  const amount = (name: 'daily_budget' | 'monthly_budget' | 'post_limit', label: string) =>
    html`<label>${label} <input name="${name}" inputmode="decimal" maxlength="17" value="${typed[name]}"${marks(name)}></label>
${faultOf(name)}
`
  const checked = (on: boolean) => on && html` checked`
  return html`<label>Name <input name="name" maxlength="${limits.keyNameCodePoints}" required value="${typed.name}"${marks('name')}></label>
${faultOf('name')}
<div class="amounts">
${amount('daily_budget', `Daily limit in ${currencyCode()} (empty: none)`)}${amount('monthly_budget', `Monthly limit in ${currencyCode()} (empty: none)`)}${amount('post_limit', `Limit of a post in ${currencyCode()} (empty: none)`)}</div>
<fieldset${marks('sites')}>
<legend>It may post</legend>
${sites.map(
  site =>
    html`<label><input type="checkbox" name="sites" value="${site}"${checked(typed.sites.includes(site))}> ${siteRow(site).nouns}</label>
`,
)}</fieldset>
${faultOf('sites')}
<label><input type="checkbox" name="ask_first" value="yes"${checked(typed.ask_first)}> Ask me before anything of this key is published</label>
`
}
