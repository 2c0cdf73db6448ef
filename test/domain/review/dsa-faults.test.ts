// The public rules of the EU's database of statements of reasons: each has a case that breaks it alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DsaStatement } from '../../../src/contract/moderation/dsa.ts'
import { dsaFaults } from '../../../src/domain/review/dsa-faults.ts'

const incompatible: DsaStatement = {
  decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
  decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
  decision_ground_reference_url: 'https://events.example/policy/#scam',
  incompatible_content_ground: 'Policy, version 1, category scam',
  incompatible_content_explanation: 'Deceives people.',
  content_type: ['CONTENT_TYPE_TEXT'],
  category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  territorial_scope: ['DE', 'NO'],
  content_date: '2026-11-01',
  application_date: '2026-11-21',
  end_date_visibility_restriction: '2026-11-21',
  decision_facts: 'A person removed an event.',
  source_type: 'SOURCE_ARTICLE_16',
  automated_detection: 'No',
  automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
  puid: 'p_0Vblo-17',
}

const { incompatible_content_ground: _, incompatible_content_explanation: __, ...shared } = incompatible
const illegal: DsaStatement = {
  ...shared,
  decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
  illegal_content_legal_ground: 'StGB § 263',
  illegal_content_explanation: 'It is fraud.',
}
const others: DsaStatement = {
  ...incompatible,
  decision_visibility: ['DECISION_VISIBILITY_OTHER'],
  decision_visibility_other: 'Refused before it was published.',
  decision_monetary: 'DECISION_MONETARY_OTHER',
  decision_monetary_other: 'x',
  content_type: ['CONTENT_TYPE_OTHER'],
  content_type_other: 'An account',
}

test('statements that keep every rule have no fault, also at the longest', () => {
  const longest = {
    ...{ ...incompatible, decision_facts: '🥣'.repeat(5_000), incompatible_content_ground: 'x'.repeat(500) },
    ...{ incompatible_content_explanation: 'x'.repeat(2_000), puid: 'x'.repeat(500), source_identity: 'x'.repeat(500) },
    ...{
      incompatible_content_illegal: 'Yes',
      account_type: 'ACCOUNT_TYPE_PRIVATE',
      decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    },
    ...{
      decision_provision: 'DECISION_PROVISION_TOTAL_SUSPENSION',
      category_addition: ['STATEMENT_CATEGORY_VIOLENCE'],
    },
  } as DsaStatement
  for (const statement of [incompatible, illegal, others, longest]) assert.deepEqual(dsaFaults(statement), [])
  const { decision_visibility: _, end_date_visibility_restriction: __, ...account } = incompatible
  assert.deepEqual(dsaFaults({ ...account, decision_account: 'DECISION_ACCOUNT_TERMINATED' }), [])
})

type Case = readonly [name: string, from: DsaStatement, change: Record<string, unknown>, fault: string]

const cases: readonly Case[] = [
  [
    'no decision at all',
    incompatible,
    { decision_visibility: undefined },
    'decision_visibility or another decision is required',
  ],
  [
    'a visibility that is not listed',
    incompatible,
    { decision_visibility: ['REMOVED'] },
    'decision_visibility is no list of values of the list',
  ],
  [
    'a visibility that is no list',
    incompatible,
    { decision_visibility: 'DECISION_VISIBILITY_OTHER', decision_visibility_other: 'x' },
    'decision_visibility is no list of values of the list',
  ],
  [
    'another visibility without words',
    others,
    { decision_visibility_other: undefined },
    'decision_visibility_other is required with DECISION_VISIBILITY_OTHER',
  ],
  [
    'words for a visibility that is listed',
    incompatible,
    { decision_visibility_other: 'x' },
    'decision_visibility_other is taken with DECISION_VISIBILITY_OTHER alone',
  ],
  [
    'long words for another visibility',
    others,
    { decision_visibility_other: 'x'.repeat(501) },
    'decision_visibility_other is no text of at most 500 characters',
  ],
  [
    'a restriction of money that is not listed',
    incompatible,
    { decision_monetary: 'FINE' },
    'decision_monetary is no value of the list',
  ],
  [
    'another restriction of money without words',
    others,
    { decision_monetary_other: '' },
    'decision_monetary_other is required with DECISION_MONETARY_OTHER',
  ],
  [
    'words for a restriction of money that is listed',
    incompatible,
    { decision_monetary: 'DECISION_MONETARY_SUSPENSION', decision_monetary_other: 'x' },
    'decision_monetary_other is taken with DECISION_MONETARY_OTHER alone',
  ],
  [
    'long words for another restriction of money',
    others,
    { decision_monetary_other: 'x'.repeat(501) },
    'decision_monetary_other is no text of at most 500 characters',
  ],
  [
    'a suspension of the service that is not listed',
    incompatible,
    { decision_provision: 'SOME' },
    'decision_provision is no value of the list',
  ],
  [
    'a decision on the account that is not listed',
    incompatible,
    { decision_account: 'BANNED' },
    'decision_account is no value of the list',
  ],
  [
    'a kind of account that is not listed',
    incompatible,
    { account_type: 'BOT' },
    'account_type is no value of the list',
  ],
  [
    'no ground',
    incompatible,
    { decision_ground: undefined, incompatible_content_ground: undefined, incompatible_content_explanation: undefined },
    'decision_ground is required',
  ],
  [
    'a ground that is not listed',
    incompatible,
    { decision_ground: 'BECAUSE', incompatible_content_ground: undefined, incompatible_content_explanation: undefined },
    'decision_ground is no value of the list',
  ],
  [
    'an address of the ground that is none',
    incompatible,
    { decision_ground_reference_url: 'the policy' },
    'decision_ground_reference_url is no address',
  ],
  [
    'a long address of the ground',
    incompatible,
    { decision_ground_reference_url: `https://x.example/${'x'.repeat(500)}` },
    'decision_ground_reference_url is no text of at most 500 characters',
  ],
  [
    'illegal content without its law',
    illegal,
    { illegal_content_legal_ground: undefined },
    'illegal_content_legal_ground is required with DECISION_GROUND_ILLEGAL_CONTENT',
  ],
  [
    'illegal content without an explanation',
    illegal,
    { illegal_content_explanation: undefined },
    'illegal_content_explanation is required with DECISION_GROUND_ILLEGAL_CONTENT',
  ],
  [
    'a law for content against the terms',
    incompatible,
    { illegal_content_legal_ground: 'x' },
    'illegal_content_legal_ground is taken with DECISION_GROUND_ILLEGAL_CONTENT alone',
  ],
  [
    'an explanation of illegality for content against the terms',
    incompatible,
    { illegal_content_explanation: 'x' },
    'illegal_content_explanation is taken with DECISION_GROUND_ILLEGAL_CONTENT alone',
  ],
  [
    'a long law',
    illegal,
    { illegal_content_legal_ground: 'x'.repeat(501) },
    'illegal_content_legal_ground is no text of at most 500 characters',
  ],
  [
    'a long explanation of illegality',
    illegal,
    { illegal_content_explanation: 'x'.repeat(2_001) },
    'illegal_content_explanation is no text of at most 2000 characters',
  ],
  [
    'content against the terms without its rule',
    incompatible,
    { incompatible_content_ground: undefined },
    'incompatible_content_ground is required with DECISION_GROUND_INCOMPATIBLE_CONTENT',
  ],
  [
    'content against the terms without an explanation',
    incompatible,
    { incompatible_content_explanation: undefined },
    'incompatible_content_explanation is required with DECISION_GROUND_INCOMPATIBLE_CONTENT',
  ],
  [
    'a rule of the terms for illegal content',
    illegal,
    { incompatible_content_ground: 'x' },
    'incompatible_content_ground is taken with DECISION_GROUND_INCOMPATIBLE_CONTENT alone',
  ],
  [
    'an explanation by the terms for illegal content',
    illegal,
    { incompatible_content_explanation: 'x' },
    'incompatible_content_explanation is taken with DECISION_GROUND_INCOMPATIBLE_CONTENT alone',
  ],
  [
    'a long rule of the terms',
    incompatible,
    { incompatible_content_ground: 'x'.repeat(501) },
    'incompatible_content_ground is no text of at most 500 characters',
  ],
  [
    'a long explanation by the terms',
    incompatible,
    { incompatible_content_explanation: 'x'.repeat(2_001) },
    'incompatible_content_explanation is no text of at most 2000 characters',
  ],
  [
    '"also illegal" for illegal content',
    illegal,
    { incompatible_content_illegal: 'Yes' },
    'incompatible_content_illegal is taken with DECISION_GROUND_INCOMPATIBLE_CONTENT alone',
  ],
  [
    '"also illegal" that is neither Yes nor No',
    incompatible,
    { incompatible_content_illegal: 'maybe' },
    'incompatible_content_illegal is no value of the list',
  ],
  ['no kind of content', incompatible, { content_type: undefined }, 'content_type is required'],
  [
    'an empty list of kinds of content',
    incompatible,
    { content_type: [] },
    'content_type is no list of values of the list',
  ],
  [
    'a kind of content that is not listed',
    incompatible,
    { content_type: ['POST'] },
    'content_type is no list of values of the list',
  ],
  [
    'another kind of content without words',
    others,
    { content_type_other: undefined },
    'content_type_other is required with CONTENT_TYPE_OTHER',
  ],
  [
    'words for a kind of content that is listed',
    incompatible,
    { content_type_other: 'x' },
    'content_type_other is taken with CONTENT_TYPE_OTHER alone',
  ],
  [
    'long words for another kind of content',
    others,
    { content_type_other: 'x'.repeat(501) },
    'content_type_other is no text of at most 500 characters',
  ],
  ['no category', incompatible, { category: undefined }, 'category is required'],
  ['a category of ours', incompatible, { category: 'scam' }, 'category is no value of the list'],
  [
    'another category of ours',
    incompatible,
    { category_addition: ['hate'] },
    'category_addition is no list of values of the list',
  ],
  [
    'a country outside the EEA',
    incompatible,
    { territorial_scope: ['DE', 'US'] },
    'territorial_scope is no list of values of the list',
  ],
  ['no day of the content', incompatible, { content_date: undefined }, 'content_date is required'],
  [
    'a time in place of the day of the content',
    incompatible,
    { content_date: '2026-11-01T10:00:00Z' },
    'content_date is no day from 2000-01-01 to 2038-01-01',
  ],
  [
    'content of before the year 2000',
    incompatible,
    { content_date: '1999-12-31' },
    'content_date is no day from 2000-01-01 to 2038-01-01',
  ],
  [
    'no day of the decision',
    incompatible,
    { application_date: undefined, end_date_visibility_restriction: undefined },
    'application_date is required',
  ],
  [
    'a day that does not exist',
    incompatible,
    { application_date: '2026-02-30' },
    'application_date is no day from 2020-01-01 to 2038-01-01',
  ],
  [
    'a decision of before 2020',
    incompatible,
    { application_date: '2019-12-31' },
    'application_date is no day from 2020-01-01 to 2038-01-01',
  ],
  [
    'a decision of after 2038',
    incompatible,
    { application_date: '2038-01-02', end_date_visibility_restriction: undefined },
    'application_date is no day from 2020-01-01 to 2038-01-01',
  ],
  ...['visibility', 'monetary', 'service', 'account'].flatMap(of => {
    const member = `end_date_${of}_restriction`
    return [
      [
        `an end of the ${of} restriction that is no day`,
        incompatible,
        { [member]: 'soon' },
        `${member} is no day from 2020-01-01 to 2038-01-01`,
      ],
      [
        `an end of the ${of} restriction before its beginning`,
        incompatible,
        { [member]: '2026-11-20' },
        `${member} is before application_date`,
      ],
    ] as const
  }),
  ['no facts', incompatible, { decision_facts: '' }, 'decision_facts is required'],
  [
    'long facts',
    incompatible,
    { decision_facts: 'x'.repeat(5_001) },
    'decision_facts is no text of at most 5000 characters',
  ],
  ['no source', incompatible, { source_type: undefined }, 'source_type is required'],
  [
    'a source that is not listed',
    incompatible,
    { source_type: 'SOURCE_REPORT' },
    'source_type is no value of the list',
  ],
  [
    'a long identity of the source',
    incompatible,
    { source_identity: 'x'.repeat(501) },
    'source_identity is no text of at most 500 characters',
  ],
  ['nothing on the detection', incompatible, { automated_detection: undefined }, 'automated_detection is required'],
  [
    'a detection that is neither Yes nor No',
    incompatible,
    { automated_detection: true },
    'automated_detection is no value of the list',
  ],
  [
    'nothing on the automation of the decision',
    incompatible,
    { automated_decision: undefined },
    'automated_decision is required',
  ],
  [
    'an automation of the decision that is not listed',
    incompatible,
    { automated_decision: 'Yes' },
    'automated_decision is no value of the list',
  ],
  ['no identifier', incompatible, { puid: undefined }, 'puid is required'],
  [
    'an identifier with other characters',
    incompatible,
    { puid: 'p_1/17' },
    'puid has other characters than letters, digits, - and _',
  ],
  ['a long identifier', incompatible, { puid: 'x'.repeat(501) }, 'puid is no text of at most 500 characters'],
  ['a member that is none', incompatible, { url: 'https://events.example/p/p_1' }, 'url is no member'],
]

for (const [name, from, change, fault] of cases)
  test(`a statement with ${name} is found`, () => {
    const changed = Object.fromEntries(
      Object.entries({ ...from, ...change }).filter(([, value]) => value !== undefined),
    )
    const faults = dsaFaults(changed as DsaStatement)
    assert.ok(faults.includes(fault), faults.join('; '))
    assert.ok(faults.length <= 2, faults.join('; '))
  })
