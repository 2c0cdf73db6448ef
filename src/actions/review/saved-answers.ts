// Keeps and forgets the answers of a reviewer.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import * as store from '../../store/review/saved-answers.ts'
import type { Scope } from '../scope.ts'

type Named = { reviewer: string; name: string }

/** Keeps an answer under a name, in place of an older one. Throws `invalid` past `limits.savedAnswers`. */
export async function keepAnswer(
  { db, now }: Scope,
  { reviewer, name, answer }: Named & { answer: string },
): Promise<void> {
  const kept = await store.savedAnswersOf(db, reviewer)
  if (kept.length >= limits.savedAnswers && !kept.some(each => each.name === name))
    throw new Problem('invalid', `At most ${limits.savedAnswers} answers are kept: delete one first.`)
  await store.saveAnswer(db, { reviewer, name, answer, created_at: now })
}

/** Deletes an answer. A repeat changes nothing. */
export async function forgetAnswer({ db }: Scope, named: Named): Promise<void> {
  await store.deleteAnswer(db, named)
}
