// Llama Guard 3 and 4: "safe", or "unsafe" and a line of hazards of the MLCommons taxonomy.
import { UnusableAnswer } from '../unusable-answer.ts'
import type { Format } from './format.ts'
import { guardRequest, safe, unsafe } from './hazards.ts'

/** The hazards by their codes, each with the nearest category of the policy. */
const hazards: Readonly<Record<string, readonly [name: string, category: string]>> = {
  S1: ['violent crimes', 'violence-threat'],
  S2: ['non-violent crimes', 'illegal-goods'],
  S3: ['sex-related crimes', 'human-exploitation'],
  S4: ['child sexual exploitation', 'child-safety'],
  S5: ['defamation', 'harassment'],
  S6: ['specialised advice', 'dangerous-misinformation'],
  S7: ['privacy', 'personal-data'],
  S8: ['intellectual property', 'counterfeit'],
  S9: ['indiscriminate weapons', 'weapons'],
  S10: ['hate', 'hate'],
  S11: ['suicide and self-harm', 'self-harm'],
  S12: ['sexual content', 'sexual-content'],
  S13: ['elections', 'dangerous-misinformation'],
  S14: ['code interpreter abuse', 'malware'],
}

export const llamaGuardFormat: Format = {
  request: guardRequest,
  read(text, question) {
    if (text === 'safe') return safe
    const codes = /^unsafe\s*\n(S\d{1,2}(?:, ?S\d{1,2})*)$/.exec(text)?.[1]?.split(/, ?/)
    const found = codes?.map(code => hazards[code])
    if (!found?.every(hazard => hazard !== undefined))
      throw new UnusableAnswer('it is neither "safe" nor "unsafe" with known hazards')
    return unsafe(
      found.map(([name]) => name),
      found.map(([, category]) => category),
      question,
    )
  },
}
