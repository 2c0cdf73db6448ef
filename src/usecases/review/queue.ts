// The queue of the reviewers: waiting items and claims.

import { limits } from '../../contract/limits.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { type PostFacts, type PostFields, postLanguage } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { graveCategory, type KnownOfText } from '../../domain/review/grave.ts'
import { findingsIn } from '../../domain/review/name-findings.ts'
import { type Severity, severityOf, urgencyOf } from '../../domain/review/urgency.ts'
import { undetermined } from '../../domain/text/language-tag.ts'
import { instant } from '../../domain/times/time.ts'
import { languageOf } from '../../moderation/languages.ts'
import { fold } from '../../moderation/prefilter/fold.ts'
import { namesOfItems } from '../../store/accounts/names.ts'
import { countedTo } from '../../store/database/bounded-count.ts'
import { type HeldMessage, messagesOfItems } from '../../store/delivery/relay.ts'
import {
  categoriesOfAppeals,
  type Item,
  type ItemText,
  nextItems,
  openQueue,
  type QueueCount,
  type QueuedItem,
  type QueueFilter,
  reasonsOfReports,
  textsOfItems,
} from '../../store/review/queue.ts'
import type { Platform } from '../platform.ts'
import { isAskedFor, type ListedOnly, readsTexts } from './filter.ts'
import { exposureOf } from './grave.ts'
import { findingsOf } from './message-item.ts'

export type { Item }

/**
 * An item of the list. `categories`: what the model, the reports or the contested decision name; `grave`: the id of the category for
 * which its words are covered, null for none; `language`: a BCP 47 tag, null where it is not known.
 */
export type ListedItem = Item & {
  post_id: string
  site: SiteId
  since: string
  severity: Severity
  excerpt: string
  categories: string[]
  grave: string | null
  language: string | null
  handle: string | null
  claimed_by: string | null
  claimed_until: string | null
}

export type QueueView = {
  /** `more`: `waiting` is a lower bound. */
  counts: { kind: ItemKind; waiting: number; more: boolean; oldest: string | null }[]
  items: ListedItem[]
  /** Whether the filter looked into the most urgent items only, because more wait. */
  cut: boolean
}

/** How much of a text the list shows, in characters. */
const excerptLength = 300
/** Texts that a filter reads at once. */
const readAtOnce = 100

/**
 * The number and the age of the waiting items of each kind, and the most urgent items with their first words and claims. Bounded at
 * any length.
 */
export async function reviewQueue(
  platform: Platform,
  limit: number = limits.reviewShown,
  reviewer: string | null = null,
  only: ListedOnly = {},
): Promise<QueueView> {
  const { db, now } = platform
  const most = readsTexts(only) ? limits.reviewSearched : limit
  const { counts, items } = await openQueue(db, { now: now(), limit: most, reviewer, only: inStore(only) })
  return {
    counts: counts.map(countTold),
    items: await askedFor(platform, items, { only, limit }),
    cut: readsTexts(only) && items.length === most,
  }
}

const inStore = ({ kind, site, severity }: ListedOnly): QueueFilter => {
  return { kind, site, urgentTo: severity && urgencyOf(severity, false) }
}

/** The first items, at most `limit`, whose texts are what a filter asks for; with `calm` none that is grave. */
async function askedFor(
  platform: Platform,
  items: readonly QueuedItem[],
  { only, limit, calm = false }: { only: ListedOnly; limit: number; calm?: boolean },
): Promise<ListedItem[]> {
  const found: ListedItem[] = []
  for (let from = 0; from < items.length && found.length < limit; from += readAtOnce)
    for (const { text, ...item } of await described(platform, items.slice(from, from + readAtOnce)))
      if (isAskedFor(only, { ...item, text }) && !(calm && item.grave)) found.push(item)
  return found.slice(0, limit)
}

/** Items with what their texts say. */
async function described(
  { db, policy }: Pick<Platform, 'db' | 'policy'>,
  items: readonly QueuedItem[],
): Promise<(ListedItem & { text: string })[]> {
  const of = (asked: ItemKind) => items.filter(({ kind }) => kind === asked)
  const texts = await textsOfItems(db, items)
  const reasons = await reasonsOfReports(
    db,
    of('report').map(({ post_id }) => post_id),
  )
  const contested = await categoriesOfAppeals(
    db,
    of('appeal').map(({ subject }) => subject),
  )
  const messages = await messagesOfItems(
    db,
    of('message').map(({ subject }) => subject),
  )
  const names = await namesOfItems(
    db,
    of('name').map(({ subject }) => subject),
  )
  return items.map(({ since, reviewer, until, urgency, ...item }) => {
    const message = messages.get(item.subject)
    const named = item.kind === 'name' ? names.get(item.subject) : undefined
    const text = texts.get(item.kind === 'text' ? item.subject : item.post_id)
    const contests = contested.get(item.subject)
    const categories = named
      ? categoriesOfName(named)
      : contests
        ? [contests]
        : item.kind === 'report'
          ? (reasons.get(item.post_id) ?? [])
          : categoryIn(message ?? text)
    return {
      ...item,
      since: instant(since),
      severity: severityOf(urgency),
      ...(named ? wordsOfName(named) : message ? wordsOfMessage(message) : wordsOf(item.site, text)),
      categories,
      grave: graveOf(policy, message ?? text, item.kind === 'text' || item.kind === 'message' ? [] : categories),
      handle: (named ?? message ?? text)?.handle ?? null,
      claimed_by: reviewer,
      claimed_until: until === null ? null : instant(until),
    }
  })
}

/** The first words of a text, all its words, and its language. */
function wordsOf(
  site: SiteId,
  text: ItemText | undefined,
): Pick<ListedItem, 'excerpt' | 'language'> & { text: string } {
  if (!text || text.fields === '{}') return { excerpt: '', language: null, text: '' }
  const fields = JSON.parse(text.fields) as PostFields
  const { title, body, details, topics, urls } = postText(siteRow(site), fields)
  const words = [title, body].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, excerptLength).toWellFormed()
  const tag = postLanguage(fields, JSON.parse(text.facts) as PostFacts) ?? languageOf(fold(words)) ?? undetermined
  return {
    excerpt: words,
    language: tag === undetermined ? null : tag,
    text: [title, body, details, ...topics, ...urls].filter(Boolean).join('\n'),
  }
}

function wordsOfMessage(held: Pick<HeldMessage, 'message' | 'verdict'>): ReturnType<typeof wordsOf> {
  const excerpt = held.message.replace(/\s+/g, ' ').slice(0, excerptLength).toWellFormed()
  const tag = findingsOf(held).language ?? languageOf(fold(excerpt)) ?? undetermined
  return { excerpt, language: tag === undetermined ? null : tag, text: held.message }
}

function wordsOfName({ handle, name }: { handle: string; name: string }): ReturnType<typeof wordsOf> {
  const excerpt = `@${handle} (${name.replace(/\s+/g, ' ').toWellFormed()})`
  return { excerpt, language: null, text: excerpt }
}

function categoriesOfName({ findings }: { findings: string }): string[] {
  const { found, reports } = findingsIn(findings)
  return [...new Set([...found.map(({ category }) => category), ...reports.map(({ reason }) => reason)])]
}

function categoryIn(text: { verdict: string | null } | undefined): string[] {
  const { category = null } = verdictOf(text)
  return category === null ? [] : [category]
}

const verdictOf = (text: { verdict: string | null } | undefined) =>
  JSON.parse(text?.verdict ?? '{}') as NonNullable<KnownOfText['verdict']>

const graveOf = (
  policy: Platform['policy'],
  text: { verdict: string | null } | undefined,
  named: readonly string[],
): string | null => graveCategory(policy, { verdict: verdictOf(text), named })?.id ?? null

/** The number of waiting items of a kind, and the time of the oldest. */
export function countTold({ kind, waiting, oldest }: QueueCount): QueueView['counts'][number] {
  return { kind, waiting, more: waiting === countedTo, oldest: oldest === null ? null : instant(oldest) }
}

/**
 * Claims the most urgent item of a filter that a person may take; null if there is none. To a reviewer who has opened the grave items
 * of a day, calmer ones come first.
 */
export async function takeNext(platform: Platform, reviewer: string, only: ListedOnly = {}): Promise<Item | null> {
  const calm = (await exposureOf(platform, reviewer)).past
  const calmer = calm ? await takeAmong(platform, reviewer, { only, calm }) : null
  if (calmer) return calmer
  if (readsTexts(only)) return takeAmong(platform, reviewer, { only, calm: false })
  return platform.act('takeNextItem', { reviewer, others: hasOthers(platform), only: inStore(only) })
}

const hasOthers = ({ reviewers }: Platform) => reviewers.length > 1

/** Claims one of the most urgent items whose texts are what is asked for. */
async function takeAmong(platform: Platform, reviewer: string, asked: { only: ListedOnly; calm: boolean }) {
  const others = hasOthers(platform)
  const free = { now: platform.now(), reviewer, own: !others, only: inStore(asked.only) }
  const items = await nextItems(platform.db, { ...free, limit: limits.reviewSearched })
  const found = await askedFor(platform, items, { ...asked, limit: 5 })
  const among = found.map(({ kind, subject }) => ({ kind, subject }))
  return platform.act('takeNextItem', { reviewer, others, among })
}

/**
 * Claims an item, or renews the claim. Returns the end of the claim. Throws `not_in_review` while another person holds the item.
 */
export async function claim(platform: Platform, item: Item & { reviewer: string }): Promise<{ until: string }> {
  return { until: instant((await platform.act('claimReviewItem', item)).until) }
}
