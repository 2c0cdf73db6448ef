// Finds e-mail addresses, phone numbers and messenger names in text, and no prices, dates, sizes, model numbers and ISBNs.

import { currencyDecimals } from '../../../src/contract/currencies.ts'
import { flatten, fold } from './fold.ts'
import { isWrittenAsPhone, type NumberInText, phoneNumbersIn } from './phone-numbers.ts'

export type ContactDetail = { kind: 'email' | 'phone' | 'messenger'; rule: string; text: string }

/**
 * The first e-mail address, phone number or messenger name in the text that is certain enough to refuse a classified (contract.md
 * §9), or null. Numbers without a country code are read as numbers of `country` (ISO 3166-1 alpha-2; null if unknown).
 */
export function contactDetail(text: string, country: string | null): ContactDetail | null {
  // The key cap of an emoji digit stands between the digits.
  const flat = withPlainDigits(flatten(fold(text)).replaceAll('\u20e3', ''))
  return email(flat) ?? plannedPhone(flat, country) ?? phone(flat) ?? nameOnMessenger(flat)
}

/** Digits of every script as 0 to 9. */
function withPlainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    // The ten digits of a script follow one another, and no digit precedes the first.
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
    return String(value)
  })
}

// ---- e-mail ---------------------------------------------------------------------------------------------------------

const localEnd = /[\p{L}\p{N}._%+'-]{1,64}$/u
const domainStart = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}])/u
const spelledAddress =
  /[\p{L}\p{N}._-]{2,40} ?[([{<] ?(?:at|@|aet|arroba) ?[)\]}>] ?[\p{L}\p{N}-]{2,40} ?(?:[([{<] ?(?:dot|punkt|punto|ponto|\.) ?[)\]}>]|\.| dot ) ?\p{L}{2,12}(?!\p{L})/u
const spelledProvider =
  /[\p{L}\p{N}._-]{2,40} (?:at|@) ?(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|gmx|web|aol|live|mail)(?: ?\. ?| dot | punkt )(?:com|de|net|org|me|fr|es|it|co\.uk)(?!\p{L})/u

function email(flat: string): ContactDetail | null {
  for (let at = flat.indexOf('@'); at >= 0; at = flat.indexOf('@', at + 1)) {
    const local = localEnd.exec(flat.slice(Math.max(0, at - 64), at))?.[0]
    const domain = domainStart.exec(flat.slice(at + 1, at + 255))?.[0]
    if (!local || !domain || !/[\p{L}\p{N}]/u.test(local)) continue
    // git@host:path names a repository, and @2x.png an image.
    if (/^:[\p{L}]/u.test(flat.slice(at + 1 + domain.length)) || /\.(?:png|jpe?g|gif|svg|webp)$/u.test(domain)) continue
    return { kind: 'email', rule: 'PF-CONTACT-EMAIL', text: `${local}@${domain}` }
  }
  const spelled = spelledAddress.exec(flat) ?? spelledProvider.exec(flat)
  return spelled ? { kind: 'email', rule: 'PF-CONTACT-EMAIL', text: spelled[0] } : null
}

// ---- messengers -----------------------------------------------------------------------------------------------------

const messenger = '(?:telegram|tg|whats ?app|signal)'
const messengerLink =
  /(?<![\p{L}\p{N}.-])(?:(?:t|wa|signal)\.me|telegram\.(?:me|dog)|chat\.whatsapp\.com|signal\.group)\/[\p{L}\p{N}_+#@][\p{L}\p{N}_+#@/.-]{2,40}/u
const nameAfter = new RegExp(
  `(?<!\\p{L})${messenger}(?: (?:me|us|at|on|is|name|handle|user|username|id|channel)){0,3} ?[:=-]? ?@[a-z][a-z0-9_.]{2,31}`,
  'u',
)
const nameBefore = new RegExp(
  `(?<![\\p{L}\\p{N}.])@[a-z][a-z0-9_.]{2,31} ?[,(-]? ?(?:(?:on|at|in|via|auf|bei|sur|en|su|no|my) )?${messenger}(?![\\p{L}\\p{N}])`,
  'u',
)
/** Without the @ only a name that is no word counts: "WhatsApp: yes" names nobody. */
const bareName =
  /(?<!\p{L})(?:(?:telegram|tg|whats ?app) ?[:=] ?[a-z][a-z0-9.]{0,20}_[a-z0-9_.]{1,30}|signal ?[:=] ?[a-z][a-z0-9_]{2,31}\.[0-9]{2,4}(?![\p{L}\p{N}]))/u

/** A name on a messenger, or a link to one. "WhatsApp" alone is no name. */
function nameOnMessenger(flat: string): ContactDetail | null {
  for (const pattern of [messengerLink, nameAfter, nameBefore, bareName]) {
    const found = pattern.exec(flat)
    if (found) return { kind: 'messenger', rule: 'PF-CONTACT-MESSENGER', text: found[0] }
  }
  return null
}

// ---- phone ----------------------------------------------------------------------------------------------------------

const candidate = /(?<![\p{L}\p{N}.,/:#-])(?:\+ ?)?\(?[0-9][0-9 ()./-]{4,26}[0-9](?![\p{L}\p{N}])/gu
const cue =
  /(?:call(?: me)?|text(?: me)?|phone|ph|tel|telephone|telefon|telef|telefono|telefone|fon|handy|mobil[e]?|mob|cell|cellphone|ring|sms|whats ?app|signal|telegram|viber|wa|appelez|anrufen|anruf|llamar|llama(?:me)?|ligue|chiamare|chiama|contact|contacto|reach me|reach us|dial|fax|hotline|(?:my|our|phone|cell|mobile|the) number|[☎📞📱☏✆])(?: (?:me|us|at|on|is|to|or|text|via|under|unter|al|au|no|nr|number|anna|now)){0,3} ?[.:=-]{0,2} ?$/u
const otherNumber =
  /(?:isbn(?:-?1[03])?|issn|ean|upc|asin|sku|model|modell|modele|modelo|type|typ|part|serial|serie|article|artikel|item|order|bestell(?:nummer|nr)?|artikel(?:nummer|nr)|pedido|commande|ordine|invoice|rechnung(?:snummer)?|factura|facture|tracking|parcel|ticket|code|id|ref|reference|mpn|oem|imei|vin|version|version|v|iban|account|konto|size|grosse|room|lot|patent|doi|edition|scale|no|nr|n°|#|[$€£¥])(?: (?:no|nr|number|nummer|code|is|-13|-10))? ?[.:#]? ?$/u
/** The numbers of rings and chips are written like phone numbers. */
const ofAnAnimal = /(?<!\p{L})(?:leg rings?|ear ?tags?|(?:micro)?chips?)(?!\p{L})[^.!?]{0,80}$/u
const unitAfter =
  /^ ?(?:[$€£¥%°"']|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|pln|kr|czk|inr|jpy|yen|km|miles?|mi|mm|cm|m|kg|g|lbs?|oz|ml|l|gb|tb|mb|mhz|ghz|hz|w|kw|kwh|ps|hp|v|ah|mah|rpm|px|pieces|pcs|pages|seiten|hours?|views|sq|qm|m2|ft|inch(?:es)?|or best|obo|vb|x)(?![\p{L}]))/u
/** Currencies whose code is an everyday English word, and so no sign of a price. */
const wordsToo = new Set([
  'ALL',
  'TOP',
  'TRY',
  'MOP',
  'CUP',
  'PEN',
  'SOS',
  'BOB',
  'MAD',
  'LAK',
  'ANG',
  'SAR',
  'CAD',
  'COP',
])
const digitWord = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)'
const spelledNumber = new RegExp(`(?<![\\p{L}])(?:${digitWord}[ ,.-]{1,3}){6,14}${digitWord}(?![\\p{L}])`, 'u')
const numberLink = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=|tel:|sms:)\+?[0-9]{7,15}/u

function phone(flat: string): ContactDetail | null {
  const linked = numberLink.exec(flat)
  if (linked) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: linked[0] }
  for (const match of flat.matchAll(candidate)) {
    const before = flat.slice(Math.max(0, match.index - 100), match.index)
    const after = flat.slice(match.index + match[0].length, match.index + match[0].length + 12)
    if (isPhone(match[0], before, after)) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: match[0].trim() }
  }
  const spelled = spelledNumber.exec(flat)
  return spelled ? { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: spelled[0] } : null
}

/** A number of a numbering plan: after a cue, or in the notation of its country. */
function plannedPhone(flat: string, country: string | null): ContactDetail | null {
  for (const found of phoneNumbersIn(flat, country)) {
    const called = cue.test(found.before)
    if (isOtherNumber(found) || (!called && /[\p{L}\p{N}.,/:#_=@-]$/u.test(found.before))) continue
    if (called || isWrittenAsPhone(found)) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: found.text.trim() }
  }
  return null
}

/** Whether the notation or the context of a number shows that it is a date, a book number, a price or the like. */
function isOtherNumber({ text, before, after }: NumberInText): boolean {
  if (isDateOrTime(text) || isBookNumber(text.replace(/[^0-9]/g, '')) || isIdentityNumber(text)) return true
  if (cue.test(before)) return false
  return (
    otherNumber.test(before) ||
    ofAnAnimal.test(before) ||
    unitAfter.test(after) ||
    isCurrency(/^ ?(\p{L}{3})(?!\p{L})/u.exec(after)?.[1])
  )
}

function isCurrency(word: string | undefined): boolean {
  const code = word?.toUpperCase() ?? ''
  return currencyDecimals.has(code) && !wordsToo.has(code)
}

function isPhone(text: string, before: string, after: string): boolean {
  const digits = text.replace(/[^0-9]/g, '')
  if (digits.length < 7 || digits.length > 15) return false
  if (isOtherNumber({ text, before, after })) return false
  const called = cue.test(before)

  const international = text.startsWith('+') || (/^00[1-9]/.test(digits) && digits.length >= 10)
  if (international) return digits.length >= 8
  if (called) return digits.length >= 7 && !/ - /.test(text)
  if (/^\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[ .-][0-9]{4}$/.test(text)) return true
  if (/^1[ .-]\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[ .-][0-9]{4}$/.test(text)) return true
  // National numbers with a trunk zero, written in groups: 020 7946 0018, 06 12 34 56 78, 0171/1234567.
  return (
    /^\(?0[1-9][0-9]{0,4}\)?[ ./-]{1,2}[0-9]/.test(text) && digits.length >= 9 && digits.length <= 12 && hasGroups(text)
  )
}

function hasGroups(text: string): boolean {
  const groups = text.split(/[^0-9]+/).filter(group => group !== '')
  return (
    groups.length >= 2 &&
    groups.every(group => group.length >= 2) &&
    !(groups.length > 5 && text.length === groups.length * 3 - 1)
  )
}

function isDateOrTime(text: string): boolean {
  return (
    /^(?:1[5-9]|2[01])[0-9]{2}[-./ ][0-9]{1,2}[-./ ][0-9]{1,2}/.test(text) ||
    /^[0-9]{1,2}[-./ ]{1,2}[0-9]{1,2}[-./ ]{1,2}(?:19|20)[0-9]{2}(?![0-9])/.test(text) ||
    /^(?:[0-2]?[0-9]|3[01])[-./](?:[0-2]?[0-9]|3[01])[-./][0-9]{2}(?![-./]?[0-9])/.test(text) ||
    /^[0-9]{1,2}[-./](?:19|20)[0-9]{2}(?![-./]?[0-9])/.test(text) ||
    /^(?:19|20)[0-9]{2} ?[-/] ?(?:19|20)[0-9]{2}$/.test(text) ||
    /^[0-2]?[0-9][.:][0-5][0-9] ?- ?[0-2]?[0-9][.:][0-5][0-9]/.test(text)
  )
}

function isBookNumber(digits: string): boolean {
  return digits.length === 13 && /^97[89]/.test(digits)
}

/** A social security number is more serious than a contact detail, so the deciding model judges it. */
function isIdentityNumber(text: string): boolean {
  return /^[0-9]{3}-[0-9]{2}-[0-9]{4}$/.test(text)
}
