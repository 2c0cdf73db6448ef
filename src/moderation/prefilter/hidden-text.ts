// Finds text that people do not see or see in another order: tag characters, direction overrides, zero-width and selector payloads.

import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
export type HiddenText = { rule: RefusalRule; reason: string }

/** The first certain hidden payload of a text (contract.md §9 "hidden Unicode"), or null. */
export function hiddenText(text: string): HiddenText | null {
  // Most posts have none of these characters.
  if (!suspicious.test(text)) return null
  const letters = [...text]
  return tagPayload(letters) ?? directionTrick(letters) ?? zeroWidthPayload(letters) ?? selectorPayload(letters)
}

/** How many invisible characters the text has beside those that its script or its emoji need; counted up to `most`. */
export function strayInvisibles(text: string, most: number): number {
  if (!suspicious.test(text)) return 0
  const letters = [...text]
  let stray = 0
  for (let i = 0; i < letters.length && stray < most; i++)
    if (isZeroWidth(letters[i]!) && !isNeeded(letters, i)) stray++
  return stray
}

/** Characters that Unicode does not draw, and the marks of annotations. */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** Whether a text has anything that `withoutStrayInvisibles` may remove. */
export function holdsInvisibles(text: string): boolean {
  return invisible.test(text)
}

/** The text without soft hyphens, direction controls, and invisible characters that its script or its emoji do not need. */
export function withoutStrayInvisibles(text: string): string {
  if (!holdsInvisibles(text)) return text
  const letters = [...text]
  return letters.filter((letter, index) => !invisible.test(letter) || hasEffect(letters, index)).join('')
}

/** Whether an invisible character changes how the letters beside it look. */
function hasEffect(letters: readonly string[], index: number): boolean {
  const letter = letters[index]!
  const before = letters[index - 1] ?? ''
  if (isSelector(letter)) return takesSelector(before, letter)
  if (isTag(letter)) return isInKnownFlag(letters, index)
  if (letter === '\u034F') return /\p{M}/u.test(before)
  if (letter === '\u061C') return isDirectional(letters, index)
  if (/\u17B4|\u17B5|[\u180B-\u180D]|\u180F/.test(letter)) return /[\p{Script=Khmer}\p{Script=Mongolian}]/u.test(before)
  return isZeroWidth(letter) && isNeeded(letters, index)
}

/** True when the text holds explicit direction controls (embeddings, overrides, isolates), whether or not they hide anything. */
export function directionControls(text: string): boolean {
  return /[\u202A-\u202E\u2066-\u2069]/.test(text)
}

const suspicious =
  /[\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]/u

// ---- tag characters -------------------------------------------------------------------------------------------------

const flagEmoji = /^\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u
/** The letters of the longest flag. */
const flagLetters = 8
const knownFlags = new Set(['gbeng', 'gbsct', 'gbwls'])
// Well-formed flags that no font draws could spell a message, six letters at a time.
const unknownFlagLimit = 3

function tagPayload(letters: readonly string[]): HiddenText | null {
  let unknownFlags = 0
  for (let index = 0; index < letters.length; index++) {
    if (!isTag(letters[index]!)) continue
    const flag = index > 0 ? flagEmoji.exec(letters.slice(index - 1, index + 8).join(''))?.[0] : undefined
    if (flag === undefined) return tagFinding()
    const region = readTags([...flag].slice(1, -1))
    if (!knownFlags.has(region)) unknownFlags++
    if (unknownFlags > unknownFlagLimit) return tagFinding()
    index += [...flag].length - 2
  }
  return null
}

function isInKnownFlag(letters: readonly string[], index: number): boolean {
  let start = index
  while (isTag(letters[start] ?? '') && start > index - flagLetters) start--
  const flag = flagEmoji.exec(letters.slice(Math.max(0, start), start + 8).join(''))?.[0]
  return flag !== undefined && knownFlags.has(readTags([...flag].slice(1, -1))) && index < start + [...flag].length
}

function tagFinding(): HiddenText {
  return {
    rule: 'PF-HIDDEN-TAGS',
    reason: 'The text holds invisible tag characters (U+E0000–U+E007F) outside a flag emoji.',
  }
}

function isTag(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return code >= 0xe0000 && code <= 0xe007f
}

function readTags(tags: readonly string[]): string {
  return tags.map(tag => String.fromCharCode(tag.codePointAt(0)! - 0xe0000)).join('')
}

/** The ASCII text that the tag characters spell; empty when there are none. */
export function decodeTags(text: string): string {
  return readTags(
    [...text].filter(letter => isTag(letter) && letter.codePointAt(0)! >= 0xe0020 && letter !== '\u{E007F}'),
  )
}

// ---- direction controls ---------------------------------------------------------------------------------------------

const rightToLeftLetter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const leftToRightLetter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * An override hides text when it reverses letters of the other direction. Embeddings and isolates that software puts around phone
 * numbers and names do not. Nested right-to-left levels without any right-to-left letter are the Trojan Source pattern.
 */
function directionTrick(letters: readonly string[]): HiddenText | null {
  for (const paragraph of paragraphs(letters)) {
    const levels: string[] = []
    const turned = { latin: 0, digits: 0, rightToLeft: 0 }
    let deepest = 0
    let leftward = 0
    let turnedLatin = false
    const hasRightToLeft = paragraph.some(letter => rightToLeftLetter.test(letter))
    for (const letter of paragraph) {
      if (/[\u202A\u202B\u202D\u202E\u2066-\u2068]/.test(letter)) {
        levels.push(letter)
        if (turnsLeft(letter)) leftward++
        if (leftward > 0) deepest = Math.max(deepest, levels.length)
        continue
      }
      if (letter === '\u202C' || letter === '\u2069') {
        if (turnsLeft(levels.pop())) leftward--
        continue
      }
      const level = levels.at(-1)
      if (level === '\u202E') {
        if (leftToRightLetter.test(letter)) turned.latin++
        if (/[0-9]/.test(letter)) turned.digits++
        if (rightToLeftLetter.test(letter)) turned.rightToLeft++
      }
      if (level === '\u202D' && rightToLeftLetter.test(letter)) turnedLatin = true
    }
    const reversed = turned.latin >= 2 || (turned.digits >= 2 && turned.rightToLeft === 0)
    if (reversed || turnedLatin) {
      return {
        rule: 'PF-HIDDEN-BIDI-OVERRIDE',
        reason: 'A direction override makes the text read differently on the screen than in the data.',
      }
    }
    if (deepest >= 2 && !hasRightToLeft) {
      return {
        rule: 'PF-HIDDEN-BIDI-NESTING',
        reason: 'Nested direction controls reorder text that holds no right-to-left letter.',
      }
    }
  }
  return null
}

function turnsLeft(control: string | undefined): boolean {
  return control === '\u202B' || control === '\u2067' || control === '\u202E'
}

function* paragraphs(letters: readonly string[]): Generator<string[]> {
  let paragraph: string[] = []
  for (const letter of letters) {
    if (letter !== '\n') {
      paragraph.push(letter)
      continue
    }
    yield paragraph
    paragraph = []
  }
  yield paragraph
}

// ---- zero-width payloads --------------------------------------------------------------------------------------------

/** A run of this many zero-width characters of two kinds or more can hold a byte. */
const zeroWidthRun = 8
/** So can this many scattered ones, of two kinds that both recur. */
export const zeroWidthScattered = 16
const zeroWidthSecondKind = 4

function zeroWidthPayload(letters: readonly string[]): HiddenText | null {
  const finding: HiddenText = {
    rule: 'PF-HIDDEN-ZERO-WIDTH',
    reason: 'The text carries data in a sequence of zero-width characters.',
  }
  const run: string[] = []
  const kinds = new Map<string, number>()
  let stray = 0
  for (const [index, letter] of letters.entries()) {
    if (!isZeroWidth(letter)) {
      run.length = 0
      continue
    }
    run.push(letter)
    if (run.length >= zeroWidthRun && new Set(run.slice(-64)).size >= 2) return finding
    if (isNeeded(letters, index)) continue
    stray++
    kinds.set(letter, (kinds.get(letter) ?? 0) + 1)
  }
  const secondKind = [...kinds.values()].sort((a, b) => b - a)[1] ?? 0
  return stray >= zeroWidthScattered && secondKind >= zeroWidthSecondKind ? finding : null
}

function isZeroWidth(letter: string): boolean {
  return /^[\u115F\u1160\u180E\u200B-\u200F\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0]$/.test(letter)
}

const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}]/u
const unspacedScript =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Tibetan}]/u
const emojiPart = /[\p{Extended_Pictographic}\u2640\u2642]|[\u{1F3FB}-\u{1F3FF}]|\uFE0F/u

/** Whether an invisible character is needed: in emoji, in joining scripts, beside right-to-left text, at the start. */
function isNeeded(letters: readonly string[], index: number): boolean {
  const letter = letters[index]!
  const before = letters[index - 1] ?? ''
  const after = letters[index + 1] ?? ''
  if (letter === '\uFEFF') return index === 0
  if (letter === '\u200D' && emojiPart.test(before) && emojiPart.test(after)) return true
  if (letter === '\u200C' || letter === '\u200D') return joiningScript.test(before) || joiningScript.test(after)
  if (letter === '\u200B' || letter === '\u2060') return unspacedScript.test(before) || unspacedScript.test(after)
  if (letter === '\u200E' || letter === '\u200F') return isDirectional(letters, index)
  return false
}

function isDirectional(letters: readonly string[], index: number): boolean {
  // The mark itself counts as Arabic.
  const beside = letters.slice(Math.max(0, index - 40), index + 40)
  return beside.some(letter => letter !== '\u061C' && rightToLeftLetter.test(letter))
}

// ---- variation selectors --------------------------------------------------------------------------------------------

/** A base takes one selector; this many in a row spell a message. */
const selectorRun = 4
/** Selectors after bases without variants have no effect; this many carry data. */
const selectorStray = 8

function selectorPayload(letters: readonly string[]): HiddenText | null {
  let run = 0
  let stray = 0
  for (const [index, letter] of letters.entries()) {
    if (!isSelector(letter)) {
      run = 0
      continue
    }
    run++
    if (!takesSelector(letters[index - 1] ?? '', letter)) stray++
    if (run >= selectorRun || stray >= selectorStray) {
      return {
        rule: 'PF-HIDDEN-SELECTORS',
        reason: 'The text carries data in a sequence of variation selectors.',
      }
    }
  }
  return null
}

function isSelector(letter: string): boolean {
  const code = letter.codePointAt(0)!
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)
}

function takesSelector(base: string, selector: string): boolean {
  if (selector.codePointAt(0)! >= 0xe0100) return /\p{Script=Han}/u.test(base)
  return /[\p{Extended_Pictographic}\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Hiragana}\p{Script=Katakana}]|\u20E3/u.test(
    base,
  )
}
