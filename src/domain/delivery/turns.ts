// Chooses the next deliveries: endpoints take turns within limits for endpoint, account and host (docs/webhooks.md, Fairness).
import { limits } from '../../contract/limits.ts'

/**
 * `probation`: the endpoint has not answered 2xx yet at its present URL. `guest`: the same, and its account has neither card nor
 * money, so more such endpoints would cost nothing. `failing`: it has answered 2xx, but its last attempt failed. `proven`: its last
 * attempt succeeded. All but proven endpoints get one attempt at a time, in shares of their own.
 */
export const endpointStandings = ['failing', 'guest', 'probation', 'proven'] as const
export type EndpointStanding = (typeof endpointStandings)[number]

/** An attempt that is under way, in any process; its endpoint may have been deleted. */
export type DeliveryTurn = { webhookId: string; accountId: string; host: string; standing: EndpointStanding }

/** An endpoint with due deliveries: the first ones, as many as may be under way at once. */
export type ReadyEndpoint = DeliveryTurn & { due: readonly number[] }

/** How many attempts may start: in all, and to endpoints of each standing with a share. */
export type Room = { limit: number; failing: number; guest: number; probation: number }

/** The most attempts under way at once to an endpoint of this standing. */
const perEndpoint = (standing: EndpointStanding): number =>
  standing === 'proven' ? limits.webhookAttemptsPerEndpoint : 1

/** The most attempts under way at once to the proven, or to the other, endpoints of a host. */
export const perHost = (standing: EndpointStanding): number =>
  standing === 'proven' ? limits.webhookAttemptsPerHost : limits.webhookAttemptsUnprovenPerHost

/**
 * The attempts to start beside those under way, each with its delivery. `ready` is in the order of turns; each endpoint gets its
 * first attempt before any gets its second.
 */
export function chooseTurns(
  ready: readonly ReadyEndpoint[],
  underWay: readonly DeliveryTurn[],
  { limit, ...shares }: Room,
): (DeliveryTurn & { seq: number })[] {
  const taken = new Map<string, number>()
  const share = { ...shares, proven: limit }
  const chosen: (DeliveryTurn & { seq: number })[] = []
  const bounds = ({ webhookId, accountId, host, standing }: DeliveryTurn): [string, number][] => [
    [`endpoint ${webhookId}`, perEndpoint(standing)],
    [`account ${accountId}`, limits.webhookAttemptsPerAccount],
    [`${standing === 'proven' ? 'proven' : 'unproven'} at ${host}`, perHost(standing)],
  ]
  const take = (turn: DeliveryTurn) => {
    for (const [bound] of bounds(turn)) taken.set(bound, (taken.get(bound) ?? 0) + 1)
  }
  const fits = (turn: DeliveryTurn) =>
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
