// The lists of the platform, in texts: what an entry finds in spite of disguises, and what it leaves alone.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { domainToASCII } from 'node:url'
import { limits } from '../../src/contract/limits.ts'
import type { EntryAction, EntryKind } from '../../src/contract/moderation/list-entries.ts'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { type Entry, matcherOf } from '../../src/moderation/listed/matcher.ts'
import { normalTextHash, normalValue } from '../../src/moderation/listed/normal-values.ts'
import { matcherFor, sharedLists } from '../../src/moderation/listed/shared-lists.ts'
import { duplicateText } from '../../src/moderation/prefilter/fingerprint.ts'
import { readText } from '../../src/moderation/reading.ts'

const entry = (seq: number, kind: EntryKind, value: string, action: EntryAction = 'flag', shadow = false): Entry => {
  const normal = normalValue(kind, value)
  assert.ok(normal, `${kind}: ${value}`)
  return { seq, kind, value: normal, action, category: 'scam', ...(shadow && { shadow }) }
}
const post = (body: string, more: Partial<PostText> = {}): PostText => ({
  ...{ site: 'events', title: 'An evening', body, topics: [], urls: [], country: 'AT', ...more },
})
const ids = (entries: readonly Entry[], text: PostText) =>
  matcherOf(entries)(text, duplicateText(text)).map(({ rule }) => rule)

describe('the lists', () => {
  it('a phrase is found whatever its case, accents, signs, letters and members, and only as whole words in a row', () => {
    const entries = [entry(1, 'phrase', 'Free Money'), entry(2, 'phrase', '免费比特币')]
    for (const body of [
      ...['Get FREE money now', 'free. Money!', 'Frée mönéy', 'fr33 m0ney for all', 'frее money', 'free\nmoney'],
      'free​ money',
    ])
      assert.deepEqual(ids(entries, post(body)), ['LIST-1'], body)
    assert.deepEqual(ids(entries, post('A talk', { topics: ['free-money'] })), ['LIST-1'])
    assert.deepEqual(ids(entries, post('A talk', { title: 'Free money' })), ['LIST-1'])
    assert.deepEqual(ids(entries, post('A talk', { details: 'Free money, 1 Main Street' })), ['LIST-1'])
    assert.deepEqual(ids(entries, post('这里有免费比特币啊')), ['LIST-2'])
    for (const body of ['carefree moneybags', 'money free', 'free of money'])
      assert.deepEqual(ids(entries, post(body)), [], body)
    // Two members are not one sentence.
    assert.deepEqual(ids(entries, post('money is not the subject', { title: 'free' })), [])
  })

  it('a domain stands for the hosts below it, in links, bare, in addresses of mailboxes, written around and with lookalikes', () => {
    const entries = [entry(1, 'domain', 'https://www.Evil-Bank.example/login')]
    for (const body of [
      ...['evil-bank.example', 'see https://a.b.evil-bank.example/x?y', 'mail us@evil-bank.example today'],
      ...['evil-bank[.]example', 'hxxps://evil-bank (dot) example', 'evil-bаnk.example', 'ｅvil-bank．example'],
      'https://x.example/?to=evil%2Dbank%2Eexample',
    ])
      assert.deepEqual(ids(entries, post(body)), ['LIST-1'], body)
    assert.deepEqual(ids(entries, post('A talk', { urls: [`https://${domainToASCII('evil-bаnk.example')}/`] })), [
      'LIST-1',
    ])
    for (const body of ['not-evil-bank.example', 'evil-bank.example.net', 'evil bank example'])
      assert.deepEqual(ids(entries, post(body)), [], body)
  })

  it('a phone number is found with and without its country code, and a whole text by its hash', () => {
    const text = 'A whole text that came in a hundred times last week.'
    const hash = normalTextHash(`An evening ${text.toUpperCase()}`)
    const entries = [entry(1, 'phone', '+43 1 58858-0'), entry(2, 'text', hash)]
    assert.deepEqual(ids(entries, post('Call 01 58858-0 in the evening')), ['LIST-1'])
    assert.deepEqual(ids(entries, post('Call 0043 1 588580', { country: 'DE' })), ['LIST-1'])
    assert.deepEqual(ids(entries, post('Call 01 58858-1')), [])
    assert.deepEqual(ids(entries, post(`${text}!`)), ['LIST-2'])
    assert.deepEqual(ids(entries, post(`${text} More.`)), [])
  })

  it('what is no value of its kind is refused', () => {
    const faults: [EntryKind, string][] = [
      ['phrase', '!!!'],
      ['phrase', 'word '.repeat(limits.listedWords + 1)],
      ['phrase', 'x'.repeat(limits.listedValue + 1)],
      ['domain', 'localhost'],
      ['domain', 'two words.example'],
      ['phone', '01 58858-0'],
      ['text', 'abc'],
    ]
    for (const [kind, value] of faults) assert.equal(normalValue(kind, value), null, `${kind}: ${value.slice(0, 30)}`)
  })

  it('an entry refuses, holds or flags, never as abuse, and one that is tried out does nothing but is named', () => {
    const of = (action: EntryAction, shadow = false) => {
      const { refusal, flags, listed } = readText(post('We meet for free money each week in the library of Graz.'), {
        ...sharedLists([entry(7, 'phrase', 'free money', action, shadow)])!,
      })
      return { refusal, flags: flags.filter(flag => flag.startsWith('listed')), listed }
    }
    const named = { rule: 'LIST-7', category: 'scam' }
    const { refusal, ...refused } = of('refuse')
    assert.deepEqual(refused, { flags: ['listed', 'listed_for_review'], listed: [{ ...named, action: 'refuse' }] })
    assert.deepEqual(
      [refusal?.code, refusal?.rule, refusal?.category, refusal?.abuse],
      ['listed', 'LIST-7', 'scam', false],
    )
    assert.deepEqual(of('hold').flags, ['listed', 'listed_for_review'])
    assert.deepEqual(of('flag').flags, ['listed'])
    for (const action of ['flag', 'hold', 'refuse'] as const)
      assert.deepEqual(of(action, true), {
        ...{ refusal: null, flags: [], listed: [{ ...named, action, shadow: true }] },
      })
  })

  it('the cost of ten thousand entries stays below a bound, also for hostile texts of 64 KiB', () => {
    const many = Array.from({ length: limits.listEntries }, (_, i) =>
      i % 2 === 0 ? entry(i + 1, 'phrase', `free ${i} money ${i}`) : entry(i + 1, 'domain', `evil${i}.example`),
    )
    const matches = matcherFor(sharedLists(many)!)
    const texts = [
      'free '.repeat(13_000),
      'a.'.repeat(32_000),
      '[ . '.repeat(16_000),
      '%41'.repeat(21_000),
      'x'.repeat(65_000),
    ]
    for (const body of texts) {
      const began = performance.now()
      matches(post(body), '')
      assert.ok(performance.now() - began < 500, `${body.slice(0, 9)} took ${performance.now() - began} ms`)
    }
  })
})
