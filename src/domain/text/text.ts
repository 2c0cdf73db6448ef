// Text as it is stored: Unicode NFC, trimmed, without control characters (contract.md §3).
import { limits } from '../../contract/limits.ts'

/** A JSON value with its texts in NFC and trimmed, and the errors of texts that cannot be stored, JSON pointer first. */
export function storableText(value: unknown): { value: unknown; errors: string[] } {
  const errors: string[] = []
  const walk = (node: unknown, pointer: string, depth: number): unknown => {
    if (typeof node === 'string') {
      // Unicode normalisation does not change ASCII.
      if (/^[\n\x20-\x7e]*$/.test(node)) return node.trim()
      const fault = textFault(node)
      if (fault) errors.push(`${pointer || '/'}: ${fault}`)
      return fault ? node : node.normalize('NFC').replaceAll('\r\n', '\n').trim()
    }
    if (typeof node === 'number' && !Number.isFinite(node))
      errors.push(`${pointer || '/'}: is a number too large to be read`)
    if (node === null || typeof node !== 'object' || depth > 20) return node
    if (Array.isArray(node)) return node.map((item, i) => walk(item, `${pointer}/${i}`, depth + 1))
    return Object.fromEntries(
      Object.entries(node).map(([name, item]) => [
        name,
        walk(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1),
      ]),
    )
  }
  return { value: walk(value, '', 0), errors: errors.slice(0, 50) }
}

/** Far more than any script uses. The limit is needed because the time of normalising grows with the square of a row. */
const marksInARow = 500
// Variation selectors are not counted: normalising does not reorder them, and the prefilter looks for hidden data in them. The
// halfwidth sound marks of kana are counted: they are letters, but NFKC makes marks of them.
const mark = '[[\\p{M}\\uff9e\\uff9f]--[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]]'
/** Matches only from the beginning of a row: a try from each of its marks would take quadratic time. */
const tooManyMarks = new RegExp(`(?<!${mark})${mark}{${marksInARow + 1}}`, 'v')

/**
 * Why a text cannot be stored, or null. Faults are control characters other than newline and tab, half surrogate pairs,
 * non-characters, too many marks in a row, and characters that NFKC makes many of.
 */
function textFault(text: string): string | null {
  if (!text.isWellFormed()) return 'has half of a surrogate pair, which is no character; send whole characters'
  const marks = tooManyMarks.exec(text)
  if (marks)
    return `has more than ${marksInARow} combining marks in a row at character ${[...text.slice(0, marks.index)].length}; no script needs as many`
  const control = /(?!\n|\t|\r\n)[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/u.exec(text)
  if (!control) return growthFault(text)
  const code = control[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `has the control character U+${code} at character ${[...text.slice(0, control.index)].length}; only newline and tab are allowed`
}

/** Texts are compared in NFKC, which can make a text much longer: the one character U+FDFA, of short Arabic texts, becomes 18. */
function growthFault(text: string): string | null {
  const writtenOut = text.normalize('NFKC')
  if (writtenOut.length <= Math.max(limits.textGrowth * text.length, limits.textGrowthAlways)) return null
  const signs = [...text]
  const at = signs.findIndex(sign => sign.normalize('NFKC').length > limits.textGrowth * sign.length)
  const code = signs[at]?.codePointAt(0)?.toString(16).toUpperCase()
  const became = `U+${code} at character ${at} becomes ${signs[at]?.normalize('NFKC').length}`
  return `grows from ${signs.length} to ${writtenOut.length} characters in NFKC, where ${became}; it may grow to ${limits.textGrowth} times its length: write such signs out in letters, or send fewer of them`
}
