// The deciding model of a test world: the words in a text choose the decision, and without them the packaged model decides.
import type { Policy } from '../contract/moderation/policy.ts'
import { type TestOutcome, testOutcomeIn } from '../contract/test-mode.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import type { ModerationModel, Verdict } from '../moderation/model.ts'

/** The model of a test world. It throws for a text that wants a model that fails. */
export function createTestModel(embedded: ModerationModel, policy: Policy): ModerationModel {
  return {
    name: 'test',
    state: async () => 'running',
    async decide(post, flags, late) {
      const outcome = testOutcomeIn(wordsOf(post))
      return outcome === null ? embedded.decide(post, flags, late) : verdictFor(outcome, post, policy)
    },
  }
}

const wordsOf = ({ title, body, details, topics, urls }: PostText) =>
  [title, body, details, ...topics, ...urls].filter(Boolean).join('\n')

function verdictFor(outcome: TestOutcome, { site }: PostText, policy: Policy): Verdict {
  const reason = `The text asks for ${outcome}.`
  const refuse = (penalized: boolean): Verdict => {
    const category = policy.categories.find(row => row.penalized === penalized && row.sites.includes(site))
    return { outcome: 'reject', category: category?.id ?? null, confidence: 0.99, reason }
  }
  switch (outcome) {
    case 'review-published':
    case 'review-rejected':
    case 'unsure':
      return { outcome: 'review', category: null, confidence: 0.5, reason }
    case 'low-quality':
      return refuse(false)
    case 'abuse':
    case 'abuse-at-once':
      return refuse(true)
    case 'model-down':
      throw new Error('the text asks for a model that fails')
    default:
      return { outcome: 'publish', category: null, confidence: 0.99, reason }
  }
}
