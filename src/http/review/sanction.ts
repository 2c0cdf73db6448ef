// Says what a decision under a category does to the author, before the reviewer makes it.

import { rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import type { PolicyCategory } from '../../contract/moderation/policy.ts'
import { span } from '../../contract/words.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import type { Context } from './post-region.ts'

/** `hard`: the decision costs the author more than the price of the text. */
export type Sanction = { hard: boolean; words: string }

/** What a rejection or removal of the item under a category does. */
export function sanctionOn({
  kind,
  text,
  author,
  message,
  strike_of: first,
}: Context): (category: PolicyCategory) => Sanction {
  const { price, abuse_penalty: penalty } = text
  if (kind === 'name') return () => ({ hard: false, words: 'a neutral handle, no penalty, no strike' })
  if (message?.reported)
    return () => ({ hard: false, words: `no penalty, no messages of the sender for ${span(limits.relayPauseMs)}` })
  if (kind === 'message') return () => ({ hard: false, words: 'no penalty, nobody is told' })
  const mild = kind === 'report' ? 'no penalty, the price is kept' : `${rounded(price)} refunded`
  const money = `up to ${rounded(penalty)} penalty`
  const struck = author && author.handle !== deletedHandle && first === null
  const strikes = (author?.strikes ?? 0) + 1
  const bans = strikes >= limits.strikesToBan && author?.banned === false
  const hard = !struck
    ? first === null
      ? money
      : `${money}, no further strike: one campaign with ${first}`
    : `${money}, strike ${strikes} of ${limits.strikesToBan}${bans ? `: bans @${author.handle}` : ''}`
  return ({ penalized }) => (penalized ? { hard: true, words: hard } : { hard: false, words: mild })
}

/** What a rejection of several texts under a category does. */
export function sanctionOnMany({ penalized }: PolicyCategory): Sanction {
  return penalized
    ? {
        hard: true,
        words: `a penalty for each text, a strike for each campaign; strike ${limits.strikesToBan} bans an account`,
      }
    : { hard: false, words: 'prices refunded' }
}
