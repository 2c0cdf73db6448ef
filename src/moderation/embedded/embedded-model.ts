// The embedded model, which needs no server: heads over n-grams, trained on the project's own posts (models/moderation).
import type { Policy } from '../../contract/moderation/policy.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { reviewIsLikely, weightsOf } from '../flag-weights.ts'
import { languageOf, withoutAddresses } from '../languages.ts'
import { mayReject } from '../may-reject.ts'
import type { ModelAnswer, ModerationModel } from '../model.ts'
import { hiddenTexts } from '../prefilter/disguises.ts'
import { fold, isPlain, unmask } from '../prefilter/fold.ts'
import { type EmbeddedJudgement, judgedText, judgementFrom, type Opinion, opinionOf, worse } from './judge.ts'
import { additionsOf, type Learned } from './learned.ts'
import { type EmbeddedOutcome, outcomeOf } from './outcome.ts'
import { packagedModel } from './packaged-model.ts'
import { respelled } from './respelled.ts'
import { countsOf, type SparseVector, tokensOf, vectorOf } from './text-features.ts'

/** Signs of program code. The model may take quoted code for an unfilled or garbled text. */
const code = /[{}<>`]|::|\(\)|[=;] *$/mu
/** Texts of one turn of the event loop where another thread judges: those of a turn go to it in one message. */
const textsForThread = 8
/** The longest passage that a reason quotes, in characters. */
const quoted = 200

/**
 * The opinions of the packaged model on a text as it is written and, where parts are disguised (leetspeak, spaced letters,
 * lookalikes) or encoded, on the plain forms. Pure, except that each thread reads the model once; the cost grows with the length.
 */
export function opinionsOn(post: PostText): [Opinion, ...Opinion[]] {
  const { model } = packagedModel()
  const text = judgedText(post)
  const open = fold(text)
  const unmasked = unmask(open)
  const disguised = unmasked !== open || !isPlain(text) ? [unmasked] : []
  const spelled = respelled(unmasked)
  if (spelled !== unmasked) disguised.push(spelled)
  const language = languageOf(withoutAddresses(open))
  const read = (each: string) => opinionOf(model, each, post.site, language)
  return [read(text), ...[...disguised, ...hiddenTexts(text)].map(read)]
}

/** The vector of a whole text, which heads read. */
export function vectorOn(post: PostText): SparseVector {
  return vectorOf(countsOf(tokensOf(judgedText(post), post.site)), packagedModel().model.rarity)
}

/** The judgement from the opinions on a text and the learned heads. */
export function judgementOf(opinions: readonly Opinion[], learned: Learned | null): EmbeddedJudgement {
  return opinions
    .map(opinion => judgementFrom(opinion, learned ? additionsOf(learned, opinion.vector) : {}))
    .reduce(worse)
}

/** The judgement of the model on a text, with the heads that it learned from decisions. */
export function judgementOn(post: PostText, learned: Learned | null = null): EmbeddedJudgement {
  return judgementOf(opinionsOn(post), learned)
}

/** The learned heads that decide, and behind them those of a candidate. */
export type HeadsOf = readonly [Learned | null, ...(Learned | null)[]]

/** The judgements of several heads from one reading of a text; null for a candidate whose heads fail. */
export function judgementsOn(
  post: PostText,
  [deciding, ...candidates]: HeadsOf,
): [EmbeddedJudgement, ...(EmbeddedJudgement | null)[]] {
  const opinions = opinionsOn(post)
  const tried = (learned: Learned | null) => {
    try {
      return judgementOf(opinions, learned)
    } catch {
      return null
    }
  }
  return [judgementOf(opinions, deciding), ...candidates.map(tried)]
}

/**
 * The model under `policy`. `judged` judges a text: a text reader does so outside the thread of the caller. `latest` gives `follow`
 * the active learned heads; null for the packaged model alone.
 */
export function createEmbeddedModel(
  policy: Policy,
  judged: (post: PostText, learned: Learned | null) => EmbeddedJudgement | Promise<EmbeddedJudgement> = judgementOn,
  latest: () => Promise<Learned | null> = async () => null,
): ModerationModel {
  const packaged = packagedModel()
  let learned: Learned | null = null
  // A batch that this thread judges would delay every request.
  const textsATurn = judged === judgementOn ? 1 : textsForThread
  let turn: Promise<unknown> = Promise.resolve()
  let begun = 0
  return {
    get name() {
      return learned?.name ?? packaged.name
    },
    easesForTrusted: true,
    state: async () => 'running',
    async follow() {
      learned = await latest()
    },
    async decide(post, flags, _, { trusted = false } = {}) {
      // The caller has stored the name of these heads: newer ones are for the next text, as is another policy.
      const known = learned
      const asked = { ...policy }
      if (begun++ % textsATurn === 0) turn = turn.then(() => new Promise(resolve => setImmediate(resolve)))
      await turn
      return answerTo(await judged(post, known), post, flags, asked, trusted)
    },
  }
}

/**
 * The answer of the model under a policy, from its judgement and the flags of the prefilter. `trusted`: the bounds of publication are
 * those of a trusted author.
 */
export function answerTo(
  judgement: EmbeddedJudgement,
  post: PostText,
  flags: readonly string[],
  policy: Policy,
  trusted = false,
): ModelAnswer {
  const { thresholds } = packagedModel().model.settings
  const language = thresholds.languages ? languageOf(withoutAddresses(fold(judgedText(post)))) : null
  const firm = policy.categories.filter(({ severity }) => severity === 'critical').map(({ id }) => id)
  const outcome = outcomeOf(judgement, thresholds, language, trusted ? { firm } : null)
  return answer(judgement, outcome, post, flags, policy)
}

/** The answer under a policy, from an outcome and the flags of the prefilter. */
function answer(
  { categories, passage }: EmbeddedJudgement,
  { to, category, confidence }: EmbeddedOutcome,
  post: PostText,
  flags: readonly string[],
  policy: Policy,
): ModelAnswer {
  const applying = policy.categories.filter(({ sites }) => sites.includes(post.site))
  const scores = Object.fromEntries(applying.map(({ id }) => [id, rounded(categories[id] ?? 0)]))
  const verdict = (
    outcome: ModelAnswer['outcome'],
    category: string | null,
    reason: string,
    part?: string,
  ): ModelAnswer => ({
    outcome,
    category: category !== null && category in scores ? category : null,
    // Except for a publication, the confidence is the probability that the post is not fine.
    confidence: rounded(to === 'publish' && outcome !== 'publish' ? 1 - confidence : confidence),
    reason,
    ...(part !== undefined && { part }),
    scores,
  })
  if (to !== 'publish') {
    const named = `${category} (${categoryOf(policy, category)?.title ?? category})`
    const part = passage === null ? undefined : cut(passage)
    const where = part === undefined ? '' : ` The part that led there: "${part}"`
    const row = applying.find(({ id }) => id === category)
    const quotesCode = row?.action === 'reject_low_quality' && code.test(judgedText(post))
    return to === 'reject' && row && mayReject(row, flags) && !quotesCode
      ? verdict('reject', category, `It reads as ${named}.${where}`, part)
      : verdict('review', category, `Not certain, so a person decides: it may be ${named}.${where}`, part)
  }
  if (!reviewIsLikely(flags)) return verdict('publish', null, 'Nothing in it speaks against the policy.')
  const weighed = weightsOf(flags).sort((a, b) => b.weight - a.weight)
  return flags.includes('unread_language')
    ? verdict('review', null, 'The model does not judge this language well enough, so a person decides.')
    : verdict(
        'review',
        weighed[0]?.category ?? null,
        `A person decides, because of what fixed rules found: ${weighed.map(({ flag }) => flag).join(', ')}.`,
      )
}

function cut(passage: string): string {
  const characters = [...passage.replace(/\s+/gu, ' ')]
  return characters.length <= quoted ? characters.join('') : `${characters.slice(0, quoted - 1).join('')}…`
}

function rounded(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
