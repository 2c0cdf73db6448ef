// The cursors of lists that go by a number: a letter for the list, and the number after which the next page begins.
import { invalid } from '../../contract/problems/problem.ts'
import { show } from '../../domain/shape.ts'

/** The letter of the cursors of events. */
export const outcomeCursor = 'e'

/** A cursor of the list with this letter. */
export function writePosition(letter: string, position: number): string {
  return Buffer.from(`${letter}.${position}`).toString('base64url')
}

/** The number of a cursor. Throws `invalid` for a cursor of another list. */
export function readPosition(pointer: string, cursor: string, letter: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const position = Number(/^[a-z]\.(\d{1,16})$/.exec(text)?.[1])
  const sound = Number.isSafeInteger(position) && writePosition(letter, position) === cursor
  if (!sound) throw invalid([`${pointer}: got ${show(cursor)}; it takes the cursor of a page of this list`])
  return position
}
