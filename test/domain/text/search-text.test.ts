// The grammar of search queries, and the words that a misspelt one may mean.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuery } from '../../../src/domain/text/search-text.ts'
import { meantWord } from '../../../src/domain/text/spelling.ts'

/** A query as it was read: AND is a blank, alternatives stand in parentheses. */
const read = (query: string) =>
  parseQuery(query)
    .map(({ any, not }) => {
      const alternatives = any.map(terms =>
        terms
          .map(({ words, prefix, within }) => {
            const quoted = words.length > 1 ? `"${words.join(' ')}"` : words[0]
            return `${quoted}${prefix ? '*' : ''}${within === null ? '' : `~${within}`}`
          })
          .join('+'),
      )
      return `${not ? '-' : ''}${alternatives.length > 1 ? `(${alternatives.join('|')})` : alternatives[0]}`
    })
    .join(' ')

describe('the grammar of search', () => {
  for (const [query, meaning] of [
    ['tide organ', 'tide organ'],
    ['tide OR organ', '(tide|organ)'],
    ['tide OR organ concert', '(tide|organ) concert'],
    ['concert tide OR organ OR bell free', 'concert (tide|organ|bell) free'],
    ['a OR b c OR d', '(a|b) (c|d)'],
    ['"tide organ" OR bell*', '("tide organ"|bell*)'],
    ['tide/wave OR organ', '(tide+wave|organ)'],
    ['tide or organ', 'tide or organ'],
    ['tide "OR" organ', 'tide or organ'],
    ['OR', 'or'],
    ['OR tide', 'or tide'],
    ['tide OR', 'tide or'],
    ['tide OR OR organ', '(tide|or) organ'],
    ['OR OR OR', '(or|or)'],
    ['-tide OR organ', '-tide or organ'],
    ['tide OR -organ', 'tide or -organ'],
    ['tide -OR organ', 'tide -or organ'],
    ['tide ! OR 🎷 organ', '(tide|organ)'],
    ['tide AND NOT organ', 'tide and not organ'],
    ['"tide organ"~5', '"tide organ"~5'],
    ['"tide organ"~0', '"tide organ"~1'],
    ['"tide organ"~999', '"tide organ"~20'],
    ['“tide organ”~5 bell', '"tide organ"~5 bell'],
    ['-"tide organ"~5', '-"tide organ"~5'],
    ['"tide organ"~5 OR bell', '("tide organ"~5|bell)'],
    ['"tide"~5', 'tide'],
    ['"tide tide"~5', 'tide'],
    ['"tide organ"~', '"tide organ"'],
    ['"tide organ"~x', '"tide organ" x'],
    ['"tide organ"~5x', '"tide organ" 5x'],
    ['"tide organ"~1234', '"tide organ" 1234'],
    ['"tide organ', '"tide organ"'],
    ['"a b c d e f g h i"~2', '"a b c d e f g h i"~2'],
    ['"a b c d e f g h i j"~2', '"a b c d e f g h i j"'],
    ['"a b c d e f g"~2 "h i j"~2 "k l m"~2', '"a b c d e f g"~2 "h i j"~2 "k l m"'],
  ] as const)
    test(`${query} means ${meaning}`, () => assert.equal(read(query), meaning))
})

describe('the word that is meant', () => {
  const headlines = [' tide organ \n art \n', ' organs by night \n art \n music \n', ' organ \n']
  for (const [typed, meant] of [
    ['orgn', 'organ'],
    ['ogran', 'organ'],
    ['organx', 'organ'],
    ['organza', 'organ'],
    ['musik', 'music'],
    ['musick', 'music'],
    ['nights', 'night'],
    ['xxgan', undefined],
    ['organ', undefined],
    ['art', undefined],
    ['a'.repeat(41), undefined],
  ] as const)
    test(`"${typed.slice(0, 10)}" means ${meant ?? 'no other word'}`, () => {
      if (typed === 'organ') assert.equal(meantWord(typed, [' organ \n']), undefined)
      else assert.equal(meantWord(typed, headlines), meant)
    })
})
