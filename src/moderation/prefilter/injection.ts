// Distinguishes instructions to AI readers from text about them, in the open text and under disguises that are cheap to undo.

import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
import { disguises, withoutComments } from './disguises.ts'
import { fold, unmask } from './fold.ts'
import {
  continuation,
  continuationElsewhere,
  glued,
  imperativeNear,
  mention,
  negation,
  type Pattern,
  pathOfLink,
  patterns,
  permission,
  readerMention,
  securityTalk,
  titled,
} from './injection-patterns.ts'
import { isQuoted, quotedRanges, type Range } from './quotations.ts'
import { Layer, type Survey } from './survey.ts'

/** From this strength on the text is an instruction, and the prefilter refuses it as abuse. */
export const operativeStrength = 0.75
/** From this strength on the text is flagged for the deciding model. */
export const softStrength = 0.3

export type Injection = {
  /** 0–1: how surely the text instructs an AI reader. */
  strength: number
  /** The id of the strongest rule that matched, empty when none did. */
  rule: RefusalRule | ''
  reason: string
  /** The text is about such attacks (a talk, a workshop, a quotation). */
  discussed: boolean
  /** Each instruction in the text is quoted, reported or denied. It may still be meant, so a person decides. */
  mentioned: boolean
  /** The text addresses AI readers in any way, harmless ones included. */
  mentionsReaders: boolean
}

/** Words without spaces in the open text may be a hashtag, so a person decides. */
const gluedFinding = {
  strength: 0.6,
  rule: 'PF-INJ-MASKED',
  reason: 'An instruction to AI readers is written without spaces.',
} as const

/** How strongly the post instructs AI readers, after undoing disguises (contract.md §9). */
export function injection(survey: Survey): Injection {
  const { open, whole } = survey
  // Comments are read as a disguise below.
  const shown = whole.includes('<!--') ? new Layer(() => fold(withoutComments(whole))) : open
  const discussed = open.matches(securityTalk)
  let best = { ...readLayer(shown, 1) }
  if (discussed && best.strength > 0) best.discussed = true

  for (const disguise of disguises(survey)) {
    const layer = readLayer(disguise.layer, disguise.factor)
    // A talk about attacks may show an encoded phrase; a longer hidden instruction is still refused.
    const strength = discussed ? layer.strength * 0.8 : layer.strength
    if (strength <= best.strength || layer.rule === '') continue
    best = {
      ...layer,
      strength,
      rule: disguise.rule,
      reason: `${disguise.what}: ${layer.reason}`,
      discussed,
      mentioned: false,
      mentionsReaders: true,
    }
  }
  if (best.strength < gluedFinding.strength && open.matches(glued))
    best = { ...gluedFinding, discussed, mentioned: false, mentionsReaders: true }
  const unmasked = unmask(open.folded)
  if (unmasked !== open.folded) {
    const masked = new Layer(() => unmasked)
    const layer = readLayer(masked, 1)
    const strength = Math.max(layer.strength, masked.matchesLines(glued) ? (discussed ? 0.6 : 0.85) : 0)
    if (strength > best.strength) {
      best = {
        ...layer,
        strength,
        rule: 'PF-INJ-MASKED',
        reason: 'An instruction to AI readers is written in masked letters.',
        discussed,
        mentioned: false,
        mentionsReaders: true,
      }
    }
  }
  return { ...best, mentionsReaders: best.mentionsReaders || open.matches(readerMention) }
}

const nothingFound: Injection = {
  strength: 0,
  rule: '',
  reason: '',
  discussed: false,
  mentioned: false,
  mentionsReaders: false,
}

/** Factors of the weight of a match by the text around it; `talk` is for texts about security. */
const reported = { denied: 0.35, quoted: { alone: 0.7, talk: 0.4 }, mentioned: { alone: 0.7, talk: 0.45 } }
const inTalk = { ordering: 0.85, other: 0.6 }
/** The weight that a following order adds to a match, or an address to send to. */
const ordered = { override: 0.35, address: 0.35, exfiltrate: 0.2 }
/** The share of each hint that counts in talk about security, when several hints are combined. */
const sharedInTalk = 0.8
/** Reported instructions alone never make a text operative. */
const mostReported = operativeStrength - 0.01
/** Matches of one pattern that are weighed. */
const mostMatches = 20

type Weighed = { value: number; isReported: boolean }
type Around = { text: string; quotes: readonly Range[]; talk: boolean }

/** What the patterns find in one layer of a text. `factor` multiplies the strength. */
function readLayer(layer: Layer, factor: number): Injection {
  const matching = patterns.filter(({ pattern, line }) => (line ? layer.matchesLines(pattern) : layer.matches(pattern)))
  if (matching.length === 0) return nothingFound
  const { flat, folded } = layer
  const talk = layer.matches(securityTalk)
  const quotes = quotedRanges(flat)
  const strengths = new Map<string, { value: number; rule: RefusalRule }>()
  let matched = false
  let open = false
  let strongest: { value: number; rule: Injection['rule'] } = { value: 0, rule: '' }
  for (const found of matching) {
    const { rule, family, pattern, line } = found
    const text = line ? folded : flat
    pattern.pattern.lastIndex = 0
    let seen = 0
    for (const match of text.matchAll(pattern.pattern)) {
      if (++seen > mostMatches) break
      matched = true
      const { value, isReported } = weigh(found, match, { text, quotes, talk })
      if (isReported) {
        const bounded = Math.min(value, mostReported)
        if (bounded > strongest.value) strongest = { value: bounded, rule }
        continue
      }
      open = true
      if (value > (strengths.get(family)?.value ?? 0)) strengths.set(family, { value, rule })
    }
  }
  let remaining = 1
  for (const entry of strengths.values()) {
    remaining *= 1 - entry.value * (talk ? sharedInTalk : 1)
    if (entry.value > strongest.value) strongest = entry
  }
  const combined = strengths.size < 2 ? strongest.value : Math.max(strongest.value, talk ? 0 : 1 - remaining)
  return {
    strength: Math.min(1, combined * factor),
    rule: strongest.rule,
    reason: 'The text instructs AI readers instead of informing people.',
    discussed: talk && matched,
    mentioned: !open,
    mentionsReaders: true,
  }
}

/** How strong one match of a pattern is, and whether the text only reports it (quotes, mentions, denies). */
function weigh({ family, weight, line }: Pattern, match: RegExpExecArray, { text, quotes, talk }: Around): Weighed {
  const at = match.index
  const end = at + match[0].length
  const before = text.slice(Math.max(0, at - 60), at)
  const after = text.slice(end, end + 120)
  const goesOn = continuation.test(after.slice(0, 60)) || continuationElsewhere.test(after)
  const full = Math.min(1, weight + addedBy(family, match[0], { after, goesOn }))
  if (negation.test(before) || pathOfLink.test(before)) return { value: full * reported.denied, isReported: true }
  // An address with a quotation after it reports what somebody said to AI readers.
  const isBeforeQuote = family === 'address' && quotes.some(({ start }) => start >= end - 1 && start <= end + 1)
  const by = talk ? 'talk' : 'alone'
  if (!line && (isBeforeQuote || isQuoted(quotes, at, end, text.length)))
    return { value: full * reported.quoted[by], isReported: true }
  if (mention.test(before) || (!goesOn && titled.test(after)))
    return { value: full * reported.mentioned[by], isReported: true }
  if (!talk) return { value: full, isReported: false }
  return { value: full * (goesOn || family === 'address' ? inTalk.ordering : inTalk.other), isReported: false }
}

/** The weight that a following order adds to a match of a family. */
function addedBy(family: string, matched: string, { after, goesOn }: { after: string; goesOn: boolean }): number {
  switch (family) {
    case 'override':
      return goesOn ? ordered.override : 0
    case 'address':
      return !permission.test(after) && imperativeNear.test(`${matched.slice(-12)}${after.slice(0, 80)}`)
        ? ordered.address
        : 0
    case 'exfiltrate':
      return /https?:|\.[a-z]{2,8}\b|@/u.test(after) ? ordered.exfiltrate : 0
    default:
      return 0
  }
}
