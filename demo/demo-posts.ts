// The posts of the demo, one shape a site; each run writes another text, so that none is a duplicate.
import type { SiteId } from '../src/contract/site-ids.ts'
import { siteRow } from '../src/contract/sites.ts'

/** A body for POST /v1/posts, and words of it that its page shows and a search finds. */
export type DemoPost = { body: Record<string, unknown> & { topics: string[] }; phrase: string }

const one = <T>(choices: readonly T[]) => choices[Math.floor(Math.random() * choices.length)] as T
const runNumber = () => Date.now().toString().slice(-7)
const paris = { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } }

function message(): DemoPost {
  const what = one(['footbridge', 'reading room', 'swimming pool', 'bicycle lane', 'flower market', 'north gate'])
  const phrase = `The ${what} on list ${runNumber()} is open again`
  const text = `${phrase} since this morning, an hour earlier than planned. The tram stops there as usual.`
  return { body: { text, topics: ['city', what.replaceAll(' ', '-')], location: paris }, phrase }
}

function story(): DemoPost {
  const what = one(['lamp', 'kettle', 'drawer', 'umbrella', 'postcard', 'staircase'])
  const phrase = `The clock and the ${what}, volume ${runNumber()}`
  const { body } = siteRow('stories').example
  const ending = `Whoever climbs the tower today finds a ${what} beside the clock, and nobody can say who left it there.`
  return { body: { title: phrase, body: `${body}\n\n${ending}`, topics: ['fiction', 'town'] }, phrase }
}

function classified(): DemoPost {
  const what = one(['oak desk', 'road bike', 'sewing machine', 'bookcase', 'typewriter', 'music stand'])
  const phrase = `Solid ${what}, list ${runNumber()}`
  const body = `A ${what} that has been used with care and works as it should. A scratch on one side shows in daylight only. To be collected in the evening; please bring somebody to carry it.`
  const price = { amount: 10 * (3 + Math.floor(Math.random() * 20)), currency: 'EUR' }
  const kind = { category: 'for-sale', condition: 'good', price }
  return { body: { title: phrase, body, ...kind, topics: ['household', 'second-hand'], location: paris }, phrase }
}

/** The first start is two to eight weeks ahead; the number at the door makes the text unlike that of any other run. */
function event(): DemoPost {
  const [what, topic, bring] = one([
    ['Repair café', 'repair', 'Bring one broken lamp, toaster or radio; volunteers help you to mend it.'],
    ['Watercolour for beginners', 'art', 'Paper and paint are there; bring a brush if you have one.'],
    ['Board games for grown-ups', 'games', 'Forty games wait on the tables; bring your own if you like to explain it.'],
    ['Bread baking with sourdough', 'food', 'Everybody takes home a loaf and a glass of starter; bring an apron.'],
    [
      'Open rehearsal of the district choir',
      'music',
      'Listen for an hour, then sing along; scores are at the entrance.',
    ],
    ['Seed swap and balcony gardening', 'gardening', 'Bring seeds that you have too many of and take others home.'],
  ] as const)
  const where = one([
    'the Canopée library',
    'the Louise Michel house',
    'the Saint-Martin hall',
    'the Belleville community centre',
    'the Batignolles workshop',
  ])
  const day = new Date(Date.now() + (14 + Math.floor(Math.random() * 42)) * 86_400_000).toISOString().slice(0, 10)
  const hour = 10 + Math.floor(Math.random() * 8)
  const offset = parisOffset(new Date(`${day}T12:00:00Z`))
  const number = runNumber()
  const title = `${what} at ${where}, list ${number}`
  const body = {
    title,
    body: `${what}: two hours at ${where} in Paris, for beginners and neighbours of all ages. ${bring} Entry is free. Your place is on list ${number} at the door, and latecomers are welcome as long as there are chairs.`,
    timezone: 'Europe/Paris',
    starts_at: `${day}T${hour}:00:00${offset}`,
    ends_at: `${day}T${hour + 2}:00:00${offset}`,
    location: paris,
    topics: [topic, 'neighbourhood'],
  }
  return { body, phrase: title }
}

function parisOffset(at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', timeZoneName: 'longOffset' }).formatToParts(
    at,
  )
  return parts.find(part => part.type === 'timeZoneName')?.value.replace('GMT', '') ?? '+01:00'
}

export const demoPosts: Record<SiteId, () => DemoPost> = {
  messages: message,
  stories: story,
  classifieds: classified,
  events: event,
}
