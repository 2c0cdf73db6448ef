// The built-in deciding model: transparent weighted rules that publish the clearly fine, reject the certain and leave the rest to people.

import type { Policy } from '../contract/policy.ts'
import { categoryOf } from '../domain/policy-category.ts'
import type { PostText } from '../domain/post-text.ts'
import { reviewScore, weightsOf, withHint } from './flag-weights.ts'
import { type LanguageReading, readingOf, withoutAddresses } from './languages.ts'
import type { ModelAnswer, ModerationModel } from './model.ts'
import { fold, unmask } from './prefilter/fold.ts'
import { Layer, Survey } from './prefilter/survey.ts'
import { englishRules, europeanRules, japaneseRules, sobering, type WeightedRule } from './rules.ts'

/** From this score on, with two rules or more, a category that the policy lets a machine settle is rejected. */
const rejectScore = 0.87
/** The rules are never surer than this that a post is fine: they see words, not meaning. */
const publishCeiling = 0.95
/** Weight that a rule keeps in a text that teaches, remembers or helps. */
const soberFactor = 0.5

type Evidence = { category: string; weight: number; rule: string }

/** What the rules find in a text, before a policy and the flags of the prefilter say what it is worth. */
export type Weighed = { evidence: Evidence[]; sober: boolean; unread: LanguageReading['unread'] }

/**
 * The deciding model that needs no server and no weights. It applies the rules of rules.ts to the categories that `policy` has,
 * is deterministic, and names in its reason every rule that fired. It rejects on its own only what the policy's action allows:
 * scam, phishing and spam, by two rules or more. What the prefilter refuses has to be refused before it is asked.
 * `weighText` says where the rules run: a text reader keeps long texts off the thread of the caller.
 */
export function createRulesModel(
  policy: Policy,
  weighText: (post: PostText) => Weighed | Promise<Weighed> = weigh,
): ModerationModel {
  let before: Promise<unknown> = Promise.resolve()
  return {
    name: 'rules-1',
    state: async () => 'running',
    async decide(post, flags) {
      // One text a turn of the event loop: a batch would hold up every request meanwhile.
      const turn = before.then(() => new Promise(resolve => setImmediate(resolve)))
      before = turn
      await turn
      return answer(await weighText(post), post, flags, policy)
    },
  }
}

/** Runs the rules over a text. Pure; the cost grows with the length of the text. */
export function weigh(post: PostText): Weighed {
  const { open } = new Survey(post)
  const topics = fold(post.topics.map(topic => topic.replaceAll('-', ' ')).join('\n'))
  const plain = topics === '' ? open : new Layer(() => `${open.folded}\n${topics}`)
  const unmasked = unmask(plain.flat)
  const text = unmasked === plain.flat ? plain : new Layer(() => `${plain.flat} . ${unmasked}`)
  const reading = readingOf(withoutAddresses(open.folded))
  const sober = text.matches(sobering)
  return { evidence: evidenceOfRules(text, reading, sober), sober, unread: reading.unread }
}

/** The answer of the rules to a text that they have been run over. */
export function answer(weighed: Weighed, post: PostText, flags: readonly string[], policy: Policy): ModelAnswer {
  const evidence = [...weighed.evidence, ...evidenceOfFlags(flags), ...evidenceOfShape(post)]
  const scores = scoresOf(evidence, policy, post)
  const top = topCategory(scores)
  const rules = (category: string) => [...new Set(evidence.filter(e => e.category === category).map(e => e.rule))]

  if (top && !weighed.sober && mayReject(top, evidence, policy)) {
    return verdict('reject', top.category, top.score, scores, `Certain by the rules ${rules(top.category).join(', ')}.`)
  }
  if (top && top.score >= reviewScore) {
    const reason = `Not certain; a person decides. Rules that fired: ${rules(top.category).join(', ')}.`
    return verdict('review', top.category, top.score, scores, reason)
  }
  if (weighed.unread !== null) {
    const reason = `The built-in rules cannot read ${weighed.unread} of this text, so a person decides. No rule fired.`
    return verdict('review', null, 0.5, scores, reason)
  }
  const confidence = Math.min(publishCeiling, 1 - (top?.score ?? 0))
  const fired = [...new Set(evidence.map(e => e.rule))]
  const reason =
    fired.length === 0
      ? 'Clearly fine: no rule fired.'
      : `Fine: only weak hints (${fired.join(', ')}), below what needs a person.`
  return verdict('publish', null, confidence, scores, reason)
}

function evidenceOfRules(text: Layer, reading: LanguageReading, sober: boolean): Evidence[] {
  const fired: Evidence[] = []
  const apply = (rules: readonly WeightedRule[]) => {
    for (const rule of rules) {
      if (!text.matches(rule.pattern)) continue
      const weight = sober && !rule.sober ? rule.weight * soberFactor : rule.weight
      fired.push({ category: rule.category, weight, rule: rule.id })
    }
  }
  apply(englishRules)
  if (reading.european) apply(europeanRules)
  if (reading.japanese) apply(japaneseRules)
  return fired
}

function evidenceOfFlags(flags: readonly string[]): Evidence[] {
  return weightsOf(flags).map(({ flag, ...weight }) => ({ ...weight, rule: `flag ${flag}` }))
}

function evidenceOfShape(post: PostText): Evidence[] {
  const words = post.body.replace(/(?:https?:\/\/|www\.)\S{1,2000}/giu, ' ')
  return !/[\p{L}\p{N}]/u.test(words) ? [{ category: 'vague', weight: 0.6, rule: 'RM-LINK-ONLY' }] : []
}

function scoresOf(evidence: readonly Evidence[], policy: Policy, post: PostText): Record<string, number> {
  const scores = zeroScores(policy, post)
  for (const { category, weight } of evidence) {
    const score = scores[category]
    if (score !== undefined) scores[category] = withHint(score, weight)
  }
  return scores
}

function zeroScores(policy: Policy, post: PostText): Record<string, number> {
  const applying = policy.categories.filter(category => category.sites.includes(post.site))
  return Object.fromEntries(applying.map(category => [category.id, 0]))
}

function topCategory(scores: Record<string, number>): { category: string; score: number } | null {
  let top: { category: string; score: number } | null = null
  for (const [category, score] of Object.entries(scores)) {
    if (score > 0 && (!top || score > top.score)) top = { category, score }
  }
  return top
}

function mayReject(top: { category: string; score: number }, evidence: readonly Evidence[], policy: Policy): boolean {
  if (categoryOf(policy, top.category)?.action !== 'reject' || top.score < rejectScore) return false
  const fired = new Set(evidence.filter(e => e.category === top.category && e.rule.startsWith('RM-')).map(e => e.rule))
  return fired.size >= 2
}

function verdict(
  outcome: ModelAnswer['outcome'],
  category: string | null,
  confidence: number,
  scores: Record<string, number>,
  reason: string,
): ModelAnswer {
  return { outcome, category, confidence: round(confidence), reason: reason.slice(0, 900), scores }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
