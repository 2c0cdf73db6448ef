// Phone numbers of every country are found in a classified of that country. Prices, sizes, dates and article numbers are not
// taken for phone numbers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { contactDetail } from '../../src/moderation/prefilter/contact-details.ts'
import { noContact } from './prefilter-numbers.ts'

/** Countries whose mobile numbers have five digits or more. Shorter numbers cannot be recognised. */
const countries = getCountries().filter(country => getExampleNumber(country, examples)!.nationalNumber.length > 4)

describe('the mobile numbers of every country', () => {
  const found = (text: string, country: string | null) => contactDetail(text, country)?.kind === 'phone'
  const missed = (
    write: (country: (typeof countries)[number]) => string | null,
    from = (c: string): string | null => c,
  ) =>
    countries.filter(country => {
      const text = write(country)
      return text !== null && !found(text, from(country))
    })
  const example = (country: (typeof countries)[number]) => getExampleNumber(country, examples)!

  test('the mobile numbers of every country are found with their country code in a classified of any country', () => {
    const written = (country: (typeof countries)[number]) =>
      `Oak table, ${example(country).formatInternational()} evenings`
    assert.deepEqual(missed(written), [])
    assert.deepEqual(
      missed(written, () => null),
      [],
    )
  })

  test('the mobile numbers of every country are found after a cue such as "call", in national notation or as one block', () => {
    assert.deepEqual(
      missed(country => `Oak table, call ${example(country).formatNational()}`),
      [],
    )
    assert.deepEqual(
      missed(country => `Oak table, my number is ${example(country).nationalNumber}.`),
      [],
    )
  })

  test('the mobile numbers of every country are found in national notation without a cue', () => {
    const grouped = (country: (typeof countries)[number]) => {
      const text = example(country).formatNational()
      const groups = text.match(/\d+/g)!
      return groups.length > 1 && groups.join('').length >= 8 ? `Oak table. ${text}` : null
    }
    assert.deepEqual(missed(grouped), [])
  })
})

describe('numbers of other kinds', () => {
  for (const text of noContact)
    test(`numbers of other kinds are taken for phone numbers in no country: ${JSON.stringify(text).slice(0, 80)}`, () => {
      const refused = countries.flatMap(country => {
        const detail = contactDetail(text, country)
        return detail ? `${country}: ${detail.text}` : []
      })
      assert.deepEqual(refused, [])
    })
})

describe('disguised numbers', () => {
  const disguised: readonly (readonly [country: string, text: string])[] = [
    ['FR', 'Table, 0 6 1 2 3 4 5 6 7 8'],
    ['FR', 'Table, 0612345678'],
    ['FR', 'Table, 06.12.34.56.78'],
    ['FR', 'Table, ０６ １２ ３４ ５６ ７８'],
    ['FR', 'Table, 0️⃣6️⃣ 1️⃣2️⃣ 3️⃣4️⃣ 5️⃣6️⃣ 7️⃣8️⃣'],
    ['DE', 'Tisch, 0171/1234567, ab 18 Uhr'],
    ['ES', 'Mesa, 612 34 56 78'],
    ['US', 'Table, (415) 555-2671'],
    ['EG', 'طاولة ٠١٠٠ ١٢٣ ٤٥٦٧'],
    ['US', 'Table, four one five, five five five, two six seven one'],
    ['GB', 'Table, 07400 123456 any time'],
    ['GB', 'Table, 7400 123456 any time'],
    ['IN', 'Table, 98765 43210 evenings'],
    ['IN', 'Table, 9876543210'],
    ['IN', 'Table, 98765-43210'],
    ['ES', 'Mesa, 612 345 678'],
    ['ES', 'Mesa, 612345678'],
    ['IT', 'Tavolo, 3471234567'],
    ['FR', 'Table, 6 12 34 56 78'],
    ['DE', 'Tisch, 151 23456789'],
    ['TR', 'Masa, 532 123 45 67'],
    ['RU', 'Стол, 916 123-45-67'],
  ]
  for (const [country, text] of disguised)
    test(`disguised numbers are found: ${text}`, () => assert.equal(contactDetail(text, country)?.kind, 'phone'))
})

test('a text of 64 KiB full of numbers is read completely', () => {
  for (const piece of ['0', '06 ', '+1 ', '(0) ', '1.', '12 34 56 78 ', '0171 1234567 ', '+49 171 1234567x', '- ', '٠'])
    for (const country of ['FR', 'DE', null])
      assert.notEqual(contactDetail(piece.repeat(Math.floor(65_000 / piece.length)), country)?.kind, 'email')
})
