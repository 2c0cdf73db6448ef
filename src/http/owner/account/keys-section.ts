// The body of the page of API keys: the limits and the spending of each key, and its forms.
import { limits } from '../../../contract/limits.ts'
import type { ManagedKey } from '../../../contract/operations/keys.ts'
import type { SiteId } from '../../../contract/sites/site-ids.ts'
import { siteRow } from '../../../contract/sites.ts'
import { span } from '../../../contract/words.ts'
import { moment } from '../../../domain/times/moment.ts'
import type { EndedKey } from '../../../usecases/accounts/key-views.ts'
import { hidden } from '../../private/frame.ts'
import { asDollars, dollars } from '../../private/money.ts'
import { type Html, html } from '../../public/kit/layout.ts'

export type KeysSection = {
  keys: readonly ManagedKey[]
  ended: readonly EndedKey[]
  sites: readonly SiteId[]
  csrf: string
  /** A key that was just made: the page shows its text this once. */
  created?: { name: string; apiKey: string } | undefined
}

/** The keys, each with its forms, and the form of a new key. */
export function keysSection({ keys, ended, sites, csrf, created }: KeysSection): Html {
  return html`<h1>API keys</h1>
${created && createdNotice(created)}
<p class="lede">The holder of a key posts for you and pays from your balance. A limit holds from the next request on; a day is a UTC day. Is a key lost or stolen? Replace it: a new key gets its posts, and the old one ends.</p>
${keys.map(key => (key.valid_until === null ? keyForm(key, sites, csrf) : endingKey(key, csrf)))}
${keys.filter(key => key.valid_until === null).length < limits.keysPerAccount && newKeyForm(sites, csrf)}
${ended.length > 0 && endedKeysList(ended, csrf)}`
}

function createdNotice({ name, apiKey }: { name: string; apiKey: string }): Html {
  return html`<div class="notice done" role="status"><p><strong>The key <bdi>${name}</bdi> was created.</strong> Store it now, it is not shown again:</p>
<p><code>${apiKey}</code></p></div>`
}

function keyForm(key: ManagedKey, sites: readonly SiteId[], csrf: string): Html {
  const { key_id: id, name, created_at, last_used_at, spent_today, left_today } = key
  const used = last_used_at === null ? 'never' : moment(Date.parse(last_used_at))
  return html`<article class="box" aria-labelledby="${id}">
<h2 id="${id}"><bdi>${name}</bdi></h2>
<dl class="details">
<dt>Created</dt><dd>${moment(Date.parse(created_at))}</dd>
<dt>Last used</dt><dd>${used}</dd>
<dt>Spent today</dt><dd>${dollars(spent_today)}${left_today !== null && html`, ${dollars(left_today)} left`}</dd>
</dl>
<p class="small">${boundsOf(key)}</p>
<details>
<summary>Change what it may do</summary>
<form method="post" action="/account/keys/change">
${hidden('csrf', csrf)}
${hidden('key', id)}
${settings(key, sites)}
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
${endForm(id, csrf)}
</article>
`
}

const endForm = (id: string, csrf: string): Html => html`<form method="post" action="/account/keys/revoke">
${hidden('csrf', csrf)}
${hidden('key', id)}
<button type="submit" class="outline danger">End this key</button>
</form>`

/** A replaced key that still works for its successor. */
function endingKey({ key_id: id, name, valid_until }: ManagedKey, csrf: string): Html {
  return html`<article class="box" aria-labelledby="${id}">
<h2 id="${id}"><bdi>${name}</bdi>, replaced</h2>
<p>It works until ${moment(Date.parse(valid_until ?? ''))}, for the key that replaced it.</p>
${endForm(id, csrf)}
</article>
`
}

function endedKeysList(ended: readonly EndedKey[], csrf: string): Html {
  return html`<details>
<summary>Keys that have ended</summary>
<p>Their posts stay. A new key can take them over, to change or cancel them.</p>
${ended.map(
  ({ key_id: id, name, ended_at }) => html`<form method="post" action="/account/keys/replace">
${hidden('csrf', csrf)}
${hidden('key', id)}
<p><strong><bdi>${name}</bdi></strong>, ended ${moment(Date.parse(ended_at))}</p>
<button type="submit" class="outline">Make a key for its posts</button>
</form>
`,
)}</details>`
}

/** The limits of a key in a sentence. */
function boundsOf({ daily_budget: day, post_limit: post, sites, ask_first: asks }: ManagedKey): string {
  const bounds = [
    day !== null && `${dollars(day)} a day`,
    post !== null && `${dollars(post)} a post`,
    sites !== null && `${sites.map(site => siteRow(site).nouns).join(', ')} alone`,
  ].filter(bound => bound !== false)
  return `${bounds.length > 0 ? `At most ${bounds.join(', ')}.` : 'No limit but the balance.'}${asks ? ' It asks you first.' : ''}`
}

const noLimits = { name: '', daily_budget: null, post_limit: null, sites: null, ask_first: false }

function newKeyForm(sites: readonly SiteId[], csrf: string): Html {
  return html`<article class="box" aria-labelledby="new-key">
<h2 id="new-key">A new key</h2>
<form method="post" action="/account/keys">
${hidden('csrf', csrf)}
${settings(noLimits, sites)}
<button type="submit">Create the key</button>
</form>
</article>`
}

type Settings = Pick<ManagedKey, 'name' | 'daily_budget' | 'post_limit' | 'sites' | 'ask_first'>

function settings(
  { name, daily_budget, post_limit, sites: allowed, ask_first }: Settings,
  sites: readonly SiteId[],
): Html {
  const amount = (micros: number | null) => (micros === null ? '' : asDollars(micros))
  const checked = (on: boolean) => on && html` checked`
  return html`<label>Name <input name="name" maxlength="${limits.keyNameCodePoints}" required value="${name}"></label>
<label>Dollars a day at most <input name="daily_budget" inputmode="decimal" maxlength="17" value="${amount(daily_budget)}"></label>
<label>Dollars a post at most <input name="post_limit" inputmode="decimal" maxlength="17" value="${amount(post_limit)}"></label>
<fieldset>
<legend>It may post</legend>
${sites.map(
  site =>
    html`<label><input type="checkbox" name="sites" value="${site}"${checked(allowed === null || allowed.includes(site))}> ${siteRow(site).nouns}</label>
`,
)}</fieldset>
<label><input type="checkbox" name="ask_first" value="yes"${checked(ask_first)}> Ask me before anything of this key is published</label>
`
}
