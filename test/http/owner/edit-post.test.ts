// The owner edits a post, and cancels an event, on the account's page, whichever key sent it, and after that key has ended.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { eventBody, type TestAccount, type TestApp, withPresentation } from '../../harness.ts'
import { setKeyLimits } from '../../kit/key-controls.ts'
import { sessionIn } from './owner-site.ts'

const series = {
  starts_at: undefined,
  ends_at: undefined,
  occurrences: [
    { starts_at: '2027-01-06T19:00:00+01:00', ends_at: '2027-01-06T21:00:00+01:00' },
    { starts_at: '2027-01-13T19:00:00+01:00', ends_at: '2027-01-13T21:00:00+01:00' },
    { starts_at: '2027-01-20T19:00:00+01:00', ends_at: '2027-01-20T21:00:00+01:00' },
  ],
}

const eventText = `${eventBody({}).body}\nBring a "mug" & a friend's <3.`

/** A published post of an owner, a session from the inbox, and the fields of the form as a browser would send them. */
async function published(app: TestApp, change: Record<string, unknown> = {}, balance = 50_000_000) {
  const owner = await app.account({ balance })
  const { json } = await app.call('POST', '/v1/posts', { key: owner.key, body: eventBody(change) })
  const id = json.id as string
  await app.moderate()
  const session = await sessionIn(app, owner, 'email')
  const address = `/account/posts/${id}/edit`
  const form = async () => fieldsIn((await session.get(address)).html)
  const send = (fields: Record<string, string>) => session.post(address, fields)
  return { owner, id, session, address, form, send }
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Every field of the form that edits, as a browser would send it. */
function fieldsIn(html: string): Record<string, string> {
  const form = /<form method="post" action="\/account\/posts\/[^"]+\/edit">(.*?)<\/form>/s.exec(html)?.[1] ?? ''
  const inputs = [...form.matchAll(/<input[^>]*? name="([^"]+)"[^>]*?value="([^"]*)"/g)]
  const texts = [...form.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>(.*?)<\/textarea>/gs)]
  const choices = [...form.matchAll(/<select[^>]*? name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => ['', name, /<option value="([^"]*)" selected/.exec(options)?.[1] ?? ''],
  )
  return Object.fromEntries(
    [...inputs, ...texts, ...choices].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

const balanceOf = async (app: TestApp, { key }: TestAccount) =>
  (await app.call('GET', '/v1/account', { key })).json.balance as number
const shown = async (app: TestApp, id: string) => (await app.call('GET', `/v1/posts/${id}`)).json

withPresentation('the form that edits a post', app => {
  it('the form shows every member of the post, and an unchanged form changes and costs nothing', async () => {
    const { owner, form, send, id } = await published(app(), { body: eventText })
    const [before, fields] = [await balanceOf(app(), owner), await form()]
    const sent = eventBody({})
    assert.equal(fields.body, eventText)
    assert.equal(fields.timezone, sent.timezone)
    assert.equal(fields.starts_at, String(sent.starts_at).slice(0, 16))
    for (const action of ['check', 'save']) {
      const answer = await send({ ...fields, action })
      assert.match(textOf(answer.html), /Nothing changed yet\./)
    }
    assert.equal(await balanceOf(app(), owner), before)
    assert.equal((await shown(app(), id)).updated_at, undefined)
  })

  it('the owner sees the price and the changes first, pays that price, and the edit is judged like that of a key', async () => {
    const { owner, form, send, id } = await published(app())
    const before = await balanceOf(app(), owner)
    const change = { ...(await form()), title: 'Repair café, now with soup' }
    const checked = await send({ ...change, action: 'check' })
    assert.match(
      textOf(checked.html),
      /What changes title, changed: .* Repair café, now with soup It costs \$0\.50\. The new text is judged first/,
    )
    assert.equal(await balanceOf(app(), owner), before, 'the check costs nothing')
    const cheaper = await send({ ...change, action: 'save', price: '1' })
    assert.match(textOf(cheaper.html), /The edit was not saved, and nothing was charged\./)
    assert.equal(await balanceOf(app(), owner), before)
    const saved = await send({ ...fieldsIn(checked.html), action: 'save' })
    assert.deepEqual([saved.status, saved.location], [303, `/account/posts/${id}`])
    assert.equal(await balanceOf(app(), owner), before - 500_000)
    await app().moderate()
    assert.equal((await shown(app(), id)).title, 'Repair café, now with soup')
  })

  it('the owner edits after the key has ended, though the key asks first and its budget is used up', async () => {
    const { owner, form, send, id, session } = await published(app())
    await setKeyLimits(app(), owner, { ask_first: true, daily_budget: 10_000 })
    const keys = await session.get('/account/keys')
    const keyId = /name="key" value="(key_\w+)"/.exec(keys.html)?.[1] ?? ''
    assert.equal((await session.post('/account/keys/revoke', { key: keyId })).status, 303)
    const change = { ...(await form()), title: 'Repair café at last' }
    const checked = await send({ ...change, action: 'check' })
    assert.match(textOf(checked.html), /It costs \$0\.50\./)
    assert.equal((await send({ ...fieldsIn(checked.html), action: 'save' })).status, 303)
    await app().moderate()
    assert.equal((await shown(app(), id)).title, 'Repair café at last')
  })

  it('a local time of the form is a time in the zone of the event, and is public at once and free', async () => {
    const { owner, form, send, id } = await published(app(), {
      timezone: 'America/New_York',
      starts_at: '2027-07-01T19:00:00-04:00',
      ends_at: '2027-07-01T21:00:00-04:00',
    })
    const before = await balanceOf(app(), owner)
    const change = { ...(await form()), starts_at: '2027-12-01T18:00', ends_at: '2027-12-01T21:00' }
    const checked = await send({ ...change, action: 'check' })
    assert.match(textOf(checked.html), /It is free\. It is public at once\./)
    assert.equal((await send({ ...fieldsIn(checked.html), action: 'save' })).status, 303)
    assert.equal((await shown(app(), id)).starts_at, '2027-12-01T18:00:00-05:00')
    assert.equal(await balanceOf(app(), owner), before)
  })

  it('dates of a series are called off, added and taken out one by one, each shown before it is saved', async () => {
    const { form, send, id } = await published(app(), series)
    const off = { ...(await form()), 'occurrences.1.status': 'cancelled' }
    const checked = await send({ ...off, action: 'check' })
    assert.match(textOf(checked.html), /cancelled: .*13 Jan/)
    assert.equal((await send({ ...fieldsIn(checked.html), action: 'save' })).status, 303)
    const dates = async () => ((await shown(app(), id)).occurrences as { status?: string }[]).map(each => each.status)
    assert.deepEqual(await dates(), [undefined, 'cancelled', undefined])
    const less = { ...(await form()), 'occurrences.2.starts_at': '', 'occurrences.2.ends_at': '' }
    const gone = await send({ ...less, action: 'check' })
    assert.match(textOf(gone.html), /removed: .*20 Jan/)
    assert.equal((await send({ ...fieldsIn(gone.html), action: 'save' })).status, 303)
    assert.deepEqual(await dates(), [undefined, 'cancelled'], 'the date that was called off stays so')
    const more = { 'occurrences.2.starts_at': '2027-02-03T19:00', 'occurrences.2.ends_at': '2027-02-03T21:00' }
    const added = await send({ ...(await form()), ...more, action: 'check' })
    assert.match(textOf(added.html), /added: .*3 Feb/)
  })

  it('each fault stands at its field, and the form keeps what the owner wrote', async () => {
    const { form, send } = await published(app())
    const wrong = { ...(await form()), title: '', topics: 'Not OK!', timezone: 'Europe/Pariss', action: 'check' }
    const { status, html } = await send(wrong)
    assert.equal(status, 400)
    assert.match(html, /id="timezone"[^>]*value="Europe\/Pariss"[^>]*aria-invalid="true"/)
    assert.match(html, /id="title"[^>]*aria-invalid="true"/)
    assert.match(textOf(html), /The edit was not saved, and nothing was charged\. See the marked fields\./)
  })

  it('an edit of a form that is older than the post is refused', async () => {
    const { form, send, owner, id } = await published(app())
    const stale = { ...(await form()), title: 'From the old form' }
    await app().call('PATCH', `/v1/posts/${id}`, { key: owner.key, body: { event_status: 'cancelled' } })
    const { status, html } = await send({ ...stale, action: 'check' })
    assert.equal(status, 412)
    assert.match(textOf(html), /The post has changed since the form was opened\. Open the form again\./)
  })

  it('an event is cancelled and takes place again by one button each, for free', async () => {
    const { owner, id, session } = await published(app())
    const before = await balanceOf(app(), owner)
    for (const status of ['cancelled', 'scheduled', 'scheduled']) {
      assert.equal((await session.post('/account/event-status', { post: id, status })).location, `/account/posts/${id}`)
      assert.equal((await shown(app(), id)).event_status, status === 'cancelled' ? 'cancelled' : undefined)
    }
    assert.equal(await balanceOf(app(), owner), before)
    assert.equal((await session.post('/account/event-status', { post: id, status: 'gone' })).status, 400)
  })

  it('no other owner sees or sends the form', async () => {
    const { id, address, form } = await published(app())
    const stranger = await sessionIn(app(), await app().account(), 'email')
    assert.equal((await stranger.get(address)).status, 404)
    const change = { ...(await form()), title: 'By a stranger', action: 'save', price: '500000' }
    assert.equal((await stranger.post(address, { ...change, csrf: stranger.csrf })).status, 404)
    assert.equal((await stranger.post('/account/event-status', { post: id, status: 'cancelled' })).status, 404)
    assert.notEqual((await shown(app(), id)).event_status, 'cancelled')
  })

  it('a long text in any script fits the form', async () => {
    const { form, send } = await published(app())
    const { status } = await send({ ...(await form()), body: '界'.repeat(4_990), action: 'check' })
    assert.notEqual(status, 413)
  })
})
