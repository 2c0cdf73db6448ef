// Finds phone numbers by the numbering plans of all countries, and excludes prices, sizes, dates and article numbers.
import { type CountryCode, findPhoneNumbersInText, isSupportedCountry, type PhoneNumber } from 'libphonenumber-js/max'

/** A number in a text, with the text before and after it. */
export type NumberInText = { text: string; before: string; after: string }

/** Five digits or more with little between them. A text without them is not searched further. */
const enoughDigits = /\p{Nd}(?:[^\p{L}\p{Nd}\n]{0,3}\p{Nd}){4}/u
/** The most candidates that are checked; a text with more has tables, not phone numbers. */
const mostCandidates = 200
const longestRead = 20_000

/**
 * The numbers in a text that are valid in the country of the text (ISO 3166-1 alpha-2, null where it is not known) or with a
 * country code. A valid number may still be something else: see `isWrittenAsPhone`.
 */
export function phoneNumbersIn(text: string, country: string | null): (NumberInText & { number: PhoneNumber })[] {
  if (!enoughDigits.test(text)) return []
  const read = text.slice(0, longestRead)
  const options = {
    ...(country !== null && isSupportedCountry(country) && { defaultCountry: country as CountryCode }),
    maxTries: mostCandidates,
  }
  return findPhoneNumbersInText(read, options).map(({ number, startsAt, endsAt }) => ({
    number,
    text: read.slice(startsAt, endsAt),
    before: read.slice(Math.max(0, startsAt - 100), startsAt),
    after: read.slice(endsAt, endsAt + 12),
  }))
}

/** Whether a valid number is in the notation of its country for phone numbers, so that it is hardly anything else. */
export function isWrittenAsPhone({ text, before, after, number }: NumberInText & { number: PhoneNumber }): boolean {
  if (/^(?:\+|00)/.test(text.replace(/[^+\p{Nd}]/gu, ''))) return true
  const groups = text.match(/\p{Nd}+/gu) ?? []
  // Part of something longer: a card, an account, a list of numbers.
  if (/\p{Nd}[ .,/-]{0,2}$/u.test(before) || /^(?:[ .,/-]{0,2}(?!0)\p{Nd}{3}| \p{Nd}{2}(?![\p{Nd}:]))/u.test(after))
    return false
  if (/[.,] /.test(text) || isSequence(groups.map(Number)) || isRange(text, groups)) return false
  const digits = groups.join('')
  if (groups.length >= 9 && groups.every(group => group.length === 1)) return true
  if (groups.length === 1) return digits.length >= (digits.startsWith('0') ? 10 : 9) && isMobile(number, digits)
  if (digits.length < 8 || isThousands(text, groups)) return false
  // People group mobile numbers as they like, and many leave the trunk zero out.
  if (digits.length >= 9 && groups.length <= 5 && !/[.,/]/.test(text) && !isList(groups) && isMobile(number, digits))
    return true
  if (groups.every(group => group.length === 3) && number.getType() !== 'MOBILE') return false
  return (number.formatNational().match(/\p{Nd}+/gu) ?? []).join(' ') === groups.join(' ')
}

/** Whether these digits are a mobile number, with or without the trunk prefix. Round numbers and dates do not count. */
function isMobile(number: PhoneNumber, digits: string): boolean {
  return number.getType() === 'MOBILE' && !/000$|^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])/.test(digits)
}

/** 302 304 305 are numbers of several articles. */
function isList(groups: readonly string[]): boolean {
  const numbers = groups.map(Number)
  const rises = numbers.every((value, i) => i === 0 || value > numbers[i - 1]!)
  return rises && groups.every(({ length }) => length === groups[0]!.length) && numbers.at(-1)! - numbers[0]! < 100
}

/** 38 39 40 41 are sizes, 10 20 30 40 are steps. */
function isSequence(numbers: readonly number[]): boolean {
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  return numbers.length >= 3 && numbers.every((number, i) => i === 0 || number - numbers[i - 1]! === step)
}

/** 2500 1996 is a model with its year, 2130-2134 and 2000-2500 are ranges. */
function isRange(text: string, groups: readonly string[]): boolean {
  if (groups.length !== 2) return false
  if (groups.some(group => /^(?:19|20)\d\d$/.test(group))) return true
  const [from, to] = groups.map(Number) as [number, number]
  return /\d ?[-/] ?\d/.test(text) && from < to && (to - from < 500 || (from % 10 === 0 && to % 10 === 0))
}

/** 612.345.678 may be a large number as well as a phone number. */
function isThousands(text: string, groups: readonly string[]): boolean {
  return groups.slice(1).every(group => group.length === 3) && (/[.,']/.test(text) || /000$/.test(text))
}
