// How often an address may ask for a page that is made for each request: counted in this process, and forgotten with it.
import { LRUCache } from 'lru-cache'
import { Problem } from '../contract/problems/problem.ts'

const minuteMs = 60_000
/** More addresses than this in a minute push the oldest out, so that the memory stays bounded. */
const addressesKept = 50_000

/** Takes one of `perMinute` requests of an address, or throws `rate_limited` with the seconds until the next minute begins. */
export function readerRate(now: () => number, perMinute: number): (address: string) => void {
  const taken = new LRUCache<string, { minute: number; requests: number }>({ max: addressesKept })
  return address => {
    const at = now()
    const minute = Math.floor(at / minuteMs)
    const before = taken.get(address)
    const requests = before?.minute === minute ? before.requests : 0
    if (requests >= perMinute) {
      const left = Math.ceil(((minute + 1) * minuteMs - at) / 1000)
      throw new Problem('rate_limited', `${perMinute} requests a minute are answered for an address.`, {
        headers: { 'retry-after': String(left) },
      })
    }
    taken.set(address, { minute, requests: requests + 1 })
  }
}
