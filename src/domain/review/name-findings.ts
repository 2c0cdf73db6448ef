// What speaks against the handle or the name of an account: what the rules found at sign-up, and what readers reported.
import type { ReportReason } from '../../contract/moderation/report-reasons.ts'
import { sha256 } from '../ids.ts'

/** A finding of the rules or the model. `category`: one of the policy, or `listed` for an entry of a list without one. `what`: a sentence for people. */
export type NameFinding = { member: 'handle' | 'name'; category: string; what: string }

/** A report of a handle. `reporter`: a pseudonym. `at`: epoch ms. */
export type HandleReport = { reporter: string; reason: ReportReason; details: string | null; at: number }

export type NameFindings = { found: NameFinding[]; reports: HandleReport[] }

export const namesNothing: NameFindings = { found: [], reports: [] }

/** The findings of a stored row. */
export const findingsIn = (stored: string): NameFindings => JSON.parse(stored) as NameFindings

/** The name of what a reviewer saw: other reports make another one, and so does another handle or name. */
export const nameSeen = (
  { account_id, reports }: { account_id: string; reports: number },
  { handle, name }: { handle: string; name: string },
): string => `${account_id}.${reports}.${sha256(`${handle} ${name}`).slice(0, 16)}`
