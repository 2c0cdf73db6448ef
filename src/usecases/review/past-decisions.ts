// Past decisions for reviewers: what a search takes, and what each decision shows.
import { limits } from '../../contract/limits.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import { sentences } from '../../contract/sentences.ts'
import { type SiteId, siteIds } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { dayMs } from '../../contract/spans.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { legalCategory } from '../../domain/review/legal-order.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { instant } from '../../domain/times/time.ts'
import { accountByHandle } from '../../store/accounts/accounts.ts'
import type { Decider } from '../../store/database/schema.ts'
import { type DecisionsAsked, type FoundDecision, pastDecisions } from '../../store/posts/past-decisions.ts'
import type { Platform } from '../platform.ts'

/** What a search can name, in the order of its form. `by`: a kind of decider, or the address of a reviewer. */
export const searchNames = ['by', 'what', 'category', 'site', 'account', 'post', 'from', 'to', 'before'] as const
export type SearchName = (typeof searchNames)[number]
export type DecisionSearch = { [Name in SearchName]?: string }

/** The deciders that a search takes beside addresses; without one it is about people. */
export const deciders = {
  people: 'person',
  everybody: undefined,
  models: 'model',
  rules: 'rule',
  authors: 'author',
  owners: 'owner',
} as const satisfies Record<string, Decider | undefined>

/** The outcomes that a search takes, each with patterns of the actions in the log. */
export const outcomes: Readonly<Record<string, readonly string[]>> = {
  published: ['%-publish'],
  'sent to people': ['verdict-review'],
  rejected: ['%-reject-%', 'overtake', 'cancelled-abuse', 'deleted-abuse'],
  removed: ['remove%'],
  'reports dismissed': ['dismiss-reports'],
  'appeals answered': ['appeal-%'],
  messages: ['publish-message', 'reject-message', 'dismiss-message', 'pause-sender'],
  names: ['keep-name', 'reset-name'],
  'passed on': ['skip', 'second-opinion'],
  'decided twice': ['sample-%'],
  accounts: ['suspend', 'unsuspend', 'ban', 'unban', 'credit'],
}

/** A decision as reviewers see it. `item`: the page that shows its text. */
export type SeenDecision = {
  seq: number
  at: string
  by: Decider
  who: string
  what: string
  category: string | null
  said: string
  site: string | null
  item: { kind: ItemKind; subject: string } | null
  account: { id: string; handle: string } | null
  words: string
}

/** A page of past decisions. `older`: where the next page begins; null on the last. */
export type DecisionsPage = { decisions: SeenDecision[]; older: number | null; faults: string[] }

/** The newest decisions of a search. A part that is not known limits nothing, and its fault says what it takes. */
export async function findDecisions(
  platform: Platform,
  search: DecisionSearch,
  reviewer: string,
): Promise<DecisionsPage> {
  const { asked, faults } = await readSearch(platform, search)
  const limit = limits.reviewShown
  const found = await pastDecisions(platform.db, asked, { reviewer, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    decisions: shown.map(seen),
    older: found.length > limit ? (shown.at(-1)?.seq ?? null) : null,
    faults,
  }
}

function seen(row: FoundDecision): SeenDecision {
  const {
    seq,
    created_at,
    decider,
    actor,
    action,
    category,
    reason,
    site,
    subject,
    account_id: id,
    handle,
    fields,
  } = row
  return {
    ...{ seq, at: instant(created_at), by: decider, who: actor, what: action, category, said: reason, site },
    ...{
      item: itemOf(action, subject),
      account: id && handle ? { id, handle } : null,
      words: wordsOf(row.site, fields),
    },
  }
}

/** The page of a subject: its id says what it is. */
function itemOf(action: string, subject: string): SeenDecision['item'] {
  if (subject.startsWith('apl_')) return { kind: 'appeal', subject }
  if (subject.startsWith('p_')) return { kind: action === 'dismiss-reports' ? 'report' : 'text', subject }
  return subject.startsWith('edit_') ? { kind: 'text', subject } : null
}

const wordsShown = 80

/** The first words of a text; empty where there is none, or none any more. */
export function wordsOf(site: SiteId | null, fields: string | null): string {
  if (site === null || fields === null || fields === '{}') return ''
  const { title, body } = postText(siteRow(site), JSON.parse(fields) as PostFields)
  const words = [...(title ?? body).replace(/\s+/g, ' ')]
  return words.length <= wordsShown ? words.join('') : `${words.slice(0, wordsShown).join('')}…`
}

async function readSearch(
  platform: Platform,
  { by, what, category, site, account, post, from, to, before }: DecisionSearch,
): Promise<{ asked: DecisionsAsked; faults: string[] }> {
  const faults: string[] = []
  const unless = <T>(wrong: boolean, fault: string, value: T): T | undefined => {
    if (wrong) faults.push(fault)
    return wrong ? undefined : value
  }
  const handle = account?.replace(/^@/, '').toLowerCase()
  const known = handle ? await accountByHandle(platform.db, handle) : undefined
  if (handle && !known) faults.push(`account: ${sentences.noHandle(handle)} It takes the handle of an account.`)
  const patterns = what === undefined ? undefined : Object.hasOwn(outcomes, what) ? outcomes[what] : null
  const day = (name: string, text: string | undefined) => {
    const at = text === undefined ? undefined : Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? text : '')
    return unless(Number.isNaN(at), `${name}: "${text}" is no day; it takes a UTC day such as 2026-11-21.`, at)
  }
  const end = day('to', to)
  const asked: DecisionsAsked = {
    ...(by === undefined || Object.hasOwn(deciders, by)
      ? { decider: deciders[(by ?? 'people') as keyof typeof deciders] }
      : { decider: 'person', actor: by }),
    actions: unless(
      patterns === null,
      `what: it takes one of ${Object.keys(outcomes).join(', ')}.`,
      patterns ?? undefined,
    ),
    category: unless(
      category !== undefined && !categoryOf(platform.policy, category) && !otherCategories.includes(category),
      `category: it takes one of ${[...platform.policy.categories.map(({ id }) => id), ...otherCategories].join(', ')}.`,
      category,
    ),
    site: unless(
      site !== undefined && !siteIds.some(each => each === site),
      `site: it takes one of ${siteIds.join(', ')}.`,
      site,
    ),
    ...{ account: known?.id, post, from: day('from', from), to: end === undefined ? undefined : end + dayMs },
    before: before !== undefined && /^\d{1,15}$/.test(before) ? Number(before) : undefined,
  }
  return { asked, faults }
}

/** Categories in the log that are none of the policy. */
export const otherCategories: readonly string[] = [legalCategory]
