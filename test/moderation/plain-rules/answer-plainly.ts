// The answer of the built-in model with every rule run on every text: what the fast model has to be equal to.

import type { Policy } from '../../../src/contract/policy.ts'
import { categoryOf } from '../../../src/domain/policy-category.ts'
import type { PostText } from '../../../src/domain/post-text.ts'
import type { ModelAnswer } from '../../../src/moderation/model.ts'
import {
  englishRules,
  europeanRules,
  japaneseRules,
  sobering,
  type WeightedRule,
} from '../../../src/moderation/rules.ts'
import { flatten, fold, unmask, wholeText } from './fold.ts'
import { type Reading, readingOf } from './languages.ts'

/** From this score on, with two rules or more, a category that the policy lets a machine settle is rejected. */
const rejectScore = 0.87
/** From this score on a person looks at the post. */
const reviewScore = 0.3
/** The rules are never surer than this that a post is fine: they see words, not meaning. */
const publishCeiling = 0.95
/** Weight that a rule keeps in a text that teaches, remembers or helps. */
const soberFactor = 0.5

// What a flag of the prefilter adds, as if a rule had fired. A flag that is not listed says nothing by itself.
const flagWeights: Record<string, { category: string; weight: number }> = {
  possible_injection: { category: 'prompt-injection', weight: 0.5 },
  discusses_prompt_injection: { category: 'prompt-injection', weight: 0.2 },
  addresses_ai_readers: { category: 'prompt-injection', weight: 0.1 },
  invisible_characters: { category: 'hidden-text', weight: 0.25 },
  direction_controls: { category: 'hidden-text', weight: 0.35 },
  html_markup: { category: 'hidden-text', weight: 0.15 },
  mixed_scripts: { category: 'phishing', weight: 0.4 },
  masked_words: { category: 'spam', weight: 0.35 },
  many_links: { category: 'spam', weight: 0.3 },
  shortened_link: { category: 'spam', weight: 0.25 },
  shouting: { category: 'spam', weight: 0.2 },
  near_duplicate: { category: 'duplicate', weight: 0.25 },
  copy_with_other_start: { category: 'duplicate', weight: 0.1 },
  looks_like_test: { category: 'placeholder', weight: 0.25 },
  very_short: { category: 'vague', weight: 0.3 },
}

type Evidence = { category: string; weight: number; rule: string }

/** The answer of the rules to a post that the prefilter lets pass, with every rule run. */
export function answerPlainly(post: PostText, flags: readonly string[], policy: Policy): ModelAnswer {
  const folded = fold([wholeText(post), ...post.topics.map(topic => topic.replaceAll('-', ' '))].join('\n'))
  const plain = flatten(folded)
  const unmasked = unmask(plain)
  const text = unmasked === plain ? plain : `${plain} . ${unmasked}`
  const reading = readingOf(fold(wholeText(post)).replace(/(?:https?:\/\/|www\.)\S{1,500}/gu, ' '))

  const evidence = [...evidenceOfRules(text, reading), ...evidenceOfFlags(flags), ...evidenceOfShape(post)]
  const scores = scoresOf(evidence, policy, post)
  const top = topCategory(scores)
  const rules = (category: string) => [...new Set(evidence.filter(e => e.category === category).map(e => e.rule))]

  if (top && mayReject(top, evidence, text, policy)) {
    return verdict('reject', top.category, top.score, scores, `Certain by the rules ${rules(top.category).join(', ')}.`)
  }
  if (top && top.score >= reviewScore) {
    const reason = `Not certain; a person decides. Rules that fired: ${rules(top.category).join(', ')}.`
    return verdict('review', top.category, top.score, scores, reason)
  }
  if (reading.unread !== null) {
    const reason = `The built-in rules cannot read ${reading.unread} of this text, so a person decides. No rule fired.`
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

function evidenceOfRules(text: string, reading: Reading): Evidence[] {
  const sober = sobering.test(text)
  const fired: Evidence[] = []
  const apply = (rules: readonly WeightedRule[]) => {
    for (const rule of rules) {
      if (!rule.pattern.test(text)) continue
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
  return flags.flatMap(flag => {
    const known = Object.hasOwn(flagWeights, flag) ? flagWeights[flag] : undefined
    return known ? [{ ...known, rule: `flag ${flag}` }] : []
  })
}

function evidenceOfShape(post: PostText): Evidence[] {
  const words = post.body.replace(/(?:https?:\/\/|www\.)\S{1,2000}/giu, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0 ? [{ category: 'vague', weight: 0.6, rule: 'RM-LINK-ONLY' }] : []
}

function scoresOf(evidence: readonly Evidence[], policy: Policy, post: PostText): Record<string, number> {
  const scores = zeroScores(policy, post)
  for (const { category, weight } of evidence) {
    const score = scores[category]
    // Independent hints: each leaves less room for the post to be fine.
    if (score !== undefined) scores[category] = round(1 - (1 - score) * (1 - weight))
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

function mayReject(
  top: { category: string; score: number },
  evidence: readonly Evidence[],
  text: string,
  policy: Policy,
): boolean {
  if (categoryOf(policy, top.category)?.action !== 'reject' || top.score < rejectScore || sobering.test(text))
    return false
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
