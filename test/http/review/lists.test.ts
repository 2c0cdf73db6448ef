// The lists in the console: leads add, try out, enforce and remove entries there, and other reviewers see nothing of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import * as listsWorker from '../../../src/workers/lists.ts'
import { onPresentation, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers, reviewing, submitted } from './review-site.ts'

onPresentation('the lists in the console', ({ fresh }) => {
  let app: TestApp
  let author: TestAccount
  let anns: Awaited<ReturnType<typeof reviewing>>
  let bobs: typeof anns
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle }, env: reviewers })
    ;[anns, bobs] = [await reviewing(app, ann), await reviewing(app, bob)]
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const path = '/review/lists'
  const page = async () => (await bobs.get(path)).html
  const seqs = async () =>
    (await app.platform.db.selectFrom('list_entries').select('seq').execute()).map(({ seq }) => seq)

  test('a lead tries an entry out, sees the texts that it would change, enforces it and removes it', async () => {
    const given = { kind: 'phrase', value: 'Water  <b>colour</b>', action: 'hold', note: '"why" <i>', days: '30' }
    assert.equal((await bobs.post(path, { ...given, shadow: 'yes' })).status, 303)
    const id = await submitted(app, author, 'Fine', { body: 'An evening of water, b, colour: b. Bring a brush.' })
    await listsWorker.runOnce(app.platform)
    const html = await page()
    assert.match(textOf(html), /LIST-1 phrase water b colour b/)
    assert.match(textOf(html), /tried out would hold: "why" <i>/)
    assert.ok(!html.includes('"why" <i>'), 'a note is no markup')
    assert.match(html, new RegExp(`/review/items/text/${id}`))
    assert.equal((await bobs.post(`${path}/enforce`, { entry: 'LIST-1' })).status, 303)
    const held = await submitted(app, author, 'Fine', { body: 'Another evening of water, b, colour: b. Bring paper.' })
    assert.equal((await app.call('GET', `/v1/posts/${held}`, { key: author.key })).json.status, 'review')
    const item = textOf((await bobs.get(`/review/items/text/${held}`)).html)
    assert.match(item, /held: listed/)
    assert.equal((await bobs.post(`${path}/remove`, { entry: 'LIST-1' })).status, 303)
    assert.deepEqual(await seqs(), [])
  })

  test('a faulty entry is not added, its form keeps what was written, and a value on a list is not added twice', async () => {
    const refused = await bobs.post(path, { kind: 'domain', value: 'no host"', action: 'flag', note: 'kept' })
    assert.equal(refused.status, 400)
    assert.match(textOf(refused.html), /Not added\./)
    assert.match(refused.html, /value="no host&quot;"/)
    assert.match(refused.html, /value="kept"/)
    const fine = { kind: 'domain', value: 'x.example', action: 'flag' }
    await bobs.post(path, fine)
    await bobs.post(path, fine)
    assert.equal((await seqs()).length, 1)
    assert.equal((await bobs.post(`${path}/remove`, { entry: 'LIST-999' })).status, 404)
    assert.equal((await bobs.post(`${path}/remove`, { entry: 'x' })).status, 404)
  })

  test('a reviewer who is no lead is refused each page and form', async () => {
    const before = await seqs()
    assert.equal((await anns.get(path)).status, 403)
    for (const [to, fields] of [
      ['', { kind: 'phrase', value: 'mine', action: 'flag' }],
      ['/remove', { entry: `LIST-${before[0]}` }],
      ['/enforce', { entry: `LIST-${before[0]}` }],
    ] as const)
      assert.equal((await anns.post(path + to, fields)).status, 403)
    assert.deepEqual(await seqs(), before)
    assert.ok(!(await anns.get('/review')).html.includes(path), 'the header has no link')
    assert.ok((await bobs.get('/review')).html.includes(path))
  })
})
