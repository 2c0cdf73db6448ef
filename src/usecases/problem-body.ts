// A problem as the world reads it (contract.md §13): the same object over REST and MCP.

import { Problem } from '../contract/problem.ts'
import { type ProblemCode, problemRow } from '../contract/problems.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { KeyHolder } from '../store/money/keys.ts'
import type { Platform } from './platform.ts'

/** Who met the problem: the site and the caller are null when the request was refused before they were known. */
export type ProblemContext = {
  requestId: string
  site: { id: SiteId; baseUrl: string } | null
  caller: KeyHolder | null
}

export type ProblemBody = { type: string; title: string; status: number; detail: string; code: ProblemCode } & Record<
  string,
  unknown
>

/** The members of a problem, with a link for the owner where only the owner can go on; and the headers it is answered with. */
export function problemBody(
  platform: Platform,
  { requestId, site, caller }: ProblemContext,
  problem: Problem,
): { body: ProblemBody; headers: Record<string, string> } {
  const { code, message: detail, extras } = problem
  const { status, title, forOwner } = problemRow(code)
  const { headers = {}, ...given } = extras
  const members = {
    ...given,
    // A text that a fixed rule refuses costs nothing: a text that is abuse is answered as a post.
    ...(given.refusal && { rule: given.refusal.rule, charged: 0 }),
    ...(forOwner && ownerLink(platform, site, caller)),
  }
  const body = {
    type: `${(site ?? platform.facts.sites[0])?.baseUrl}/problems/#${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
    ...members,
    error: { code, message: detail, ...legacyMembers(members) },
  }
  return { body, headers }
}

/** Members of what only the owner can resolve: a link for the owner of the key; nothing where there is no key. */
export function ownerLink(platform: Platform, site: ProblemContext['site'], caller: KeyHolder | null) {
  if (!site || !caller) return {}
  const url = platform.links.accountUrl(site.baseUrl, caller.accountId, platform.now())
  return { account_url: url, for_human: true as const }
}

/** What is answered when the service itself failed: nothing but the request id. */
export const internalProblem = () =>
  new Problem('internal', 'The request failed on our side. Quote the request id when you report it.')

/** The older error object repeats the members that older clients read. */
function legacyMembers(members: Omit<Problem['extras'], 'headers'> & { rule?: string }) {
  const { errors, rule, account_url, for_human, charged } = members
  return {
    ...(errors && { errors }),
    ...(rule && { rule }),
    ...(account_url && { account_url }),
    ...(for_human && { for_human }),
    ...(charged !== undefined && { charged }),
  }
}
