// One strike a campaign: near-duplicates of one account that were sent before the first of them was decided (contract.md §12).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { audit } from '../../../src/store/audit/audit.ts'
import { answerAppeal } from '../../../src/usecases/review/appeals.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, mailsTo, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { byTitle } from '../../kit/title-model.ts'

const price = 1_000_000

onEveryDatabase('one strike a campaign', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), { overrides: { model: byTitle } })
  })
  after(() => app.close())

  /** Posts that wait for a person, each with another word at the end of one text. */
  const campaign = async ({ key }: TestAccount, words: readonly string[], body = `${eventBody().body}`) => {
    const ids: string[] = []
    for (const word of words) {
      const text = eventBody({ title: `REVIEW ${word}`, body: `${body} ${word}` })
      const { json } = await app.call('POST', '/v1/posts', { key, body: text })
      assert.ok(json.id, JSON.stringify(json))
      ids.push(json.id)
    }
    await app.moderate()
    return ids
  }
  const refuse = (revisionId: string) =>
    decideText(app.platform, {
      ...{ actor: 'ann', reason: 'A trick.', revisionId },
      ...{ action: 'reject', category: 'scam', penalized: true },
    })
  const standing = async ({ key }: TestAccount) => {
    const { strikes, status, balance } = (await app.call('GET', '/v1/account', { key })).json
    return { strikes, status, balance }
  }
  const inOrder = async () =>
    assert.deepEqual((await audit(app.platform.db, app.platform.dialect, app.clock.now())).breaches, [])

  test('near-duplicates that were sent before the first was decided pay their penalties and have one strike', async () => {
    const author = await app.account({ balance: 100 * price })
    const ids = await campaign(author, ['harbour', 'garden', 'station', 'library'])
    app.clock.advance(60_000)
    for (const id of ids) await refuse(id)
    assert.deepEqual(await standing(author), { strikes: 1, status: 'active', balance: 60 * price })
    const mails = (await mailsTo(app, author)).filter(({ subject }) => /^A penalty for/.test(subject))
    const told = mails.map(({ body }) => body.replace(/\s+/g, ' '))
    assert.equal(told.filter(body => body.includes('The account got a strike for it.')).length, 1)
    assert.equal(told.filter(body => body.includes(`nearly the same as the text ${ids[0]}`)).length, 3)
    await inOrder()
  })

  test('a near-duplicate that is sent after the first was decided, and another text, each have a strike', async () => {
    const author = await app.account({ balance: 100 * price })
    const body = `${eventBody().body}`
    const [first] = await campaign(author, ['harbour'], body)
    const [other] = await campaign(author, ['garden'])
    await refuse(first!)
    await refuse(other!)
    assert.equal((await standing(author)).strikes, 2)
    app.clock.advance(1)
    const [again] = await campaign(author, ['station'], body)
    await refuse(again!)
    assert.deepEqual(await standing(author), { strikes: 3, status: 'banned', balance: 70 * price })
    await inOrder()
  })

  test('the campaign of another account takes no strike away', async () => {
    const [one, two] = [await app.account({ balance: 100 * price }), await app.account({ balance: 100 * price })]
    const body = `${eventBody().body}`
    const [first] = await campaign(one, ['harbour'], body)
    const [second] = await campaign(two, ['garden'], body)
    await refuse(first!)
    await refuse(second!)
    assert.deepEqual([(await standing(one)).strikes, (await standing(two)).strikes], [1, 1])
  })

  test('an appeal that is granted takes the strike back only when no other text of the campaign stands', async () => {
    const author = await app.account({ balance: 100 * price })
    const ids = await campaign(author, ['harbour', 'garden', 'station'])
    app.clock.advance(1)
    for (const id of ids) await refuse(id)
    const strikes: number[] = []
    for (const id of [ids[0]!, ids[2]!, ids[1]!]) {
      await app.call('POST', `/v1/posts/${id}/appeal`, { key: author.key, body: { message: 'It was a mistake.' } })
      await answerAppeal(app.platform, { id, actor: 'bob', reason: 'Right.', decision: 'grant' })
      strikes.push((await standing(author)).strikes)
      await inOrder()
    }
    assert.deepEqual(strikes, [1, 1, 0])
    assert.equal((await standing(author)).balance, 100 * price)
  })

  test('texts of a campaign that are decided at the same time have one strike', async () => {
    const author = await app.account({ balance: 100 * price })
    const ids = await campaign(author, ['harbour', 'garden', 'station', 'library', 'chapel'])
    app.clock.advance(1)
    await Promise.all(ids.map(refuse))
    assert.deepEqual(await standing(author), { strikes: 1, status: 'active', balance: 50 * price })
    await inOrder()
  })
})
