// The row of a page or form of the account: its path, the grade of session that it takes, and the function that answers.
import type { PrivateRoute, PrivateVisit } from '../private/route.ts'
import type { OwnerSession } from './session.ts'

export type Visit = PrivateVisit<OwnerSession>

export type OwnersRoute = PrivateRoute<OwnerSession> & {
  /** The lowest grade of session: `agent` from an account link, `email` from the inbox of the owner (contract.md §11). */
  grade: OwnerSession['grade']
}
