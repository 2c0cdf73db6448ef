// Practice for reviewers: past decisions that stood, and examples of the policy where they are few. Nothing is written.
import { limits } from '../../contract/limits.ts'
import type { PolicyCategory } from '../../contract/moderation/policy.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { sha256 } from '../../domain/ids.ts'
import { type PostFacts, type PostFields, postLanguage } from '../../domain/posts/post.ts'
import { categoryOf, isAbuse } from '../../domain/review/policy-category.ts'
import { knownLanguage } from '../../domain/text/language-tag.ts'
import { instant } from '../../domain/times/time.ts'
import { type StoodDecision, stoodDecisions } from '../../store/review/practice.ts'
import type { Platform } from '../platform.ts'

export type PracticeAnswer = { action: 'publish' | 'reject'; category: string | null }

/** A text to practise on. `by`: who decided, null for an example of the policy; `at`: when; `why`: the reason of the decision. */
export type PracticeCase = {
  id: string
  site: SiteId
  /** The category that an example of the policy is about, whether it falls under it or not; null for a past decision. */
  about: string | null
  text: {
    site: SiteId
    fields: PostFields
    language: string | null
    flags: string[]
    verdict: Record<string, unknown> | null
  }
  decided: PracticeAnswer & { by: string | null; at: string | null; why: string }
}

/**
 * The texts of a round, at most `limits.practiceRound`, in an order that its name gives: the same name gives the same round, as long
 * as no decision of it is changed.
 */
export async function practiceRound(platform: Platform, reviewer: string, round: string): Promise<PracticeCase[]> {
  const { db, reviewers, policy } = platform
  const found = await stoodDecisions(db, {
    ...{ reviewer, own: reviewers.length === 1 },
    ...{ limit: limits.practiceDecisions, among: limits.practiceSearched },
  })
  const known = found.filter(({ rejects, category }) => !rejects || (category && categoryOf(policy, category)))
  const past = known.map(caseOf)
  const examples = past.length < limits.practiceRound ? examplesOf(platform) : []
  const mixed = (cases: readonly PracticeCase[]) =>
    cases.map(each => [sha256(`${round} ${each.id}`), each] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  return [...mixed(past), ...mixed(examples)]
    .slice(0, limits.practiceRound)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
}

function caseOf({
  id,
  site,
  fields,
  facts,
  verdict,
  rejects,
  category,
  actor,
  created_at,
  said,
}: StoodDecision): PracticeCase {
  const [given, known] = [JSON.parse(fields) as PostFields, JSON.parse(facts) as PostFacts]
  const { flags: resembles = [], ...judged } = JSON.parse(verdict ?? '{}') as { flags?: string[] }
  return {
    ...{ id, site, about: null },
    text: {
      ...{ site, fields: given, language: knownLanguage(postLanguage(given, known)) },
      ...{ flags: [...known.flags, ...resembles], verdict: verdict === null ? null : judged },
    },
    decided: {
      ...(rejects ? { action: 'reject', category } : { action: 'publish', category: null }),
      ...{ by: actor, at: instant(created_at), why: said },
    },
  }
}

/** The examples of the abuse list for the sites of the platform. */
function examplesOf({ policy, facts: { sites } }: Platform): PracticeCase[] {
  return policy.categories
    .filter(({ id }) => isAbuse(policy, id))
    .flatMap(category => {
      const site = sites.find(({ id }) => category.sites.includes(id))?.id
      return site === undefined ? [] : examplesFor(category, site)
    })
}

function examplesFor(category: PolicyCategory, site: SiteId): PracticeCase[] {
  const { id, title, definition, disallowed_examples: violates, allowed_examples: fine } = category
  const made = (words: string, name: string, decided: PracticeAnswer, why: string): PracticeCase => ({
    ...{ id: `${id}-${name}`, site, about: id },
    text: {
      ...{ site, fields: { [siteRow(site).text.body]: words } as unknown as PostFields },
      ...{ language: null, flags: [], verdict: null },
    },
    decided: { ...decided, by: null, at: null, why },
  })
  return [
    ...violates.map((words, i) => made(words, `violates-${i}`, { action: 'reject', category: id }, definition)),
    ...fine.map((words, i) =>
      made(
        words,
        `fine-${i}`,
        { action: 'publish', category: null },
        `It comes near ${title}, and is fine: ${definition}`,
      ),
    ),
  ]
}

/** How an answer agrees with a decision: in all, in the outcome under another category, or not. */
export type Agreement = 'same' | 'outcome' | 'other'

export function agreementOf(answer: PracticeAnswer, decided: PracticeAnswer): Agreement {
  if (answer.action !== decided.action) return 'other'
  return answer.category === decided.category ? 'same' : 'outcome'
}
