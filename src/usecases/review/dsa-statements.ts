// Writes the decisions against texts and accounts as statements of reasons for the transparency database of the EU (docs/moderation.md).

import { baseUrlOf } from '../../actions/scope.ts'
import { type DsaStatement, dsaLists } from '../../contract/moderation/dsa.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { article } from '../../contract/words.ts'
import { type LegalOrder, legalCategory, placesOf } from '../../domain/review/legal-order.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { utcDay } from '../../domain/times/time.ts'
import { loadDsaCategories } from '../../moderation/dsa-categories.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { entriesAfter, type LogRow } from '../../store/posts/decision-log.ts'
import { reportsClosedAt } from '../../store/posts/reports.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'

const batch = 1_000

/** The decisions that restrict a text or an account, and the actions of the log that end each. */
const kinds = [
  { kind: 'removal', is: /^remove(-abuse|-legal)?$/, ends: /^appeal-publish$/ },
  { kind: 'refusal', is: /^((verdict|person|rule)-reject-[\w-]+|overtake)$/, ends: /^appeal-publish$/ },
  { kind: 'suspension', is: /^suspend$/, ends: /^unsuspend$/ },
  { kind: 'ban', is: /^ban$/, ends: /^unban$/ },
] as const
type Kind = (typeof kinds)[number]

/** A statement with the place of its decision in the log. */
export type Stated = { seq: number; statement: DsaStatement }

/**
 * The statements of reasons of the decisions since an epoch time (ms), in the order of the log. They hold no name, no text of a post and
 * no words of a person, which could be personal data: facts and explanation are made of the decision and the policy.
 */
export async function* dsaStatements(platform: Platform, since: number): AsyncIterable<Stated> {
  const endings = await endingsOf(platform)
  const category = loadDsaCategories()
  for await (const entry of entries(platform)) {
    const kind = kinds.find(({ is }) => is.test(entry.action))
    if (!kind || entry.created_at < since) continue
    const end = endings.get(entry.subject)?.find(each => each.seq > entry.seq && kind.ends.test(each.action))
    const endDay = end ? utcDay(end.created_at) : null
    const about =
      entry.post_id === null
        ? await ofAccount(platform, entry, kind, endDay)
        : await ofText(platform, entry, kind, endDay)
    const statement: DsaStatement = {
      ...about,
      category: entry.category === legalCategory ? 'STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE' : category(entry.category),
      territorial_scope: [...dsaLists.territorial_scope],
      application_date: utcDay(entry.created_at),
      automated_decision: entry.decider === 'person' ? 'AUTOMATED_DECISION_NOT_AUTOMATED' : 'AUTOMATED_DECISION_FULLY',
      // A post can be decided on more than once.
      puid: `${entry.subject}-${entry.seq}`,
    }
    yield { seq: entry.seq, statement }
  }
}

async function* entries({ db }: Platform): AsyncIterable<LogRow> {
  for (let after = 0; ; ) {
    const rows = await entriesAfter(db, after, batch)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

type Ending = Pick<LogRow, 'seq' | 'action' | 'created_at'>

/** The entries that end a restriction, by their subject. */
async function endingsOf(platform: Platform): Promise<Map<string, Ending[]>> {
  const found = new Map<string, Ending[]>()
  for await (const { subject, seq, action, created_at } of entries(platform)) {
    if (!kinds.some(({ ends }) => ends.test(action))) continue
    found.set(subject, [...(found.get(subject) ?? []), { seq, action, created_at }])
  }
  return found
}

type About = Omit<DsaStatement, 'category' | 'territorial_scope' | 'application_date' | 'automated_decision' | 'puid'>

const deciders: Record<string, string> = { rule: 'A fixed rule', model: 'The moderation model', person: 'A person' }
const decider = (entry: LogRow) => deciders[entry.decider] ?? 'The service'

/** Statements may be no longer than this where they quote the policy. */
const longestExplanation = 2_000

async function ofText(platform: Platform, entry: LogRow, { kind }: Kind, end: string | null): Promise<About> {
  const { db, facts } = platform
  const text = await revisionById(db, entry.subject)
  const row = siteRow(entry.site ?? text?.site ?? facts.sites[0]!.id)
  const id = entry.category ?? ''
  const removed = kind === 'removal'
  const order = orderOf(entry)
  const reports = removed && entry.post_id ? await upheldBy(platform, entry.post_id, entry.created_at) : []
  const one = entry.subject === entry.post_id ? article(row.noun) : `an edit of ${article(row.noun)}`
  const thing = removed ? `${one} that was public on this service` : `${one} before it was published`
  return {
    ...(removed
      ? { decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'] }
      : {
          decision_visibility: ['DECISION_VISIBILITY_OTHER'],
          decision_visibility_other: 'The content was refused before it was published.',
        }),
    ...(end !== null && { end_date_visibility_restriction: end }),
    ...groundOf(platform, entry, row.id),
    content_type: [row.schemaType === 'Offer' ? 'CONTENT_TYPE_PRODUCT' : 'CONTENT_TYPE_TEXT'],
    content_date: utcDay(text?.submitted_at ?? entry.created_at),
    decision_facts: `${decider(entry)} ${removed ? 'removed' : 'refused'} ${thing}${order ? ', by an order of law.' : `: it breaks the category ${id} of the policy.`}${reports.length > 0 ? ' It had been reported.' : ''}`,
    source_type: order && reports.length === 0 ? 'SOURCE_TYPE_OTHER_NOTIFICATION' : sourceOf(reports),
    automated_detection: removed ? 'No' : 'Yes',
  }
}

/** The order of law of a removal; null for any other decision. */
const orderOf = ({ detail }: LogRow): LegalOrder | null => (JSON.parse(detail) as { law?: LegalOrder }).law ?? null

type Ground = Pick<DsaStatement, 'decision_ground' | 'decision_ground_reference_url'> & Partial<DsaStatement>

/** The policy, or the order of law. */
function groundOf({ policy, facts }: Platform, entry: LogRow, site: SiteId): Ground {
  const order = orderOf(entry)
  if (order)
    return {
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      illegal_content_legal_ground: order.reference,
      illegal_content_explanation: `An order of law names the content. It holds: ${placesOf(order)}.`,
    }
  const id = entry.category ?? ''
  const found = categoryOf(policy, id)
  return {
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    decision_ground_reference_url: `${baseUrlOf(facts, site)}/policy/#${id}`,
    incompatible_content_ground: `Policy, version ${entry.policy_version}, category ${id}`,
    incompatible_content_explanation: cut(
      found ? `${found.title}. ${found.definition}` : `Category ${id} of the policy.`,
    ),
  }
}

const cut = (text: string) => [...text.replace(/\s+/g, ' ').trim()].slice(0, longestExplanation).join('')

type Notice = { good_faith: 0 | 1 | null; law: string | null }

/** The reports that a removal has upheld. */
async function upheldBy({ db }: Platform, postId: string, at: number): Promise<Notice[]> {
  return (await reportsClosedAt(db, postId, at)).filter(({ state }) => state === 'upheld')
}

/** A notice of article 16 states good faith or names a law; any other report is another notification. */
function sourceOf(reports: readonly Notice[]): DsaStatement['source_type'] {
  if (reports.length === 0) return 'SOURCE_VOLUNTARY'
  const notice = reports.some(({ good_faith, law }) => good_faith === 1 || law !== null)
  return notice ? 'SOURCE_ARTICLE_16' : 'SOURCE_TYPE_OTHER_NOTIFICATION'
}

async function ofAccount({ db, facts }: Platform, entry: LogRow, { kind }: Kind, end: string | null): Promise<About> {
  const account = await accountById(db, entry.subject)
  const banned = kind === 'ban'
  const strikes = entry.actor === 'strikes'
  const why = !banned
    ? 'The operator or the provider of payments has suspended the account under the terms.'
    : strikes
      ? 'The account had as many strikes for abuse as end an account.'
      : 'The account shares a means of payment with an account that was ended for abuse.'
  return {
    decision_account: banned ? 'DECISION_ACCOUNT_TERMINATED' : 'DECISION_ACCOUNT_SUSPENDED',
    ...(end !== null && { end_date_account_restriction: end }),
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    decision_ground_reference_url: `${baseUrlOf(facts, facts.sites[0]!.id)}/terms/`,
    incompatible_content_ground: 'Terms of the service',
    incompatible_content_explanation: why,
    content_type: ['CONTENT_TYPE_OTHER'],
    content_type_other: 'An account',
    content_date: utcDay(account?.created_at ?? entry.created_at),
    decision_facts: `${decider(entry)} ${banned ? 'ended' : 'suspended'} an account. ${why}`,
    source_type: 'SOURCE_VOLUNTARY',
    automated_detection: entry.decider === 'person' ? 'No' : 'Yes',
  }
}
