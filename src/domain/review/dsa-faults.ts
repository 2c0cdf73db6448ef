// Checks a statement of reasons by the public rules of the transparency database of the EU, before it is written.
import { type DsaStatement, dsaLists } from '../../contract/moderation/dsa.ts'

type Given = Readonly<Record<string, unknown>>

/** A rule: the member that breaks it, and what is wrong; null while it holds. */
type Rule = (statement: Given) => { member: string; wrong: string } | null

const broken = (member: string, wrong: string) => ({ member, wrong })
const given = (statement: Given, member: string) => statement[member] !== undefined && statement[member] !== null

const listed = (member: keyof typeof dsaLists | 'category_addition'): readonly string[] =>
  dsaLists[member === 'category_addition' ? 'category' : member]

const required =
  (member: string): Rule =>
  statement =>
    given(statement, member) && statement[member] !== '' ? null : broken(member, 'is required')

const oneOf =
  (member: keyof typeof dsaLists): Rule =>
  statement =>
    !given(statement, member) || listed(member).includes(statement[member] as string)
      ? null
      : broken(member, 'is no value of the list')

const someOf =
  (member: keyof typeof dsaLists | 'category_addition'): Rule =>
  statement => {
    if (!given(statement, member)) return null
    const values = statement[member]
    const fits = Array.isArray(values) && values.length > 0 && values.every(value => listed(member).includes(value))
    return fits ? null : broken(member, 'is no list of values of the list')
  }

const atMost =
  (member: string, characters: number): Rule =>
  statement => {
    const text = statement[member]
    if (!given(statement, member)) return null
    return typeof text === 'string' && [...text].length <= characters
      ? null
      : broken(member, `is no text of at most ${characters} characters`)
  }

/** A member that is there with a value of another one, and not without it. */
const onlyWith =
  (member: string, [other, value]: readonly [string, string], needed = true): Rule =>
  statement => {
    const has = [statement[other]].flat().includes(value)
    if (has)
      return needed && (!given(statement, member) || statement[member] === '')
        ? broken(member, `is required with ${value}`)
        : null
    return given(statement, member) ? broken(member, `is taken with ${value} alone`) : null
  }

const isDay = (text: unknown): text is string => {
  const at = typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text as string)
}

const lastDay = '2038-01-01'

const day =
  (member: string, first: string): Rule =>
  statement => {
    const text = statement[member]
    if (!given(statement, member)) return null
    return isDay(text) && text >= first && text <= lastDay
      ? null
      : broken(member, `is no day from ${first} to ${lastDay}`)
  }

const notBefore =
  (member: string, other: string): Rule =>
  statement =>
    !given(statement, member) || String(statement[member]) >= String(statement[other])
      ? null
      : broken(member, `is before ${other}`)

const decisions = ['decision_visibility', 'decision_monetary', 'decision_provision', 'decision_account'] as const

const endDates = ['visibility', 'monetary', 'service', 'account'].map(of => `end_date_${of}_restriction`)

const anyDecision: Rule = statement =>
  decisions.some(member => given(statement, member))
    ? null
    : broken('decision_visibility', 'or another decision is required')

const isAddress: Rule = statement => {
  const url = statement.decision_ground_reference_url
  if (url === undefined) return null
  return typeof url === 'string' && /^https?:\/\/\S/.test(url) && URL.canParse(url)
    ? null
    : broken('decision_ground_reference_url', 'is no address')
}

const isIdentifier: Rule = ({ puid }) =>
  typeof puid === 'string' && /^[a-zA-Z0-9-_]+$/.test(puid)
    ? null
    : broken('puid', 'has other characters than letters, digits, - and _')

const texts: Readonly<Record<string, number>> = {
  decision_visibility_other: 500,
  decision_monetary_other: 500,
  decision_ground_reference_url: 500,
  illegal_content_legal_ground: 500,
  illegal_content_explanation: 2_000,
  incompatible_content_ground: 500,
  incompatible_content_explanation: 2_000,
  content_type_other: 500,
  decision_facts: 5_000,
  source_identity: 500,
  puid: 500,
}

const illegal = ['decision_ground', 'DECISION_GROUND_ILLEGAL_CONTENT'] as const
const incompatible = ['decision_ground', 'DECISION_GROUND_INCOMPATIBLE_CONTENT'] as const

/** The rules, in the order of the members. */
const rules: readonly Rule[] = [
  anyDecision,
  someOf('decision_visibility'),
  onlyWith('decision_visibility_other', ['decision_visibility', 'DECISION_VISIBILITY_OTHER']),
  oneOf('decision_monetary'),
  onlyWith('decision_monetary_other', ['decision_monetary', 'DECISION_MONETARY_OTHER']),
  oneOf('decision_provision'),
  oneOf('decision_account'),
  oneOf('account_type'),
  required('decision_ground'),
  oneOf('decision_ground'),
  isAddress,
  onlyWith('illegal_content_legal_ground', illegal),
  onlyWith('illegal_content_explanation', illegal),
  onlyWith('incompatible_content_ground', incompatible),
  onlyWith('incompatible_content_explanation', incompatible),
  onlyWith('incompatible_content_illegal', incompatible, false),
  oneOf('incompatible_content_illegal'),
  required('content_type'),
  someOf('content_type'),
  onlyWith('content_type_other', ['content_type', 'CONTENT_TYPE_OTHER']),
  required('category'),
  oneOf('category'),
  someOf('category_addition'),
  someOf('territorial_scope'),
  required('content_date'),
  day('content_date', '2000-01-01'),
  required('application_date'),
  day('application_date', '2020-01-01'),
  ...endDates.flatMap(member => [day(member, '2020-01-01'), notBefore(member, 'application_date')]),
  required('decision_facts'),
  required('source_type'),
  oneOf('source_type'),
  required('automated_detection'),
  oneOf('automated_detection'),
  required('automated_decision'),
  oneOf('automated_decision'),
  required('puid'),
  isIdentifier,
  ...Object.entries(texts).map(([member, characters]) => atMost(member, characters)),
]

const members: ReadonlySet<string> = new Set([
  ...Object.keys(dsaLists),
  ...Object.keys(texts),
  ...endDates,
  ...['category_addition', 'content_date', 'application_date'],
])

/** What is wrong with a statement, a member and its fault each; empty for one that the database takes. */
export function dsaFaults(statement: DsaStatement): string[] {
  const unknown = Object.keys(statement).filter(member => !members.has(member))
  const faults = rules.flatMap(rule => rule(statement as Given) ?? [])
  return [
    ...unknown.map(member => `${member} is no member`),
    ...faults.map(({ member, wrong }) => `${member} ${wrong}`),
  ]
}
