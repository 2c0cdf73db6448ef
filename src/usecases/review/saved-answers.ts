// The answers that a reviewer keeps for later: what their names and texts take.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { type SavedAnswer, savedAnswersOf } from '../../store/review/saved-answers.ts'
import type { Platform } from '../platform.ts'
import { sayable } from './decide-item.ts'

export type { SavedAnswer }

/** The answers of a reviewer, by name. */
export const answersOf = ({ db }: Platform, reviewer: string): Promise<SavedAnswer[]> => savedAnswersOf(db, reviewer)

/** Keeps an answer under a name, in place of an older one. Throws `invalid`. */
export async function keepAnswer(
  platform: Platform,
  { reviewer, ...given }: { reviewer: string; name: string; answer: string },
): Promise<void> {
  const [name, answer] = [sayable(given.name).trim(), sayable(given.answer).trim()]
  if (name === '' || [...name].length > limits.savedAnswerName)
    throw new Problem('invalid', `A saved answer takes a name of 1 to ${limits.savedAnswerName} characters.`)
  if (answer === '') throw new Problem('invalid', 'Write the answer first.')
  await platform.act('keepAnswer', { reviewer, name, answer })
}

/** The first words of an answer, as its name. */
export function nameFor(answer: string): string {
  const words = [...answer.trim().replace(/\s+/g, ' ')]
  if (words.length <= limits.savedAnswerName) return words.join('')
  const start = words.slice(0, limits.savedAnswerName).join('')
  return start.replace(/\s\S*$/, '')
}
