// The packaged policy is what GET /v1/policy promises, and a wrong policy file stops the start with its faults.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse, stringify } from 'yaml'
import type { Policy } from '../../src/contract/moderation/policy.ts'
import { categoryOf } from '../../src/domain/review/policy-category.ts'
import { loadPolicy } from '../../src/moderation/policy-file.ts'
import { prefilter } from '../../src/moderation/prefilter/prefilter.ts'

const packaged = new URL('../../policy/policy.yaml', import.meta.url)
const policy = loadPolicy()
const folder = mkdtempSync(join(tmpdir(), 'policy-'))
after(() => rmSync(folder, { recursive: true }))

describe('the packaged policy', () => {
  test('the packaged policy has the promised size', () => {
    assert.ok(policy.quality_bar.length >= 6)
    assert.ok(policy.categories.filter(category => category.penalized).length >= 14)
    assert.ok(policy.categories.filter(category => !category.penalized).length >= 6)
  })
  test('the packaged policy finds a category by id, and nothing for an unknown id', () => {
    assert.equal(categoryOf(policy, 'scam')?.title, 'Scams')
    assert.equal(categoryOf(policy, 'no-such-category'), undefined)
    assert.equal(categoryOf(policy, '__proto__'), undefined)
  })
  test('the packaged policy has a category for every refusal of the prefilter', () => {
    const named = new Set<string>()
    for (const category of policy.categories) {
      for (const body of category.disallowed_examples) {
        const site = category.sites[0]!
        const refusal = prefilter({ site, title: null, body, topics: [], urls: [] }).refusal
        if (refusal) named.add(refusal.category)
      }
    }
    const expected = [
      'contact-details',
      'empty',
      'gibberish',
      'hidden-text',
      'placeholder',
      'prompt-injection',
      'repetition',
      'vague',
    ]
    assert.deepEqual([...named].sort(), expected)
    for (const id of named) assert.ok(categoryOf(policy, id), id)
  })
  test('forbids contact details only in classifieds', () => {
    assert.deepEqual(categoryOf(policy, 'contact-details')?.sites, ['classifieds'])
  })
  for (const category of policy.categories) {
    test(`the prefilter refuses no allowed example of ${category.id}`, () => {
      for (const body of category.allowed_examples) {
        const { refusal } = prefilter({ site: category.sites[0]!, title: null, body, topics: [], urls: [] })
        assert.equal(refusal, null, body)
      }
    })
  }
})

describe('a broken policy file is refused with its faults:', () => {
  const cases: readonly [string, (policy: Policy & Record<string, unknown>) => void, RegExp][] = [
    ['a malformed version', p => Object.assign(p, { version: '1.0' }), /\/version/],
    [
      'a version of another day than `updated`',
      p => Object.assign(p, { version: '2026.01.01-1' }),
      /version: 2026\.01\.01-1/,
    ],
    [
      'a date that does not exist',
      p => Object.assign(p, { updated: '2026-02-30', version: '2026.02.30-1' }),
      /updated: 2026-02-30/,
    ],
    ['an unknown member', p => Object.assign(p, { comment: 'x' }), /additional|comment/],
    ['another multiplier', p => Object.assign(p, { penalty_multiplier: 3 }), /\/penalty_multiplier/],
    ['no categories', p => Object.assign(p, { categories: [] }), /\/categories/],
    [
      'too few examples',
      p => Object.assign(p.categories[0]!, { allowed_examples: ['one'] }),
      /\/categories\/0\/allowed_examples/,
    ],
    ['an unknown site', p => Object.assign(p.categories[0]!, { sites: ['news'] }), /\/categories\/0\/sites\/0/],
    ['an unknown action', p => Object.assign(p.categories[0]!, { action: 'burn' }), /\/categories\/0\/action/],
    ['a repeated id', p => Object.assign(p.categories[1]!, { id: p.categories[0]!.id }), /scam is there twice/],
    [
      'a repeated quality rule',
      p => Object.assign(p.quality_bar[1]!, { id: p.quality_bar[0]!.id }),
      /QB-SUBJECT is there twice/,
    ],
    [
      'an abuse category without a penalty',
      p => Object.assign(p.categories[0]!, { action: 'reject_low_quality' }),
      /scam: action/,
    ],
    [
      'a penalised low-quality category',
      p => Object.assign(categoryOf(p, 'empty')!, { penalized: true }),
      /empty: action/,
    ],
    [
      'a repeated example',
      p => p.categories[0]!.allowed_examples.push(p.categories[0]!.disallowed_examples[0]!),
      /scam: example there twice/,
    ],
  ]
  for (const [name, breakIt, message] of cases) {
    test(name, () => {
      const broken = parse(readFileSync(packaged, 'utf8'))
      breakIt(broken)
      const path = join(folder, 'policy.yaml')
      writeFileSync(path, stringify(broken))
      assert.throws(
        () => loadPolicy(path),
        error => {
          assert.ok(error instanceof Error)
          assert.match(error.message, message)
          assert.ok(error.message.includes(path))
          return true
        },
      )
    })
  }
  test('a missing file', () => assert.throws(() => loadPolicy(join(folder, 'none.yaml')), /none\.yaml/))
  test('broken YAML', () => {
    const path = join(folder, 'broken.yaml')
    writeFileSync(path, 'version: [')
    assert.throws(() => loadPolicy(path), /broken\.yaml/)
  })
  test('an empty file', () => {
    const path = join(folder, 'empty.yaml')
    writeFileSync(path, '')
    assert.throws(() => loadPolicy(path), /empty\.yaml/)
  })
})
