// A damaged post comes back from a dry run as the same post, or as named choices or errors: never with another time, place or price.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { locationOf, type Place } from '../../../src/domain/places/location.ts'
import { checkPost } from '../../../src/domain/posts/check-post.ts'
import { formatInZone } from '../../../src/domain/times/zones.ts'
import { allSites, hostOf, onPresentation, startApp, startOfTests, type TestApp } from '../../harness.ts'
import { sizeOf } from '../../kit/long.ts'
import { type Body, damages, wrappers } from './damages.ts'

/** Cities with one name and with a name of many, in zones with and without summer time and with half hours. */
const cityIds = [
  2792482, 2988507, 4717560, 4250542, 5099133, 1275339, 2643743, 5128581, 1283240, 3621849, 3621841, 2795730, 1850147,
  2147714, 3448439, 1880252,
]

/** Fewer posts in `npm test`, many in `npm run test:long`. */
const runs = sizeOf({ small: 500, full: 5_000 })

const topics = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}(-[a-z0-9]{1,8}){0,2}$/), { minLength: 1, maxLength: 5 })
const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.integer({ min: 0, max: 1_000_000 }).map(cents => cents / 100),
)
const price = fc.record({ amount, currency: fc.constantFrom('EUR', 'USD', 'CAD', 'GBP', 'INR') })
const day = 86_400_000
const start = fc
  .integer({ min: Math.ceil((startOfTests + day) / 900_000), max: Math.floor((startOfTests + 1_000 * day) / 900_000) })
  .map(n => n * 900_000)
const time = fc.record({ start, minutes: fc.integer({ min: 15, max: 900 }) })

onPresentation('damaged posts', ({ fresh }) => {
  let app: TestApp
  let key: string
  let places: Place[]
  before(async () => {
    app = await startApp(await fresh('every'), { env: { SITES: allSites } })
    key = (await app.account()).key
    places = (await Promise.all(cityIds.map(id => app.platform.places.byId(id)))).map(place => place!)
    assert.ok(places.every(place => place))
  })
  after(() => app.close())

  const post = () =>
    fc.record({
      site: fc.constantFrom<SiteId>('events', 'events', 'events', 'classifieds', 'messages', 'stories'),
      place: fc.constantFrom(...places),
      topics,
      price: fc.option(price, { nil: undefined }),
      times: fc.uniqueArray(time, { minLength: 1, maxLength: 3, selector: each => each.start }),
    })

  test('a post with any two damages is the same post, or its dry run names what is wrong', async () => {
    let proposed = 0
    const names = fc.uniqueArray(fc.constantFrom(...Object.keys(damages)), { minLength: 1, maxLength: 2 })
    const wrapper = fc.constantFrom('nothing', 'nothing', ...Object.keys(wrappers))
    await fc.assert(
      fc.asyncProperty(post(), names, wrapper, async (given, names, wrapper) => {
        const whole = bodyOf(given)
        const damaged = names.reduce<Body>((body, name) => (damages[name]!(body, given.place) as Body) ?? body, whole)
        const { status, json, text } = await app.call('POST', '/v1/posts?dry_run=true', {
          host: hostOf(given.site),
          key,
          body: wrappers[wrapper]!(JSON.parse(JSON.stringify(damaged))),
        })
        assert.ok([200, 400].includes(status), text)
        if (status === 400) assert.ok(json.errors?.length > 0 || json.code === 'invalid_json', text)
        const taken = status === 200 ? damaged : json.proposal
        if (!taken) return assert.ok(json.choices || json.errors, text)
        proposed += status === 200 ? 0 : 1
        assert.deepEqual(await meant(given.site, taken), await meant(given.site, whole))
      }),
      { numRuns: runs },
    )
    // Without this the test would pass for a service that proposes nothing.
    assert.ok(proposed > runs / 2, `${proposed} of ${runs} posts got a proposal`)
  })

  /** What a post says, whatever its notation. */
  async function meant(siteId: SiteId, body: Body): Promise<unknown> {
    const { errors, post } = await checkPost(siteRow(siteId), body, { now: startOfTests, places: app.platform.places })
    assert.deepEqual(errors, [])
    const { location, starts_at: _s, ends_at: _e, occurrences: _o, ...rest } = post.fields as Body
    return {
      ...rest,
      times: post.times,
      city: location?.city?.geonames_id ?? location,
      topics: [...rest.topics].sort(),
    }
  }
})

type Given = {
  site: SiteId
  place: Place
  topics: string[]
  price: object | undefined
  times: { start: number; minutes: number }[]
}

/** A valid body for a site. */
function bodyOf({ site, place, topics, price, times }: Given): Body {
  const { example } = siteRow(site)
  const { location: _l, starts_at: _s, ends_at: _e, timezone: _t, price: _p, ...text } = example as Body
  const series = times.map(({ start, minutes }) => ({
    starts_at: formatInZone(place.timezone, start),
    ends_at: formatInZone(place.timezone, start + minutes * 60_000),
  }))
  return {
    ...text,
    topics,
    location: locationOf(place),
    ...(site === 'classifieds' && price && { price }),
    ...(site === 'events' && {
      timezone: place.timezone,
      ...(series.length > 1 ? { occurrences: series } : series[0]),
    }),
  }
}
