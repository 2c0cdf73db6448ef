// Qwen3Guard-Gen: a line "Safety: …" and a line "Categories: …"; larger models add "Refusal: …", which is not about the text.
import { UnusableAnswer } from '../unusable-answer.ts'
import type { Format } from './format.ts'
import { guardRequest, safe, unsafe } from './hazards.ts'

/** The categories of the model, each with the nearest category of the policy. */
const categories: Readonly<Record<string, string>> = {
  Violent: 'violence-threat',
  'Non-violent Illegal Acts': 'illegal-goods',
  'Sexual Content or Sexual Acts': 'sexual-content',
  PII: 'personal-data',
  'Personally Identifiable Information': 'personal-data',
  'Suicide & Self-Harm': 'self-harm',
  'Unethical Acts': 'hate',
  'Politically Sensitive Topics': 'dangerous-misinformation',
  'Copyright Violation': 'counterfeit',
  Jailbreak: 'prompt-injection',
}

const answer = /^Safety: (Safe|Controversial|Unsafe)\s*\nCategories: ([^\n]{1,300})(?:\nRefusal: (?:Yes|No))?$/

export const qwen3guardFormat: Format = {
  request: guardRequest,
  read(text, question) {
    const [, safety, list = ''] = answer.exec(text) ?? []
    const names = list.split(',').map(name => name.trim())
    if (safety === 'Safe' && list.trim() === 'None') return safe
    if (safety === undefined || safety === 'Safe' || !names.every(name => Object.hasOwn(categories, name)))
      throw new UnusableAnswer('it is not a line of safety and a line of known categories that fit together')
    return unsafe(
      names,
      names.map(name => categories[name]!),
      question,
    )
  },
}
