// Whose deliveries are tried next: endpoints take turns, and nobody takes what others need (docs/webhooks.md, Fairness).
import { limits } from '../contract/limits.ts'

/**
 * `probation`: it has not answered 2xx yet at its present URL; `guest`: nor has its account a card or money, so that others of its
 * kind cost nothing. `failing`: it has answered 2xx, but its last attempt failed. `proven`: its last attempt succeeded. All but
 * the proven are tried one attempt at a time, in shares of their own.
 */
export const endpointStandings = ['failing', 'guest', 'probation', 'proven'] as const
export type EndpointStanding = (typeof endpointStandings)[number]

/** An attempt that is under way, wherever it runs and whether or not its endpoint still exists. */
export type Turn = { webhookId: string; accountId: string; host: string; standing: EndpointStanding }

/** An endpoint with deliveries that are due: the first of them, as many as may be under way at once. */
export type ReadyEndpoint = Turn & { due: readonly number[] }

/** Attempts that there is room for: in all, and to endpoints of each standing that has a share. */
export type Room = { limit: number; failing: number; guest: number; probation: number }

/** Attempts that may be under way at once to one endpoint of this standing. */
export const perEndpoint = (standing: EndpointStanding): number =>
  standing === 'proven' ? limits.webhookAttemptsPerEndpoint : 1

/** Attempts that may be under way at once to the endpoints of one host that are proven, or that are not. */
export const perHost = (standing: EndpointStanding): number =>
  standing === 'proven' ? limits.webhookAttemptsPerHost : limits.webhookAttemptsUnprovenPerHost

/**
 * The turns to take beside those under way, each with the delivery that it is for. `ready` stands in the order of turns; each
 * endpoint gets one before any gets its second.
 */
export function chooseTurns(
  ready: readonly ReadyEndpoint[],
  underWay: readonly Turn[],
  { limit, ...shares }: Room,
): (Turn & { seq: number })[] {
  const taken = new Map<string, number>()
  const share = { ...shares, proven: limit }
  const chosen: (Turn & { seq: number })[] = []
  const bounds = ({ webhookId, accountId, host, standing }: Turn): [string, number][] => [
    [`endpoint ${webhookId}`, perEndpoint(standing)],
    [`account ${accountId}`, limits.webhookAttemptsPerAccount],
    [`${standing === 'proven' ? 'proven' : 'unproven'} at ${host}`, perHost(standing)],
  ]
  const take = (turn: Turn) => {
    for (const [bound] of bounds(turn)) taken.set(bound, (taken.get(bound) ?? 0) + 1)
  }
  const fits = (turn: Turn) =>
    chosen.length < limit &&
    share[turn.standing] > 0 &&
    bounds(turn).every(([bound, most]) => (taken.get(bound) ?? 0) < most)
  for (const turn of underWay) take(turn)
  for (let nth = 0; nth < limits.webhookAttemptsPerEndpoint; nth++)
    for (const of of endpointStandings)
      for (const { due, ...turn } of ready) {
        const seq = due[nth]
        if (seq === undefined || turn.standing !== of || !fits(turn)) continue
        take(turn)
        share[of]--
        chosen.push({ ...turn, seq })
      }
  return chosen
}
