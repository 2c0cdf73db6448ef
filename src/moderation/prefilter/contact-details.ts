// Finds e-mail addresses, phone numbers and messenger names in text, but not prices, dates, sizes, model numbers and ISBNs.

import { currencyDecimals } from '../../contract/currencies.ts'
import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
import { fold } from './fold.ts'
import { Gate } from './gate.ts'
import { isWrittenAsPhone, type NumberInText, phoneNumbersIn } from './phone-numbers.ts'
import { Layer } from './survey.ts'

export type ContactDetail = { kind: 'email' | 'phone' | 'messenger'; rule: RefusalRule; text: string }

/**
 * The first e-mail address, phone number or messenger name that is certain enough to refuse a classified (contract.md §9), or null.
 * Numbers without a country code are read as numbers of `country` (ISO 3166-1 alpha-2, null where it is not known).
 */
export function contactDetail(text: string, country: string | null): ContactDetail | null {
  return contactDetailIn(new Layer(() => fold(text)), country)
}

/** The same for a folded text. */
export function contactDetailIn(folded: Layer, country: string | null): ContactDetail | null {
  // U+20E3, which makes a digit an emoji, would separate the digits.
  const layer = asciiText.test(folded.flat)
    ? folded
    : new Layer(() => withPlainDigits(folded.flat.replaceAll('\u20e3', '')))
  const enough = countDigits(layer.flat) >= fewestDigits
  return (
    email(layer) ??
    (enough ? plannedPhone(layer.flat, country) : null) ??
    phone(layer, enough) ??
    nameOnMessenger(layer)
  )
}

const asciiText = /^[\x00-\x7f]*$/
/** The fewest digits of a phone number. */
const fewestDigits = 5

function countDigits(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) count++
  }
  return count
}

/** Digits of every script as 0 to 9. */
function withPlainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    // The ten digits of a script have consecutive codes, and the code before the first is no digit.
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
    return String(value)
  })
}

// ---- e-mail ---------------------------------------------------------------------------------------------------------

const localEnd = /[\p{L}\p{N}._%+'-]{1,64}$/u
const domainStart = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}])/u
const spelledAddress = new Gate(
  /[\p{L}\p{N}._-]{2,40} ?[([{<] ?(?:at|@|aet|arroba) ?[)\]}>] ?[\p{L}\p{N}-]{2,40} ?(?:[([{<] ?(?:dot|punkt|punto|ponto|\.) ?[)\]}>]|\.| dot ) ?\p{L}{2,12}(?!\p{L})/u,
)
const spelledProvider = new Gate(
  /[\p{L}\p{N}._-]{2,40} (?:at|@) ?(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|gmx|web|aol|live|mail)(?: ?\. ?| dot | punkt )(?:com|de|net|org|me|fr|es|it|co\.uk)(?!\p{L})/u,
)

function email(layer: Layer): ContactDetail | null {
  const { flat } = layer
  for (let at = flat.indexOf('@'); at >= 0; at = flat.indexOf('@', at + 1)) {
    const local = localEnd.exec(flat.slice(Math.max(0, at - 64), at))?.[0]
    const domain = domainStart.exec(flat.slice(at + 1, at + 255))?.[0]
    if (!local || !domain || !/[\p{L}\p{N}]/u.test(local)) continue
    // git@host:path names a repository, and @2x.png a picture.
    if (/^:[\p{L}]/u.test(flat.slice(at + 1 + domain.length)) || /\.(?:png|jpe?g|gif|svg|webp)$/u.test(domain)) continue
    return { kind: 'email', rule: 'PF-CONTACT-EMAIL', text: `${local}@${domain}` }
  }
  const spelled = layer.find(spelledAddress) ?? layer.find(spelledProvider)
  return spelled ? { kind: 'email', rule: 'PF-CONTACT-EMAIL', text: spelled } : null
}

// ---- messengers -----------------------------------------------------------------------------------------------------

const messenger = '(?:telegram|tg|whats ?app|signal)'
const messengerLink = new Gate(
  /(?<![\p{L}\p{N}.-])(?:(?:t|wa|signal)\.me|telegram\.(?:me|dog)|chat\.whatsapp\.com|signal\.group)\/[\p{L}\p{N}_+#@][\p{L}\p{N}_+#@/.-]{2,40}/u,
)
const nameAfter = new Gate(
  new RegExp(
    `(?<!\\p{L})${messenger}(?: (?:me|us|at|on|is|name|handle|user|username|id|channel)){0,3} ?[:=-]? ?@[a-z][a-z0-9_.]{2,31}`,
    'u',
  ),
)
const nameBefore = new Gate(
  new RegExp(
    `(?<![\\p{L}\\p{N}.])@[a-z][a-z0-9_.]{2,31} ?[,(-]? ?(?:(?:on|at|in|via|auf|bei|sur|en|su|no|my) )?${messenger}(?![\\p{L}\\p{N}])`,
    'u',
  ),
)
/** A name without @ has to have an underscore or digits: "WhatsApp: yes" names nobody. */
const bareName = new Gate(
  /(?<!\p{L})(?:(?:telegram|tg|whats ?app) ?[:=] ?[a-z][a-z0-9.]{0,20}_[a-z0-9_.]{1,30}|signal ?[:=] ?[a-z][a-z0-9_]{2,31}\.[0-9]{2,4}(?![\p{L}\p{N}]))/u,
)

/** A name on a messenger, or a link to it; the word "WhatsApp" alone does not count. */
function nameOnMessenger(layer: Layer): ContactDetail | null {
  for (const gate of [messengerLink, nameAfter, nameBefore, bareName]) {
    const text = layer.find(gate)
    if (text) return { kind: 'messenger', rule: 'PF-CONTACT-MESSENGER', text }
  }
  return null
}

// ---- phone ----------------------------------------------------------------------------------------------------------

const candidate = /(?<![\p{L}\p{N}.,/:#-])(?:\+ ?)?\(?[0-9][0-9 ()./-]{4,26}[0-9](?![\p{L}\p{N}])/gu
const cue =
  /(?:call(?: me)?|text(?: me)?|phone|ph|tel|telephone|telefon|telef|telefono|telefone|fon|handy|mobil[e]?|mob|cell|cellphone|ring|sms|whats ?app|signal|telegram|viber|wa|appelez|anrufen|anruf|llamar|llama(?:me)?|ligue|chiamare|chiama|contact|contacto|reach me|reach us|dial|fax|hotline|(?:my|our|phone|cell|mobile|the) number|[☎📞📱☏✆])(?: (?:me|us|at|on|is|to|or|text|via|under|unter|al|au|no|nr|number|anna|now)){0,3} ?[.:=-]{0,2} ?$/u
const otherNumber =
  /(?:isbn(?:-?1[03])?|issn|ean|upc|asin|sku|model|modell|modele|modelo|type|typ|part|serial|serie|article|artikel|item|order|bestell(?:nummer|nr)?|artikel(?:nummer|nr)|pedido|commande|ordine|invoice|rechnung(?:snummer)?|factura|facture|tracking|parcel|ticket|code|id|ref|reference|mpn|oem|imei|vin|version|version|v|iban|account|konto|size|grosse|room|lot|patent|doi|edition|scale|no|nr|n°|#|[$€£¥])(?: (?:no|nr|number|nummer|code|is|-13|-10))? ?[.:#]? ?$/u
/** Rings and chips of animals have numbers that look like phone numbers. */
const ofAnAnimal = /(?<!\p{L})(?:leg rings?|ear ?tags?|(?:micro)?chips?)(?!\p{L})[^.!?]{0,80}$/u
const unitAfter =
  /^ ?(?:[$€£¥%°"']|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|pln|kr|czk|inr|jpy|yen|km|miles?|mi|mm|cm|m|kg|g|lbs?|oz|ml|l|gb|tb|mb|mhz|ghz|hz|w|kw|kwh|ps|hp|v|ah|mah|rpm|px|pieces|pcs|pages|seiten|hours?|views|sq|qm|m2|ft|inch(?:es)?|or best|obo|vb|x)(?![\p{L}]))/u
/** Codes of currencies that are common English words, so they do not indicate a price. */
const codesThatAreWords = new Set([
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
const spelledNumber = new Gate(
  new RegExp(`(?<![\\p{L}])(?:${digitWord}[ ,.-]{1,3}){6,14}${digitWord}(?![\\p{L}])`, 'u'),
)
const numberLink = /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=|tel:|sms:)\+?[0-9]{7,15}/u

function phone(layer: Layer, hasDigits: boolean): ContactDetail | null {
  const { flat } = layer
  const linked = hasDigits ? numberLink.exec(flat) : null
  if (linked) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: linked[0] }
  for (const match of hasDigits ? flat.matchAll(candidate) : []) {
    const before = flat.slice(Math.max(0, match.index - 100), match.index)
    const after = flat.slice(match.index + match[0].length, match.index + match[0].length + 12)
    if (isPhone(match[0], before, after)) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: match[0].trim() }
  }
  const spelled = layer.find(spelledNumber)
  return spelled ? { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: spelled } : null
}

/** A valid number of a numbering plan, after a word such as "call" or in the notation of its country. */
function plannedPhone(flat: string, country: string | null): ContactDetail | null {
  for (const found of phoneNumbersIn(flat, country)) {
    const called = cue.test(found.before)
    if (isOtherNumber(found) || (!called && /[\p{L}\p{N}.,/:#_=@-]$/u.test(found.before))) continue
    if (called || isWrittenAsPhone(found)) return { kind: 'phone', rule: 'PF-CONTACT-PHONE', text: found.text.trim() }
  }
  return null
}

/** Whether a number is a date, a book number, a price or the like, by its notation and the text around it. */
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
  return currencyDecimals.has(code) && !codesThatAreWords.has(code)
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

/** A social security number is left to the deciding model: it is worse than a contact detail. */
function isIdentityNumber(text: string): boolean {
  return /^[0-9]{3}-[0-9]{2}-[0-9]{4}$/.test(text)
}
