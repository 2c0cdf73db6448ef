// Writes a problem as the object that REST and MCP answer (contract.md §13).

import { askOwner } from '../contract/for-owner.ts'
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
  platform.meters.refused(code)
  const { status, title, fix } = problemRow(code)
  const { headers = {}, retryable, ask: _, ...given } = extras
  const baseUrl = (site ?? platform.facts.sites[0])?.baseUrl
  const members = {
    ...given,
    // This refusal is free: a text refused as certain abuse is answered as a post instead.
    ...(given.refusal && { rule: given.refusal.rule, charged: 0 }),
    ...handOver(platform, { site, caller }, problem),
  }
  const body = {
    type: `${baseUrl}/problems/#${code}`,
    title,
    status,
    detail,
    fix,
    retryable: retryable ?? isRetryable(problem),
    docs: `${baseUrl}/problems/${code}`,
    code,
    request_id: requestId,
    ...members,
    error: { code, message: detail, ...legacyMembers(members) },
  }
  return { body, headers }
}

const isRetryable = ({ code, extras }: Problem) =>
  problemRow(code).retryable === true || extras.headers?.['retry-after'] !== undefined

/**
 * The members by which a problem leads to the person who can resolve it: the link for the owner with a sentence to forward, if the
 * request has a key, or the address of the operator.
 */
export function handOver(
  platform: Platform,
  { site, caller }: Omit<ProblemContext, 'requestId'>,
  { code, extras }: Problem,
) {
  const { contact } = platform.operator
  if (outcast.includes(code)) return contact === null ? {} : { contact }
  if (!problemRow(code).forOwner || !site || !caller) return {}
  const url = platform.links.accountUrl(site.baseUrl, caller.accountId, platform.now())
  return { account_url: url, for_human: true as const, message_for_owner: askOwner(code, url, extras.ask) }
}

/** The codes about which only the operator can do something. */
const outcast: readonly ProblemCode[] = ['banned', 'suspended']

/** The problem for a failure of the service. It reveals nothing but the request id. */
export const internalProblem = () => new Problem('internal', sentences.internal)

/** The older error object repeats the members that older clients read. */
function legacyMembers(members: { rule?: string; account_url?: string; for_human?: true; charged?: number }) {
  const { rule, account_url, for_human, charged } = members
  return {
    ...(rule && { rule }),
    ...(account_url && { account_url }),
    ...(for_human && { for_human }),
    ...(charged !== undefined && { charged }),
  }
}
