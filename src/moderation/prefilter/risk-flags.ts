// Detects links and mentions of payment, which cautious readers should know about.

import type { PostText } from '../../domain/posts/post-text.ts'
import { Gate } from './gate.ts'
import { holdsLinkText } from './links.ts'
import { Survey } from './survey.ts'

const payment = new Gate(
  /(?<![\p{L}])(?:pay(?:s|ing|ment|able|pal)?|paid|prepay|deposit|fees?|invoice|venmo|zelle|cash ?app|western union|moneygram|wire transfer|bank transfer|gift cards?|bitcoin|btc|ethereum|eth|usdt|crypto(?:currency)?|iban|credit cards?|debit cards?|zahlung|bezahl\p{L}{0,4}|uberweis\p{L}{0,4}|anzahlung|pago|pagar|transferencia|paiement|payer|virement|pagamento|pagar|bonifico|betal\p{L}{0,3})(?![\p{L}])|支払|振込|(?:[$€£¥₹₩₽₿] ?[0-9])|[0-9] ?(?:[€£¥₹₩₽]|(?:usd|eur|gbp|chf|dollars?|euros?|pounds?|btc|eth)(?![\p{L}]))/u,
)

/** A demand for a donation; a welcome donation does not match. */
export const demandedDonation = new Gate(
  /(?<![\p{L}])(?:donate (?:now|here|today|online|via|through|by|at)|(?:must|have to|need to) donate|please donate(?! (?:blood|plasma|books|clothes|clothing|food|toys|furniture|your time))|donations? (?:(?:is|are) )?(?:required|mandatory|compulsory)|(?:required|mandatory|compulsory|minimum) donations?|mindestspende|spendenkonto|(?:jetzt|bitte) spende(?:n|t)?|donativo (?:obligatorio|minimo)|don (?:obligatoire|minimum)|donazione (?:obbligatoria|minima))(?![\p{L}])/u,
)

/** Phrases that say that nothing has to be paid, in the languages of `payment`. */
export const nothingToPay = new RegExp(
  [
    // English
    '(?:no|without|zero|free of)(?: (?:any|an?|hidden|entry|entrance|admission|participation|membership|registration|booking|further|extra|advance|up-?front)){0,3} (?:fees?|payments?|deposit)',
    '(?:fee|payment)[- ]free|pay(?:s|ing)? nothing|nothing to pay|no need to pay|pay (?:what|as much as|as) you (?:want|wish|like|can|please|feel)',
    "(?:do not|don't|does not|doesn't|need not|needn't|without)(?: (?:need to|have to|having to))? pay(?:ing)?(?: (?:anything|an? (?:fee|cent|penny)))?",
    // German, Dutch
    '(?:keine?|ohne)(?: (?:vorherige|weitere|jede))? (?:anzahlung|zahlung|bezahlung|uberweisung)|nichts? (?:zu )?bezahl(?:en|t)',
    '(?:geen|zonder|niets?)(?: te)? betal\\p{L}{0,3}',
    // Spanish, Portuguese, French, Italian
    '(?:sin|ningun|sem|nenhum|sans|aucun|pas de|senza|nessun)(?: (?:ningun|nenhum|qualquer|aucun|alcun))? (?:pago|pagar|transferencia|pagamento|bonifico|paiement|payer|virement)',
    '(?:no|nao) (?:hay que|hace falta|es necesario|se tiene que|tienes? que|necesitas?|e preciso|e necessario|precisas?|tem que|tem de) pagar|nada (?:que|a) pagar|rien a payer|pas (?:besoin de|a) payer',
  ]
    .map(source => `(?<![\\p{L}])(?:${source})(?![\\p{L}])`)
    .concat(
      '(?:支払い?|振込み?)[はも]?(?:不要|なし|ありません|いりません)',
      '[$€£¥₹₩₽₿] ?0(?:[.,]0{1,2})?(?![.,]?[0-9])',
      '(?<![0-9][.,]?)0(?:[.,]0{1,2})? ?(?:[€£¥₹₩₽]|(?:usd|eur|gbp|chf|dollars?|euros?|pounds?)(?![\\p{L}]))',
    )
    .join('|'),
  'gu',
)

/** True when the text of a post holds a link or a bare domain. */
export function holdsLink(post: PostText): boolean {
  return holdsLinkText(new Survey(post))
}

/**
 * Whether the text mentions paying, a means of payment or an amount of money. Phrases that something is free, that nothing has to
 * be paid or that donations are welcome do not count.
 */
export function mentionsPayment({ open }: Survey): boolean {
  if (open.matches(demandedDonation)) return true
  if (!open.matches(payment)) return false
  return payment.test(open.flat.replace(nothingToPay, ' '))
}
