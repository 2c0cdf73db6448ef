// Why a card is declined, as its owner is told.
import { english } from '../languages/english.ts'

export type DeclineReason = 'declined' | 'insufficient-funds' | 'expired' | 'unusable' | 'authentication'

/** `why`: the reason in English, for pages. `final`: the same card will not work another time. */
export type Decline = { because: DeclineReason; why: string; final: boolean }

/** A decline for a reason. */
export function declineFor(because: DeclineReason, final: boolean): Decline {
  return { because, why: english.say(`mail.declined.why.${because}`), final }
}
