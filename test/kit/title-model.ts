// A deciding model for tests that decides by the first word of the title.
import type { ModerationModel } from '../../src/moderation/model.ts'

/** Decides by the first word of the title. */
export const byTitle: ModerationModel = {
  name: 'by title',
  state: async () => 'running',
  async decide({ title }) {
    const [, word] = /^(LOWQ|ABUSE|REVIEW)/.exec(title ?? '') ?? []
    if (word === 'LOWQ') return { outcome: 'reject', category: 'vague', confidence: 0.95, reason: 'Too vague.' }
    if (word === 'ABUSE') return { outcome: 'reject', category: 'scam', confidence: 0.95, reason: 'A scam.' }
    if (word === 'REVIEW') return { outcome: 'review', category: null, confidence: 0.5, reason: 'Unsure.' }
    return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
  },
}
