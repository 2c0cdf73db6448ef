// Generates believable events for trying a platform with many posts. The same number always gives the same event.
import { penaltyBeyondFee, pricedSite } from '../src/contract/sites/priced-site.ts'
import { siteRow } from '../src/contract/sites.ts'
import { dayMs } from '../src/contract/spans.ts'
import { priceOf } from '../src/domain/money/pricing.ts'
import type { Place } from '../src/domain/places/location.ts'
import { fingerprintOf, type PostFacts, type PostFields } from '../src/domain/posts/post.ts'
import { postText } from '../src/domain/posts/post-text.ts'
import { formatInZone, offsetAt } from '../src/domain/times/zones.ts'
import { nearDuplicateKeys } from '../src/moderation/near-duplicates.ts'
import { duplicateText } from '../src/moderation/prefilter/fingerprint.ts'

/** The site that the generator covers. */
export const syntheticSite = 'events'

export type SyntheticPost = {
  fields: PostFields
  facts: PostFacts
  price: number
  abusePenalty: number
  fingerprint: string
}

type Kind = {
  nouns: readonly string[]
  topics: readonly string[]
  sentences: readonly string[]
  /** The local hours at which it may begin. */
  hours: readonly number[]
  /** How long it may last, in quarters of an hour. */
  quarters: readonly number[]
}

const kinds: readonly Kind[] = [
  {
    nouns: ['jazz session', 'choir rehearsal', 'string quartet evening', 'songwriter round', 'brass band concert'],
    topics: ['music', 'concerts', 'jazz', 'choir', 'live'],
    sentences: [
      'The first set is played acoustically, the second one with a small amplifier.',
      'Half of the programme was written in this town during the last ten years.',
      'Between the pieces the players say a few words about their instruments.',
      'The evening ends with one long improvisation that anybody may join.',
    ],
    hours: [18, 19, 20],
    quarters: [6, 8, 10],
  },
  {
    nouns: [
      'watercolour class',
      'life drawing evening',
      'printmaking workshop',
      'gallery walk',
      'ceramics open studio',
    ],
    topics: ['art', 'drawing', 'workshops', 'ceramics', 'exhibitions'],
    sentences: [
      'We begin with quick sketches and work up to one finished sheet.',
      'The room has good north light and large tables.',
      'Three local artists show how they prepare their materials.',
      'Every finished piece may stay in the window for a week.',
    ],
    hours: [10, 14, 18],
    quarters: [8, 10, 12],
  },
  {
    nouns: [
      'bread baking morning',
      'dumpling kitchen',
      'fermentation workshop',
      'seasonal supper',
      'street food market',
    ],
    topics: ['food', 'cooking', 'markets', 'baking', 'vegetarian'],
    sentences: [
      'The menu follows what the growers bring on the day.',
      'Everybody shapes, bakes and tastes; the recipes go home with you on paper.',
      'There is a vegan choice for every dish, and allergens are written down.',
      'The long table is set for forty people.',
    ],
    hours: [9, 11, 17],
    quarters: [8, 12, 16],
  },
  {
    nouns: ['ten kilometre run', 'volleyball round', 'table tennis evening', 'climbing taster', 'football afternoon'],
    topics: ['sports', 'running', 'outdoors', 'fitness', 'climbing'],
    sentences: [
      'Teams are drawn on the spot, so nobody has to bring one.',
      'There are three speeds and a guide for each.',
      'Changing rooms and lockers are open one hour before.',
      'Water stands along the course, and someone waits for the last ones.',
    ],
    hours: [9, 10, 17],
    quarters: [4, 6, 8],
  },
  {
    nouns: ['TypeScript meetup', 'database evening', 'robotics lab', 'open data hackathon', 'Linux install party'],
    topics: ['tech', 'programming', 'open-source', 'data', 'robotics'],
    sentences: [
      'Two talks of twenty minutes, then questions for as long as it takes.',
      'Examples come from systems that really run, with their mistakes left in.',
      'Slides and code are published on the day after.',
      'The last hour is for working together on something small.',
    ],
    hours: [17, 18, 19],
    quarters: [8, 10, 12],
  },
  {
    nouns: ['reading circle', 'poetry reading', 'book swap', 'translators table', 'short story night'],
    topics: ['books', 'poetry', 'literature', 'reading', 'language'],
    sentences: [
      'We read two pages aloud in turns and talk about what they do.',
      'One shelf is for books in other languages.',
      'Nobody has to have finished the book.',
      'The bookshop stays open for us after closing time.',
    ],
    hours: [16, 18, 19],
    quarters: [6, 8],
  },
  {
    nouns: [
      'documentary night',
      'silent film with piano',
      'short film evening',
      'open-air cinema',
      'animation matinee',
    ],
    topics: ['film', 'cinema', 'documentary', 'animation', 'open-air'],
    sentences: [
      'The film runs in the original language with subtitles.',
      'Someone from the crew answers questions afterwards.',
      'If it rains, the screening moves under the roof next door.',
      'Four films, none of them longer than fifteen minutes.',
    ],
    hours: [15, 20, 21],
    quarters: [6, 8, 10],
  },
  {
    nouns: ['puppet theatre', 'family treasure hunt', 'kite building day', 'storytelling hour', 'toddler music hour'],
    topics: ['kids', 'family', 'crafts', 'theatre', 'play'],
    sentences: [
      'Grown-ups stay in the room and may join in.',
      'It works for children from four years on, with or without siblings.',
      'What is built may be taken home.',
      'A quiet corner with cushions is kept free all the time.',
    ],
    hours: [10, 11, 15],
    quarters: [4, 6, 8],
  },
  {
    nouns: [
      'language exchange',
      'Spanish conversation table',
      'sign language taster',
      'Japanese for travellers',
      'accent clinic',
    ],
    topics: ['language', 'exchange', 'learning', 'travel', 'conversation'],
    sentences: [
      'Tables change every twenty minutes, so that everybody meets everybody.',
      'Cards with questions help when the talk runs dry.',
      'Two native speakers sit at every table.',
      'Beginners get a sheet with the first fifty phrases.',
    ],
    hours: [17, 18, 19],
    quarters: [6, 8],
  },
  {
    nouns: ['seed swap', 'community garden day', 'pruning course', 'balcony garden workshop', 'compost morning'],
    topics: ['garden', 'nature', 'plants', 'sustainability', 'outdoors'],
    sentences: [
      'Most of the work is light and can be done sitting down.',
      'Tomatoes, beans and herbs are looking for new homes.',
      'A gardener explains what to cut, what to leave, and why.',
      'Gloves and tools are there in several sizes.',
    ],
    hours: [9, 10, 14],
    quarters: [8, 10, 12],
  },
  {
    nouns: [
      'knitting circle',
      'bookbinding workshop',
      'woodcarving evening',
      'sewing repair table',
      'basket weaving day',
    ],
    topics: ['crafts', 'handmade', 'workshops', 'textiles', 'wood'],
    sentences: [
      'Bring a piece you are stuck on, or start something small.',
      'One finished notebook for each person is the goal.',
      'The tools are sharp and somebody shows how to hold them.',
      'Materials come from a workshop that closed last year.',
    ],
    hours: [10, 14, 18],
    quarters: [8, 10, 16],
  },
  {
    nouns: ['board game night', 'chess open', 'role-playing one-shot', 'puzzle race', 'go club evening'],
    topics: ['games', 'board-games', 'chess', 'puzzles', 'community'],
    sentences: [
      'Sixty games stand on the shelf and someone can explain each of them.',
      'Seven rounds with fifteen minutes a side.',
      'Characters are ready, and the story ends on the same evening.',
      'New faces are seated first.',
    ],
    hours: [17, 18, 19],
    quarters: [10, 12, 16],
  },
  {
    nouns: ['astronomy night', 'physics demonstration', 'museum laboratory day', 'bat walk', 'geology hike'],
    topics: ['science', 'astronomy', 'nature', 'museum', 'learning'],
    sentences: [
      'Four telescopes are set up, and somebody stands at each of them.',
      'Every experiment can be repeated with things from a kitchen.',
      'The group stays small, so that everybody gets to see something.',
      'We count what we find and send the numbers to a survey.',
    ],
    hours: [10, 19, 21],
    quarters: [6, 8, 10],
  },
  {
    nouns: ['tango practice', 'folk dance evening', 'swing class', 'salsa social', 'contemporary dance lab'],
    topics: ['dance', 'tango', 'swing', 'social', 'movement'],
    sentences: [
      'The first half hour is a class for people who have never danced it.',
      'Roles are free, and partners change after every song.',
      'A live band plays the second half.',
      'The floor is wood, so bring shoes that can turn.',
    ],
    hours: [18, 19, 20],
    quarters: [8, 10, 12],
  },
  {
    nouns: ['improv theatre show', 'monologue night', 'stage fencing workshop', 'play reading', 'comedy open mic'],
    topics: ['theatre', 'comedy', 'performance', 'stage', 'improv'],
    sentences: [
      'Names go into a hat and each slot lasts five minutes.',
      'The audience chooses the place, the actors find the rest.',
      'Parts are handed out at the door; reading is enough.',
      'The building is old, and the chairs are better than they look.',
    ],
    hours: [18, 19, 20],
    quarters: [6, 8, 10],
  },
  {
    nouns: ['bird walk', 'river clean-up', 'mushroom excursion', 'night hike', 'wildflower count'],
    topics: ['nature', 'birds', 'hiking', 'outdoors', 'environment'],
    sentences: [
      'The path is flat for the first half and steep for a short while after that.',
      'We stop often, listen, and write down what we hear.',
      'Bags and grabbers are there; the city collects what we find.',
      'Dogs stay at home this time.',
    ],
    hours: [6, 9, 16],
    quarters: [8, 12, 16],
  },
  {
    nouns: ['repair cafe', 'food bank shift', 'tree planting', 'neighbourhood kitchen', 'reading mentors training'],
    topics: ['volunteering', 'community', 'repair', 'neighbourhood', 'sustainability'],
    sentences: [
      'Bring a lamp, a toaster or a torn jacket, and stay while it is mended.',
      'A short introduction is enough to be useful for the rest of the day.',
      'Two out of three things leave the room working again.',
      'There is always something to do that needs no lifting.',
    ],
    hours: [9, 10, 13],
    quarters: [8, 12, 16],
  },
  {
    nouns: ['morning yoga', 'breathing workshop', 'meditation hour', 'gentle stretching class', 'sleep talk'],
    topics: ['wellness', 'yoga', 'health', 'mindfulness', 'movement'],
    sentences: [
      'Chairs are there for everybody who does not like mats.',
      'We move slowly, and every exercise has an easier form.',
      'The hour has three parts: arriving, practice, silence.',
      'A nurse answers questions at the end.',
    ],
    hours: [7, 8, 18],
    quarters: [4, 5, 6],
  },
  {
    nouns: [
      'photo walk',
      'darkroom introduction',
      'portrait evening',
      'architecture photography tour',
      'pinhole camera day',
    ],
    topics: ['photography', 'art', 'walks', 'architecture', 'workshops'],
    sentences: [
      'A phone is as welcome as a camera.',
      'At the end everybody shows one picture and says one sentence.',
      'We look for reflections, then for shadows, then for people who agree.',
      'The first prints are dry before we leave.',
    ],
    hours: [8, 15, 18],
    quarters: [8, 10, 12],
  },
  {
    nouns: ['old town walk', 'archive open day', 'oral history evening', 'map room tour', 'castle excavation visit'],
    topics: ['history', 'walks', 'heritage', 'museum', 'archives'],
    sentences: [
      'The route passes nine houses that most people overlook.',
      'Documents from four centuries lie on the table, and some may be touched.',
      'Three people who grew up here tell how the street has changed.',
      'The cellar is opened for this occasion only.',
    ],
    hours: [10, 11, 15],
    quarters: [6, 8],
  },
  {
    nouns: ['soldering workshop', 'laser cutter induction', '3D printing evening', 'bike lab', 'synth building day'],
    topics: ['makers', 'electronics', 'diy', 'workshops', 'repair'],
    sentences: [
      'Everybody leaves with a small device that blinks or sounds.',
      'Safety glasses are provided, and long hair is tied back.',
      'After this you may book the machine by yourself.',
      'Old parts are sorted and wait for a second life.',
    ],
    hours: [10, 14, 18],
    quarters: [8, 10, 12],
  },
  {
    nouns: ['group ride', 'gravel tour', 'cargo bike parade', 'night ride', 'beginners cycling class'],
    topics: ['cycling', 'outdoors', 'mobility', 'sports', 'tours'],
    sentences: [
      'The pace is that of the slowest rider.',
      'Lights and a spare tube are all that is needed.',
      'Half of the route runs on old railway lines.',
      'Two people with radios close the roads ahead of us.',
    ],
    hours: [9, 13, 18],
    quarters: [8, 12, 16],
  },
  {
    nouns: [
      'startup breakfast',
      'freelancers lunch',
      'career talk',
      'cooperative founders meeting',
      'public speaking club',
    ],
    topics: ['work', 'business', 'networking', 'learning', 'careers'],
    sentences: [
      'Each table has one question and passes it on after a quarter of an hour.',
      'Five founders tell what went wrong first.',
      'Two prepared speeches, then short ones on subjects drawn from a bowl.',
      'There is no pitch and no sales talk.',
    ],
    hours: [8, 12, 18],
    quarters: [4, 6, 8],
  },
  {
    nouns: ['town hall debate', 'budget workshop', 'street design evening', 'school council forum', 'climate assembly'],
    topics: ['civic', 'community', 'climate', 'city', 'debate'],
    sentences: [
      'The plans hang on the wall, and pencils lie below them.',
      'Every side has seven minutes, and the clock is visible.',
      'Results go to the council in writing within a week.',
      'Interpreters for two languages are in the room.',
    ],
    hours: [17, 18, 19],
    quarters: [6, 8, 10],
  },
]

const qualities = [
  'Open',
  'Small',
  'Friendly',
  'Summer',
  'Late',
  'Early',
  'Monthly',
  'Neighbourhood',
  'Beginners’',
  'Hands-on',
  'Quiet',
  'Annual',
  'Travelling',
  'Family',
  'Pop-up',
  'Community',
  'Slow',
  'Spontaneous',
  'Weekend',
  'Harbour',
  'Rooftop',
  'Courtyard',
  'International',
  'Student',
] as const

const spots = [
  'at the public library',
  'in the old fire station',
  'by the river',
  'in the botanical garden',
  'at the town museum',
  'in the market hall',
  'under the railway arches',
  'at the youth centre',
  'in the school gym',
  'on the east square',
  'at the boat house',
  'in the tram depot',
  'at the community kitchen',
  'in the city park',
  'at the water tower',
  'in the university atrium',
  'at the harbour office',
  'in the printing house',
  'on the castle hill',
  'at the corner café',
  'in the cloister yard',
  'at the sports ground',
  'in the glasshouse',
  'at the weavers’ mill',
] as const

// Every body has one sentence of each list. Together they encode the number, so that no two numbers have the same body.
const numbered: readonly (readonly string[])[] = [
  [
    'An easy way to meet people who like the same things.',
    'We have done this for three years and still learn something each time.',
    'This is the first time that we try it in public.',
    'A few friends began it, and by now the room is usually full.',
    'You asked for another date, so here it is.',
    'It takes place whatever the weather does.',
    'Come for an hour or for the whole time.',
    'We keep it simple, and everybody is welcome.',
    'Last time forty people came and nobody wanted to leave.',
    'A small group, plenty of time, and no hurry.',
    'It is made for people who are new in town.',
    'We start on the hour and end on the hour.',
    'The idea came from two neighbours and a long winter.',
    'Nothing has to be prepared at home.',
    'If you have been curious for a while, this is the occasion.',
    'There is room for regulars and for first-timers.',
    'We meet outdoors when it is dry and indoors when it is not.',
    'The plan is loose, and the mood is good.',
    'It grew out of a course at the evening school.',
    'Expect a relaxed pace and patient hosts.',
    'Everything happens in plain words, without jargon.',
    'A joint project of three clubs in the district.',
    'Part of the cultural weeks of the city.',
    'We saved the date on a weekday so that it stays calm.',
  ],
  [
    'Doors open half an hour before.',
    'The entrance is on the courtyard side.',
    'Look for the green flag at the gate.',
    'Take the stairs next to the bakery, or the lift behind it.',
    'The room is on the ground floor and free of steps.',
    'Bicycles can be left in the yard.',
    'The tram stops in front of the building.',
    'Coats go on the hooks behind the stage.',
    'There is a break of twenty minutes in the middle.',
    'Seats are not numbered.',
    'Latecomers are let in between the parts.',
    'Please ring twice, the bell is old.',
    'The meeting point is the fountain.',
    'A sketch of the way hangs at the bus stop.',
    'The house has a hearing loop.',
    'Parking is scarce, the train is better.',
    'The doors close when the room is full.',
    'Tea is ready from the beginning.',
    'Signs lead from the station to the place.',
    'The side door stays open for wheelchairs.',
    'We sit in a circle, so every place is a good one.',
    'The hall is heated, the corridor is not.',
    'Lamps are lit along the path after sunset.',
    'There are blankets for everybody.',
  ],
  [
    'Suitable from twelve years on.',
    'For adults and curious teenagers.',
    'For everybody, with no knowledge needed.',
    'Some experience helps but is not required.',
    'Meant for people who have done it once or twice.',
    'Good for families with school children.',
    'Students are especially welcome.',
    'For people over sixty and their friends.',
    'For beginners; others may help them.',
    'Best for those who like to try things with their hands.',
    'Newcomers get a companion for the first hour.',
    'Children come along with an adult.',
    'Groups of up to four can come without a word before.',
    'For anyone who lives or works nearby.',
    'Guests from other towns are as welcome as locals.',
    'For those who prefer small rooms to large ones.',
    'Made for people who think that they cannot do it.',
    'For learners and for those who teach.',
    'Open to members and to everybody else.',
    'For early birds and for those who would like to be.',
  ],
  [
    'Bring comfortable shoes.',
    'Bring a cup of your own.',
    'A notebook is useful.',
    'Bring something to share, if you like.',
    'Leave your bag at home, there is little room.',
    'Bring warm clothes for the second part.',
    'All that is needed is there.',
    'A bottle of water is enough.',
    'Bring one question.',
    'Bring a friend who would never come alone.',
    'Reading glasses help with the small print.',
    'Bring an apron or an old shirt.',
    'Bring a torch for the way back.',
    'Sun hats are a good idea.',
    'A pencil is enough.',
    'Bring a cushion if you like to sit softly.',
    'Bring a photo of something that you have made.',
    'Rain jackets will not hurt.',
    'Bring a box for what you take home.',
    'Bring your favourite example.',
    'Indoor shoes are kind to the floor.',
    'Bring ear plugs if you are sensitive.',
    'A small towel is handy.',
    'Bring an empty jar.',
  ],
  [
    'Hosted by the neighbourhood association.',
    'Run by volunteers from the district.',
    'Organised by the adult education centre.',
    'Prepared by a class of the art school.',
    'The library team looks after the evening.',
    'Two trained guides are with us.',
    'The city museum lends the equipment.',
    'A retired teacher leads the group.',
    'The club of the same name has its home here.',
    'The sports association provides the room.',
    'The hosts speak English, French and Arabic.',
    'An architect and a baker take turns as hosts.',
    'The student union keeps the door.',
    'The garden society has set everything up.',
    'A team of five takes care of the details.',
    'The parish lends the hall without asking who comes.',
    'The theatre crew helps with sound and light.',
    'Three families from the street organise it.',
    'The cooperative next door cooks for us.',
    'The choir of the firefighters keeps us company.',
    'The cultural office of the city supports it.',
    'A group of nurses started it on their day off.',
    'The makers of the local radio record it.',
    'The hosts change every season.',
  ],
  [
    'See you there.',
    'Come by and have a look.',
    'Stay as long as you like.',
    'Tell your neighbours.',
    'We look forward to meeting you.',
    'Places are given in the order of arrival.',
    'No registration is needed.',
    'If you cannot come, there will be another date.',
    'Pictures are taken only of those who agree.',
    'Afterwards we walk to the station together.',
    'What is left over goes to the shelter.',
    'The next date is announced at the end.',
    'Please leave the room as you found it.',
    'Questions are answered on the spot.',
    'The evening ends when the lamps go out.',
    'Help with tidying up is welcome.',
    'There is a list for those who want to hear of the next one.',
    'Be kind to one another, and it will be a good day.',
    'We finish in time for the last bus.',
    'Cancelled only if the river floods.',
  ],
]

const bodies = numbered.reduce((product, list) => product * list.length, 1)
// Coprime with the number of bodies: steps of this size visit every body once, and neighbours look different.
const stride = 61_803_401
const oneYearDays = 364

/**
 * The synthetic event of a number. Its texts depend only on the number, and its dates lie in the year after `now` (epoch ms). The
 * result equals that of validating such a body. `places` are the places to spread the posts over, the largest first.
 */
export function syntheticPost(number: number, now: number, places: readonly Place[]): SyntheticPost {
  const random = randomOf(number)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const site = pricedSite(siteRow(syntheticSite))
  const kind = pick(kinds)
  const place = places[Math.floor(places.length * random() ** 2)]
  if (!place) throw new RangeError('there are no places to spread posts over')
  const title = `${pick(qualities)} ${pick(kind.nouns)} ${pick(spots)}`
  const body = bodyOf(number, pick(kind.sentences))
  const times = timesOf(now, place.timezone, random, pick(kind.hours), pick(kind.quarters))
  const written = times.map(({ startsAt, endsAt }) => ({
    starts_at: formatInZone(place.timezone, startsAt),
    ends_at: formatInZone(place.timezone, endsAt),
  }))
  const where = random()
  const online = where < 0.1 ? `https://stream.example.org/e/${number.toString(36)}` : undefined
  const onSite = where >= 0.04
  const fields: PostFields = {
    title,
    body,
    timezone: place.timezone,
    ...(written.length > 1 ? { occurrences: written } : written[0]),
    ...(onSite && {
      location: {
        country: place.country,
        ...(place.state !== null && { state: place.state }),
        city: { geonames_id: place.geonamesId, name: place.name },
      },
    }),
    ...(online !== undefined && { online_url: online }),
    topics: topicsOf(kind, random),
  }
  const text = duplicateText(postText(site, fields))
  const price = priceOf(site, times.length, false)
  return {
    fields,
    facts: {
      times,
      place: onSite ? { lat: place.lat, lon: place.lon, state: place.state } : null,
      flags: online === undefined ? [] : ['external_links'],
      nearDuplicateKeys: nearDuplicateKeys(site.id, text, site.timed !== null),
      worth: price,
    },
    price,
    abusePenalty: penaltyBeyondFee(site, price),
    fingerprint: fingerprintOf(site, text, { times }),
  }
}

function bodyOf(number: number, sentence: string): string {
  let rest = ((number % bodies) * stride) % bodies
  const [opening, door, audience, bring, host, closing] = numbered.map(list => {
    const chosen = list[rest % list.length]
    rest = Math.floor(rest / list.length)
    return chosen
  })
  return `${opening} ${sentence}\n\n${door} ${audience} ${bring}\n\n${host} ${closing}`
}

/**
 * One event in eight is a weekly series of two to five. Each date has the zone's offset of that day, so local hours stay the
 * same.
 */
function timesOf(now: number, zone: string, random: () => number, hour: number, quarters: number) {
  const day = Math.floor(now / dayMs) + 2 + Math.floor(random() * oneYearDays)
  const minute = random() < 0.5 ? 0 : 30
  const weeks = random() < 0.125 ? 2 + Math.floor(random() * 4) : 1
  return Array.from({ length: weeks }, (_, week) => {
    const local = (day + 7 * week) * dayMs + (hour * 60 + minute) * 60_000
    const startsAt = local - offsetAt(zone, local) * 60_000
    return { startsAt, endsAt: startsAt + quarters * 15 * 60_000 }
  })
}

function topicsOf(kind: Kind, random: () => number): string[] {
  const [first = '', ...others] = kind.topics
  const more = others.filter(() => random() < 0.4)
  return [first, ...more.slice(0, 3)]
}

/** Mulberry32 over the scrambled number: small, and the same on every machine. */
function randomOf(number: number): () => number {
  let state = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
