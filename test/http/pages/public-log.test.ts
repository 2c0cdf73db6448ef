// The line of a post's page that says who checked the post, and the chain of the log of decisions, recomputed from its public form.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import * as decisionLogWorker from '../../../src/workers/decision-log.ts'
import { assertAccessible, complaintsOf, noBrowser, startBrowser } from '../../kit/browser.ts'
import { onOnePublishingApp } from './published.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
type Entry = { entry: number; hash: string; seq?: number; digest?: string }

onOnePublishingApp('the public log of decisions', app => {
  const ids: string[] = []
  /** The numbers of the entries by which the posts were published. */
  const numbers: number[] = []
  before(async () => {
    for (const title of ['Ink for beginners', 'Paper for beginners', 'Books for beginners'])
      ids.push(await app().publish({ title }))
    const { handle } = app().author
    await app().platform.act('creditAccount', { handle, actor: 'ann', reason: 'asked for', amountMicros: 1 })
    while ((await decisionLogWorker.runOnce(app().platform)) > 0);
    app().clock.advance(2_000)
    for (const id of ids) {
      const page = (await app().call('GET', `/p/${id}`)).text
      numbers.push(Number(/data-entry="(\d+)"/.exec(page)?.[1]))
    }
  })
  const entriesAfter = async (after: number) =>
    (await app().call('GET', `/transparency/log/entries.json?after=${after}`)).json as {
      before: string
      entries: Entry[]
      end: { entries: number; hash: string }
    }

  /** Runs with one member of the entry of a post changed in the database, behind the back of the service. */
  async function withChanged(number: number, run: () => Promise<void>): Promise<void> {
    const { dialect } = app().platform
    const { db, close } = dialect.open(app().databaseUrl, 'write')
    const row = db.selectFrom('decision_log').select('reason').where('position', '=', number)
    const { reason } = await row.executeTakeFirstOrThrow()
    const change = (text: string) =>
      db.updateTable('decision_log').set({ reason: text }).where('position', '=', number).execute()
    await change('Another reason.')
    app().clock.advance(2_000)
    try {
      await run()
    } finally {
      await change(reason)
      await close()
    }
  }

  test('the hashes of the public entries follow from one another up to the end, and an entry that names its decider shows its hash alone', async () => {
    const { entries, before, end } = await entriesAfter(0)
    assert.deepEqual([before, entries.length, end.entries], ['', end.entries, end.entries])
    assert.equal(entries.at(-1)?.hash, end.hash)
    let hash = before
    for (const [i, { entry, hash: own, seq, digest }] of entries.entries()) {
      assert.equal(entry, i + 1)
      if (digest !== undefined) assert.equal(sha256(`${hash} ${entry} ${seq} ${digest}`), own)
      hash = own
    }
    const closed = entries.filter(({ digest }) => digest === undefined)
    assert.deepEqual(Object.keys(closed[0]!), ['entry', 'hash'], 'the credit that a person gave')
    assert.equal((await entriesAfter(2)).before, entries[1]!.hash)
    const { text } = await app().call('GET', `/transparency/log/${numbers[0]}`)
    assert.ok(text.includes(entries[numbers[0]! - 1]!.digest!))
    const told = JSON.stringify(entries) + text
    for (const secret of ['ann', 'asked for', app().author.handle, ids[0]!]) assert.ok(!told.includes(secret), secret)
    for (const wrong of ['entries.json?after=x', 'entries.json?after=-1'])
      assert.equal((await app().call('GET', `/transparency/log/${wrong}`)).status, 400, wrong)
    for (const none of ['0', '9999', 'x', 'entries.json?after=9999'])
      assert.equal((await app().call('GET', `/transparency/log/${none}`)).status, 404, none)
  })

  test('an entry that was changed in the database no longer fits its hash', async () => {
    const changed = numbers[1]!
    await withChanged(changed, async () => {
      const { entries, before } = await entriesAfter(changed - 1)
      const [{ entry, hash, seq, digest }] = entries as [Entry]
      assert.notEqual(sha256(`${before} ${entry} ${seq} ${digest}`), hash)
    })
  })

  test('a reader recomputes the chain in the page, which says what was checked and where it breaks', {
    skip: noBrowser,
  }, async () => {
    const secure = '--unsafely-treat-insecure-origin-as-secure=http://events.test'
    const browser = await startBrowser(app(), [secure])
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(60_000)
      const complaints = complaintsOf(page, 'http://events.test')
      const path = `http://events.test/de/p/${ids[0]}`
      await page.goto(path)
      const line = page.locator('.log')
      await line.getByText(/^Von einem Modell geprüft am 21\. November 2026, Eintrag \d+ des Protokolls\./).waitFor()
      const recompute = page.getByRole('button', { name: 'Kette nachrechnen' })
      await recompute.click()
      await line.getByText(`Einträge von ${numbers[0]} bis`).waitFor()
      const said = await line.innerText()
      assert.match(said, /dem Ende des Protokolls/)
      assert.match(said, /1 Einträge wurden nicht nachgerechnet/)
      assert.match(said, /Ob eine Entscheidung richtig war, zeigt es nicht/)
      assert.deepEqual(complaints, [])
      await assertAccessible(page, 'post-with-log-de')
      await withChanged(numbers[1]!, async () => {
        await recompute.click()
        await line.getByText(`Die Kette bricht bei Eintrag ${numbers[1]}`).waitFor()
      })
    } finally {
      await browser.close()
    }
  })
})
