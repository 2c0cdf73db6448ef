// Writes a problem as the object that REST and MCP answer (contract.md §13).

import { Problem } from '../contract/problems/problem.ts'
import { type ProblemCode, problemRow } from '../contract/problems/problems.ts'
import { sentences } from '../contract/sentences.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import type { KeyHolder } from '../store/accounts/keys.ts'
import type { Platform } from './platform.ts'

/** The request with the problem. Site and caller are null if the request was refused before they were known. */
export type ProblemContext = {
  requestId: string
  site: { id: SiteId; baseUrl: string } | null
  caller: KeyHolder | null
}

export type ProblemBody = { type: string; title: string; status: number; detail: string; code: ProblemCode } & Record<
  string,
  unknown
>

/** The members and the headers of a problem, with a link for the owner if only the owner can resolve it. */
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
    // This refusal is free: a text refused as certain abuse is answered as a post instead.
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

/** The link for the owner of the key, for a problem that only the owner can resolve; no members without a key. */
export function ownerLink(platform: Platform, site: ProblemContext['site'], caller: KeyHolder | null) {
  if (!site || !caller) return {}
  const url = platform.links.accountUrl(site.baseUrl, caller.accountId, platform.now())
  return { account_url: url, for_human: true as const }
}

/** The problem for a failure of the service. It reveals nothing but the request id. */
export const internalProblem = () => new Problem('internal', sentences.internal)

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
