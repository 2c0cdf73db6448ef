// Evaluates a judge on posts with known labels: figures by category and language, outcomes, calibration, the worst mistakes.
import type { Policy } from '../contract/moderation/policy.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import { isAbuse } from '../domain/review/policy-category.ts'
import {
  type Calibration,
  type Case,
  type CaseFigures,
  calibrationOf,
  figuresOfCases,
  rounded,
} from './embedded/figures.ts'

/** A post of known label, and its outcome. */
export type EvaluatedPost = {
  /** Its line in the file, from 1. */
  line: number
  id: string | number | null
  site: SiteId
  lang: string | null
  /** A category of the policy; null for a post that is fine. */
  truth: string | null
  outcome: Outcome
  category: string | null
  confidence: number
  reason: string
  /** The score of each category, where the model gives any. */
  scores: Readonly<Record<string, number>>
  /** Whether the fixed rules decided or the model; null where the answer of the model was malformed. */
  by: 'rules' | 'model' | null
  /** The beginning of the text. */
  text: string
}

const outcomes = ['publish', 'review', 'reject'] as const
type Outcome = (typeof outcomes)[number]
export type OutcomeCounts = { posts: number } & Record<Outcome, number>

/** The kinds of label. */
const kinds = ['fine', 'low_quality', 'abuse'] as const
type Kind = (typeof kinds)[number]

export type Mistake = Omit<EvaluatedPost, 'scores' | 'by'> & {
  what: 'let_through' | 'held' | 'rejected' | 'penalised_for_low_quality'
  /** How sure the judge was of its mistake: 0–1. */
  sureness: number
}

export type Evaluation = {
  posts: number
  outcomes: Record<Kind, OutcomeCounts>
  /**
   * Compares what was stopped (review or reject) with what should have been: among all posts, among abusive and fine ones, among
   * low-quality and fine ones.
   */
  stopped: { all: CaseFigures; abuse: CaseFigures; low_quality: CaseFigures }
  /** Posts stopped under a category against posts labelled with it, among all posts. */
  categories: Record<string, OutcomeCounts & CaseFigures>
  /** Posts that were stopped against posts that should be, by language. */
  languages: Record<string, { fine: OutcomeCounts; other: OutcomeCounts } & CaseFigures>
  /** For the posts that the model judged: how sure it was that a post is not fine, against the share that was not. */
  calibration: Calibration
  worst: Mistake[]
}

/** Evaluates judged posts under a policy; at most `worst` mistakes are listed. */
export function evaluationOf(posts: readonly EvaluatedPost[], policy: Policy, worst: number): Evaluation {
  const isOfAbuse = (category: string | null) => category !== null && isAbuse(policy, category)
  const kindOf = ({ truth }: EvaluatedPost): Kind =>
    truth === null ? 'fine' : isOfAbuse(truth) ? 'abuse' : 'low_quality'
  const without = (kind: Kind) => posts.filter(post => kindOf(post) !== kind)
  const named = policy.categories
    .map(({ id }) => id)
    .filter(id => posts.some(({ truth, category, outcome }) => truth === id || (category === id && isStopped(outcome))))
  const languages = [...Map.groupBy(posts, ({ lang }) => lang)].filter(([lang]) => lang !== null)
  const mistakes = posts.map(post => mistakeOf(post, kindOf(post), isOfAbuse)).filter(mistake => mistake !== null)
  return {
    posts: posts.length,
    outcomes: Object.fromEntries(
      kinds.map(kind => [kind, countsOf(posts.filter(post => kindOf(post) === kind))]),
    ) as Evaluation['outcomes'],
    stopped: {
      all: stopped(posts),
      abuse: stopped(without('low_quality')),
      low_quality: stopped(without('abuse')),
    },
    categories: Object.fromEntries(
      named.map(id => [
        id,
        {
          ...countsOf(posts.filter(({ truth }) => truth === id)),
          ...figuresOfCases(posts.map(post => caseOf(post, id))),
        },
      ]),
    ),
    languages: Object.fromEntries(
      languages
        .sort(([a, own], [b, others]) => others.length - own.length || (a! < b! ? -1 : 1))
        .map(([lang, own]) => [
          lang,
          {
            fine: countsOf(own.filter(({ truth }) => truth === null)),
            other: countsOf(own.filter(({ truth }) => truth !== null)),
            ...stopped(own),
          },
        ]),
    ),
    calibration: calibrationOf(
      posts.filter(({ by }) => by === 'model').map(post => ({ score: doubtOf(post)!, meant: post.truth !== null })),
    ),
    worst: mistakes.sort((a, b) => b.sureness - a.sureness || a.line - b.line).slice(0, worst),
  }
}

function isStopped(outcome: Outcome): boolean {
  return outcome !== 'publish'
}

/** How sure the judge was that a post is not fine; null where its answer was malformed. */
function doubtOf({ outcome, confidence, by }: EvaluatedPost): number | null {
  if (by === null) return null
  return outcome === 'publish' ? rounded(1 - confidence) : confidence
}

function stopped(posts: readonly EvaluatedPost[]): CaseFigures {
  return figuresOfCases(
    posts.map(post => ({ meant: post.truth !== null, said: isStopped(post.outcome), score: doubtOf(post) })),
  )
}

function caseOf(post: EvaluatedPost, id: string): Case {
  const { truth, outcome, category, scores, by } = post
  const said = isStopped(outcome) && category === id
  // A decision of the rules has no scores, and some models give none.
  const score = scores[id] ?? (category === id ? doubtOf(post) : 0)
  return { meant: truth === id, said, score: by === null ? null : score }
}

function countsOf(posts: readonly EvaluatedPost[]): OutcomeCounts {
  const count = (outcome: Outcome) => posts.filter(post => post.outcome === outcome).length
  return { posts: posts.length, publish: count('publish'), review: count('review'), reject: count('reject') }
}

function mistakeOf(post: EvaluatedPost, kind: Kind, isOfAbuse: (category: string | null) => boolean): Mistake | null {
  const what = wrongIn(post, kind, isOfAbuse)
  if (what === null) return null
  const { scores: _, by: __, ...shown } = post
  const doubt = doubtOf(post) ?? 0
  return { ...shown, what, sureness: rounded(what === 'let_through' ? 1 - doubt : doubt) }
}

function wrongIn(
  { outcome, category }: EvaluatedPost,
  kind: Kind,
  isOfAbuse: (category: string | null) => boolean,
): Mistake['what'] | null {
  if (kind === 'fine') return outcome === 'review' ? 'held' : outcome === 'reject' ? 'rejected' : null
  if (outcome === 'publish') return 'let_through'
  return kind === 'low_quality' && outcome === 'reject' && isOfAbuse(category) ? 'penalised_for_low_quality' : null
}
