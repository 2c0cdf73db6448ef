// Decides several texts at once, each with a decision of its own: near-duplicates, or the texts in review of one author.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { graveCategory } from '../../domain/review/grave.ts'
import { instant } from '../../domain/times/time.ts'
import { ownTurn } from '../../moderation/text-reader.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { inReviewOf, inReviewSharing } from '../../store/posts/waiting-revisions.ts'
import type { Platform } from '../platform.ts'
import { applicableCategory, decideItem, undo } from './decide-item.ts'

/** The set to decide: posts in review that are near-duplicates of a text, or all texts in review of its author. */
export type BulkOf = 'alike' | 'author'
/** `grave`: the title of the category for which its words are covered; null for none. */
export type BulkText = {
  id: string
  post_id: string
  site: SiteId
  submitted_at: string
  fields: PostFields
  grave: string | null
}
type Asked = { revisionId: string; of: BulkOf }

/** Texts compared in one request to a reading thread. */
const comparedAtOnce = 25

/** The texts that can be decided together with a text, oldest first. `more`: the set has further texts. Throws `not_found`. */
export async function bulkTexts(
  platform: Platform,
  { revisionId, of }: Asked,
): Promise<{ site: SiteId; texts: BulkText[]; more: boolean }> {
  const anchor = await revisionById(platform.db, revisionId)
  if (!anchor) throw new Problem('not_found', `There is nothing at ${revisionId}.`)
  const found = await (of === 'author' ? ofAuthor(platform, anchor) : alike(platform, anchor))
  const texts = found.slice(0, limits.reviewBulk).map(({ id, post_id, site, submitted_at, fields, verdict }) => {
    const grave = graveCategory(platform.policy, { verdict: JSON.parse(verdict ?? 'null'), named: [] })?.title ?? null
    return { id, post_id, site, submitted_at: instant(submitted_at), fields: JSON.parse(fields) as PostFields, grave }
  })
  return { site: anchor.site, texts, more: found.length > texts.length }
}

const ofAuthor = ({ db }: Platform, { account_id }: RevisionRow) => inReviewOf(db, account_id, limits.reviewBulk + 1)

async function alike({ db, reader }: Platform, anchor: RevisionRow): Promise<RevisionRow[]> {
  const { site, fields: own, facts } = anchor
  const { nearDuplicateKeys: keys } = JSON.parse(facts) as PostFacts
  const sharing = await inReviewSharing(db, { site, keys, limit: limits.reviewBulk + 1 })
  const textOf = (fields: string) => postText(siteRow(site), JSON.parse(fields) as PostFields)
  const found: RevisionRow[] = []
  for (let from = 0; from < sharing.length; from += comparedAtOnce) {
    const some = sharing.slice(from, from + comparedAtOnce)
    const likenesses = await reader.compare(
      ownTurn,
      textOf(own),
      some.map(({ fields }) => textOf(fields)),
    )
    found.push(...some.filter((_, i) => likenesses[i] !== null))
  }
  return found
}

export type BulkDecision =
  | { action: 'publish'; reason: string }
  | { action: 'reject'; category: string; reason: string }

/** The kept decisions, which can be undone for some seconds, and the texts left out, each with the reason. */
export type BulkDecided = { kept: { id: string; decision: string }[]; left_out: { id: string; why: string }[] }

/**
 * Decides texts of a set, each with a decision of its own, with one category and reason for all. Leaves out texts that another
 * person holds or has decided. `typed`: the number of texts as the person typed it, required for many texts. Throws `not_found`,
 * `invalid`.
 */
export async function decideBulk(
  platform: Platform,
  asked: Asked & { subjects: readonly string[]; reviewer: string; decision: BulkDecision; typed: string },
): Promise<BulkDecided> {
  const { reviewer, decision } = asked
  const subjects = [...new Set(asked.subjects)]
  if (subjects.length === 0) throw new Problem('invalid', 'Choose at least one text.')
  if (subjects.length > limits.reviewBulk)
    throw new Problem('invalid', `At most ${limits.reviewBulk} texts are decided at once.`)
  if (subjects.length > limits.reviewBulkUntyped && asked.typed.trim() !== String(subjects.length))
    throw new Problem('invalid', `These are ${subjects.length} texts: type ${subjects.length} to decide all of them.`)
  const { site, texts } = await bulkTexts(platform, asked)
  if ('category' in decision) {
    applicableCategory(platform, site, decision.category)
    if (decision.reason.trim() === '') throw new Problem('invalid', 'Give a reason: the author of the text reads it.')
  }
  const decided: BulkDecided = { kept: [], left_out: [] }
  await Promise.all(
    subjects.map(async subject => {
      try {
        const item = { kind: 'text', subject } as const
        // A text outside the set was decided meanwhile, or was never in the set.
        if (!texts.some(({ id }) => id === subject))
          throw new Problem('not_in_review', 'The text is not in this set any more.')
        // A text in review never changes, so its id names the text that the reviewer saw.
        const kept = await decideItem(platform, { ...item, reviewer, decision, seen: subject })
        if (kept === 'changed') throw new Problem('not_in_review', sentences.textChanged)
        decided.kept.push({ id: subject, decision: kept.id })
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'overloaded') throw error
        decided.left_out.push({ id: subject, why: error.message })
      }
    }),
  )
  return decided
}

/**
 * Undoes decisions that can still be undone, and releases their texts. Returns how many were undone, and how many were too late.
 */
export async function undoBulk(
  platform: Platform,
  { decisions, reviewer }: { decisions: readonly string[]; reviewer: string },
): Promise<{ undone: number; late: number }> {
  const ids = [...new Set(decisions)].slice(0, limits.reviewBulk)
  const each = await Promise.all(
    ids.map(async id => {
      try {
        const { kind, subject } = await undo(platform, { id, reviewer })
        if (kind !== 'account') await platform.act('releaseReviewItem', { kind, subject, reviewer })
        return true
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_in_review') return false
        throw error
      }
    }),
  )
  const undone = each.filter(Boolean).length
  return { undone, late: each.length - undone }
}
