// Posts of all four sites for pictures of pages: several languages and scripts, long and short, cancelled, moved, sold.
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { dayMs } from '../src/contract/spans.ts'
import { formatInZone } from '../src/domain/times/zones.ts'

/** A post, and an edit of it. A name keeps its id for a page of its own. */
export type ShownPosts = readonly {
  name?: string
  body: Record<string, unknown>
  change?: Record<string, unknown>
}[]

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const munich = { country: 'DE', state: 'DE-BY', city: { geonames_id: 2867714, name: 'Munich' } }
const nuremberg = { country: 'DE', state: 'DE-BY', city: { geonames_id: 2861650, name: 'Nürnberg' } }
const hamburg = { country: 'DE', state: 'DE-HH', city: { geonames_id: 2911298, name: 'Hamburg' } }
const cologne = { country: 'DE', state: 'DE-NW', city: { geonames_id: 2886242, name: 'Köln' } }
const lisbon = { country: 'PT', state: 'PT-11', city: { geonames_id: 2267057, name: 'Lisbon' } }
const paris = { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } }
const tokyo = { country: 'JP', state: 'JP-13', city: { geonames_id: 1850147, name: 'Tokyo' } }
const cairo = { country: 'EG', city: { geonames_id: 360630, name: 'Cairo' } }

/** Posts of each site; events begin in the days after `now`, epoch milliseconds. */
export function shownPosts(now: number): Record<SiteId, ShownPosts> {
  const at = (days: number, hour: number, hours = 2, timezone = 'Europe/Berlin') => {
    const midnight = Math.floor(now / dayMs) * dayMs + days * dayMs
    const start = midnight + (hour - 1) * 3_600_000
    return {
      timezone,
      starts_at: formatInZone(timezone, start),
      ends_at: formatInZone(timezone, start + hours * 3_600_000),
    }
  }
  const event = (
    title: string,
    body: string,
    topics: string[],
    location: object,
    times: object,
    more: object = {},
  ) => ({
    ...{ title, body, topics, location, starts_at: undefined, ends_at: undefined },
    ...times,
    ...more,
  })
  const series = (days: number[], hour: number) => {
    const all = days.map(day => at(day, hour))
    return {
      timezone: 'Europe/Berlin',
      occurrences: all.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
    }
  }
  return {
    events: [
      {
        name: 'events-jazz',
        body: event(
          'Late jazz on the old cargo barge, with an open stage after midnight',
          'The trio plays two sets below deck, by lamplight, with the hatches open to the canal. Bring a jacket; the stove is small.\n\nAfter midnight the stage is open to anybody with an instrument and one tune by heart. Soup from the galley until it is gone.',
          ['music', 'jazz', 'live'],
          berlin,
          at(0, 21, 5),
          { venue: { name: 'Frachtkahn Anna', street: 'Maybachufer 12', postal_code: '12047' } },
        ),
      },
      {
        body: event(
          'Flohmarkt im Hof',
          'Vierzig Stände im Innenhof, Kaffee und Waffeln vom Elternverein. Wer selbst verkaufen will, kommt um acht und bringt einen Tisch mit.',
          ['markets', 'neighbourhood'],
          berlin,
          at(1, 10, 6),
          { venue: { name: 'Hof der alten Brauerei' } },
        ),
      },
      {
        name: 'events-cancelled',
        body: event(
          'Winter swim at the lake',
          'We meet at the jetty, warm up together, go in for as long as it feels good, and drink tea around the fire. Newcomers get a buddy.',
          ['swimming', 'outdoors'],
          hamburg,
          at(1, 11),
        ),
        change: { event_status: 'cancelled' },
      },
      {
        name: 'events-series',
        body: event(
          'Life drawing, every Tuesday',
          'A model, two hours, short poses first and one long pose at the end. Charcoal and paper are there; an easel for everybody who comes in time.',
          ['art', 'drawing', 'workshops'],
          cologne,
          series([3, 10, 17, 24], 19),
          { venue: { name: 'Atelier am Stadtgarten' } },
        ),
      },
      {
        body: event(
          'Reading: letters from the observatory',
          'An astronomer reads from thirty years of letters that children sent to the observatory, and from the answers that were never posted.',
          ['books', 'reading', 'astronomy'],
          munich,
          at(3, 20),
          { venue: { name: 'Sternwarte' } },
        ),
      },
      {
        body: event(
          'Repair café for bicycles and radios',
          'Volunteers look at what is broken together with whoever brought it. Last month two thirds went home working. Spare parts at cost.',
          ['repair', 'bicycles', 'community'],
          nuremberg,
          at(4, 15, 4),
        ),
      },
      {
        name: 'events-arabic',
        body: event(
          'أمسية شعرية على ضفاف النيل مع موسيقى العود',
          'يلتقي ستة شعراء من القاهرة والإسكندرية لقراءة قصائد جديدة، وبين القصائد يعزف عازف العود مقطوعات من تأليفه. الدخول مجاني والشاي متوفر للجميع.',
          ['poetry', 'music'],
          cairo,
          at(5, 19, 3, 'Africa/Cairo'),
        ),
      },
      {
        body: event(
          'はじめての水彩画教室',
          '図書館の二階で水彩画の基礎を学びます。紙と絵の具は用意してありますので、筆だけお持ちください。初めての方も歓迎します。',
          ['art', 'workshops'],
          tokyo,
          at(6, 6, 2, 'Asia/Tokyo'),
        ),
      },
      {
        body: event(
          'Feira de plantas e sementes',
          'Trocas de sementes, mudas de tomate antigo e uma conversa sobre composto às onze. Quem trouxer uma planta leva outra para casa.',
          ['plants', 'garden', 'markets'],
          lisbon,
          at(7, 10, 5, 'Europe/Lisbon'),
          { venue: { name: 'Jardim da Estrela' } },
        ),
      },
      {
        body: event(
          'Projection en plein air : films muets et piano',
          'Quatre courts métrages des années vingt, accompagnés au piano par une élève du conservatoire. En cas de pluie, dans la salle des fêtes.',
          ['film', 'music'],
          paris,
          at(8, 18, 3, 'Europe/Paris'),
        ),
      },
      {
        body: event(
          'Theory evening: how a proof assistant reads',
          'A gentle talk with a screen full of lemmas, then time to prove something small at the tables. Laptops can be borrowed.',
          ['science', 'programming', 'mathematics'],
          munich,
          at(8, 19),
          { online_url: 'https://stream.example.org/proof' },
        ),
      },
    ],
    messages: [
      'The tram bridge at the old harbour is open again since this morning. Lines 3 and 7 take their usual way.',
      'Found near the market hall: a blue scarf with small white birds on it. It is at the bakery on the corner.',
      'Die Bücherei am Park hat ab heute auch montags offen, von zehn bis achtzehn Uhr.',
      'Fresh snow on the north slope above the village; the lower lift runs, the upper one waits for the wind to drop. The path to the hut is cleared as far as the second bend, and the dogs love it.',
      'Hoje às seis da tarde o coro ensaia na praça, se não chover. Todos podem ouvir.',
      'The kingfisher is back at the weir. Best light is just after eight; stand on the footbridge and wait.',
      '駅前の銀杏がちょうど見ごろです。夕方の光がきれいでした。',
      'انتهت أعمال الصيانة في مكتبة الحي، والقاعة مفتوحة من جديد كل يوم حتى التاسعة مساءً.',
      'Low tide at 14:10 today, spring range: the causeway to the island is dry until about half past four.',
      'The repair of the clock on the town hall is done. It strikes again, four minutes later than it used to.',
      'Bakery on Mill Lane gives away yesterday’s bread after seven in the evening. Bring a bag.',
      'A hedgehog family crosses the schoolyard every evening around six; please drive slowly on the lane.',
    ].map((text, i) => ({
      ...(i === 3 && { name: 'messages-snow' }),
      body: {
        text,
        topics: [
          ['traffic', 'tram'],
          ['found'],
          ['library'],
          ['weather', 'snow'],
          ['music', 'choir'],
          ['birds', 'nature'],
        ][i % 6],
        ...(i % 2 === 0 && { location: [berlin, hamburg, lisbon, munich][(i / 2) % 4] }),
        ...(i % 2 === 1 && { location: undefined }),
      },
    })),
    stories: [
      ['The clock that ran slow', ['local-history', 'time'], 'stories-clock'],
      ['What the ferryman counted on the last crossing before the bridge was opened', ['river', 'work'], undefined],
      ['Der Garten hinter der Fabrik', ['garden', 'city'], undefined],
      ['A short history of the village radio', ['radio', 'music'], undefined],
      ['Eleven windows', ['architecture', 'family'], undefined],
    ].map(([title, topics, name], i) => ({
      ...(name !== undefined && { name: name as string }),
      body: { title, topics, body: story(i) },
    })),
    classifieds: [
      ['Oak desk, 140 by 70 cm', 120, 'for-sale', ['furniture', 'office'], 'classifieds-desk', undefined],
      ['Road bicycle, steel frame, 56 cm', 340, 'for-sale', ['bicycles', 'sports'], undefined, { sold: true }],
      ['Room in a quiet flat by the river, from January', 480, 'housing', ['rooms'], undefined, undefined],
      ['Piano lessons for adults who once stopped', 35, 'services', ['music', 'piano'], undefined, undefined],
      ['Box of jam jars', 0, 'free', ['kitchen'], undefined, undefined],
      ['Wanted: enlarger for black and white prints', 80, 'wanted', ['photography'], undefined, undefined],
      ['Greenhouse, to be taken down by the buyer', 250, 'for-sale', ['garden'], undefined, undefined],
    ].map(([title, amount, category, topics, name, change], i) => ({
      ...(name !== undefined && { name: name as string }),
      ...(change !== undefined && { change: change as Record<string, unknown> }),
      body: {
        title,
        category,
        topics,
        body: `${title}. Looked after with care, to be seen on any evening this week; two people can carry it down the stairs. The ${['north', 'south', 'east', 'west', 'old', 'new', 'far'][i]} side of town.`,
        price:
          category === 'free'
            ? undefined
            : {
                amount,
                currency: 'EUR',
                ...(category === 'services' && { per: 'hour' }),
                ...(category === 'housing' && { per: 'month' }),
              },
        condition: category === 'for-sale' ? 'good' : undefined,
        location: [berlin, munich, hamburg, cologne][i % 4],
      },
    })),
  }
}

const openings = [
  'When the town hall was restored, the masons found that the clock in the tower had run four minutes slow for sixty years.',
  'The ferryman kept a pencil on a string, and with it he counted everything that crossed the river.',
  'Hinter der Fabrik lag ein Garten, von dem niemand wusste, wem er gehörte, und in dem trotzdem jedes Jahr gesät wurde.',
  'The transmitter stood in the loft of the school, between the nativity figures and the spare chairs.',
  'The house had eleven windows, and my grandmother cleaned one of them a week.',
]

function story(number: number): string {
  const middle = [
    'Nobody had complained. The bus left late, the baker opened late, and the bell, which was rung by hand from the window across the square, had always been in step with both of them.',
    'The council talked about it for an evening. The teacher said that what everybody follows is right by definition; the station master, who had a line to the capital, said that he had been changing between two times every working day since he was nineteen, and that he was tired of it.',
    'In the end they settled it on a Sunday night, when no bus runs. On Monday half of the town was late. By Wednesday it had been forgotten, and only the pigeons, who had learned to leave the roof just before the bell, were surprised by it for the rest of the month.',
  ]
  const own = middle.map(text =>
    text.replace(/\b(\w{5,})\b/g, (word, _all, at: number) => (at % (5 + number) === 0 ? `${word} ${number}` : word)),
  )
  return [openings[number], ...own, ...(number % 2 === 0 ? own.map(text => `Years ${number} on, ${text}`) : [])].join(
    '\n\n',
  )
}
