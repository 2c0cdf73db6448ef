// What a cautious reader of a public post should know before acting on it.

import type { RiskFlag } from '../../contract/posts.ts'
import type { PostText } from '../../domain/post-text.ts'
import { Gate } from './gate.ts'
import type { Injection } from './injection.ts'
import { holdsLinkText } from './links.ts'
import { Survey } from './survey.ts'

const payment = new Gate(
  /(?<![\p{L}])(?:pay(?:s|ing|ment|able|pal)?|paid|prepay|deposit|fees?|invoice|venmo|zelle|cash ?app|western union|moneygram|wire transfer|bank transfer|gift cards?|bitcoin|btc|ethereum|eth|usdt|crypto(?:currency)?|iban|credit cards?|debit cards?|donat(?:e|ion|ions)|zahlung|bezahl\p{L}{0,4}|uberweis\p{L}{0,4}|anzahlung|spende|spenden|pago|pagar|transferencia|paiement|payer|virement|pagamento|pagar|bonifico|betal\p{L}{0,3})(?![\p{L}])|支払|振込|(?:[$€£¥₹₩₽₿] ?[0-9])|[0-9] ?(?:[€£¥₹₩₽]|(?:usd|eur|gbp|chf|dollars?|euros?|pounds?|btc|eth)(?![\p{L}]))/u,
)

/** The risk flags of a public post (contract.md §15), always in the same order. */
export function riskFlags({ post }: Survey, found: Injection, linked: boolean, paid: boolean): RiskFlag[] {
  const flags: RiskFlag[] = []
  if (found.mentionsReaders || found.strength > 0) flags.push('addresses_ai_readers')
  if (post.urls.length > 0 || linked) flags.push('external_links')
  if (paid) flags.push('mentions_payment')
  return flags
}

/** True when the text of a post holds a link or a bare domain. */
export function holdsLink(post: PostText): boolean {
  return holdsLinkText(new Survey(post))
}

/** True when the text speaks of paying, of a means of payment or of an amount of money. */
export function mentionsPayment(survey: Survey): boolean {
  return survey.open.matches(payment)
}
