// What a cautious reader of a public post should know before acting on it.

import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { demandedDonation, nothingToPay } from '../../../src/moderation/prefilter/risk-flags.ts'
import { flatten, fold, wholeText } from './fold.ts'
import { holdsLinkText } from './links.ts'

const payment =
  /(?<![\p{L}])(?:pay(?:s|ing|ment|able|pal)?|paid|prepay|deposit|fees?|invoice|venmo|zelle|cash ?app|western union|moneygram|wire transfer|bank transfer|gift cards?|bitcoin|btc|ethereum|eth|usdt|crypto(?:currency)?|iban|credit cards?|debit cards?|zahlung|bezahl\p{L}{0,4}|uberweis\p{L}{0,4}|anzahlung|pago|pagar|transferencia|paiement|payer|virement|pagamento|pagar|bonifico|betal\p{L}{0,3})(?![\p{L}])|支払|振込|(?:[$€£¥₹₩₽₿] ?[0-9])|[0-9] ?(?:[€£¥₹₩₽]|(?:usd|eur|gbp|chf|dollars?|euros?|pounds?|btc|eth)(?![\p{L}]))/u

/** True when the text has a link or a bare domain. */
export function holdsLink(post: PostText): boolean {
  return holdsLinkText(wholeText(post))
}

/** True when the text mentions paying, a means of payment or an amount of money. */
export function mentionsPayment(post: PostText): boolean {
  const flat = flatten(fold(wholeText(post)))
  return demandedDonation.pattern.test(flat) || payment.test(flat.replace(nothingToPay, ' '))
}
