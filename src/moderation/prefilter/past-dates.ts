// Finds announced dates that are long before the start of the event: an old text that was posted again.
import { dayMs } from '../../contract/spans.ts'
import { Gate } from './gate.ts'
import type { Survey } from './survey.ts'

/** A date this long before the start is no day of preparation or booking. */
const longBeforeMs = 90 * dayMs

const months = [
  'jan(?:uar[yi]?|vier|uari|eiro)?|enero|gennaio|styczni[ae]|ocak',
  'feb(?:ruar[yi]?|braio|rero|ruari)?|fev(?:rier|ereiro)|lut(?:y|ego)|subat',
  'mar(?:ch|z|s|zo|co|t)?|maart|marz(?:ec|a)|maerz',
  'apr(?:il|ile)?|avril|abril|kwie(?:cien|tnia)|nisan',
  'ma[yi]|maio|mayo|maggio|mei|mayis|maja',
  'jun[ei]?|juin|junio|junho|giugno|czerw(?:iec|ca)|haziran',
  'jul[yi]?|juillet|julio|julho|luglio|lip(?:iec|ca)|temmuz',
  'aug(?:ust|ustus)?|aout|agosto|sierp(?:ien|nia)|agustos',
  'sep(?:t(?:ember|embre|iembre)?)?|setembro|settembre|wrze(?:sien|snia)|eylul',
  'o[ck]t(?:ober|obre|ubre)?|outubro|ottobre|pazdziernika?|ekim',
  'nov(?:ember|embre|iembre|embro)?|listopada?|kasim',
  'de[cz](?:ember|embre|iembre|embro)?|dicembre|dicirembre|diciembre|grud(?:zien|nia)|aralik',
]
const month = months.join('|')
const separator = '(?:[ .,]|de |of |st|nd|rd|th){0,4}'
const date = [
  '(?<iso>20\\d\\d-(?:0[1-9]|1[0-2])-[0-3]\\d)',
  '(?<one>[0-3]?\\d)[./](?<other>[0-3]?\\d)[./](?<year>20\\d\\d)',
  `(?<dayFirst>[0-3]?\\d)${separator} ?(?<name>${month})(?![\\p{L}])${separator} ?(?<yearLast>20\\d\\d)`,
  `(?<nameFirst>${month})(?![\\p{L}])[. ]{1,2}(?<dayLast>[0-3]?\\d)(?:st|nd|rd|th)?,? (?<yearAfter>20\\d\\d)`,
].join('|')
/** Signs of an announced day: a label before it, or an hour after it. */
const before =
  '(?:date|when|wann|datum|fecha|cuando|quando|quand|data|kiedy|rsvp by|register by|book by|deadline|anmeldung bis|doors|starts?(?: on)?) ?:? ?(?:\\p{L}{2,10},? )?'
const hour = '(?:\\d{1,2}[:.h]\\d{2}|\\d{1,2} ?(?:am|pm|uhr|h)(?![\\p{L}]))'
const after = `(?=,? ?(?:-|at|from|um|ab|von|a las|a|as|alle|alle ore|om|o|saat)? ?${hour})`
const unnamed = date.replace(/\?<\w+>/g, '?:')
const announced = new Gate(new RegExp(`(?<![\\p{N}/.-])(?:${before}(?:${unnamed})|(?:${unnamed})${after})`, 'u'))
const anyDate = new RegExp(`(?<![\\p{N}/.-])(?:${date})`, 'gu')

/** Whether all dates in the text are long before the start of its event, and at least one is announced. */
export function announcesPastDates({ post, open }: Survey): boolean {
  const { startsAt } = post
  // Every known date has a year of this century, which begins with 20.
  if (typeof startsAt !== 'number' || !open.flat.includes('20') || !open.matches(announced)) return false
  const all = [...open.flat.matchAll(anyDate)].map(match => timeOf(match.groups ?? {}))
  return all.every(time => time < startsAt - longBeforeMs)
}

/** 00:00 UTC of the matched day, epoch milliseconds. */
function timeOf(groups: Record<string, string | undefined>): number {
  const { iso, one, other, year, dayFirst, name, yearLast, nameFirst, dayLast, yearAfter } = groups
  if (iso) return Date.parse(`${iso}T00:00:00Z`) || 0
  if (year) {
    const [day, month] = Number(other) > 12 ? [other, one] : [one, other]
    return Date.UTC(Number(year), Number(month) - 1, Number(day))
  }
  const named = name ?? nameFirst ?? ''
  const place = months.findIndex(pattern => new RegExp(`^(?:${pattern})$`, 'u').test(named))
  return Date.UTC(Number(yearLast ?? yearAfter), Math.max(0, place), Number(dayFirst ?? dayLast))
}
