// Posts for measurements: events of about 400 characters with random words, so that two posts are alike only by chance.
import { randomBytes } from 'node:crypto'
import type { Request } from './wrk.ts'

const words =
  `river garden lantern harbour window copper meadow orchard violin ladder pencil basket station morning candle
  bridge winter kettle market thread pebble saddle chapel summer needle tunnel cellar blanket mirror parcel feather hammer
  walks sings opens carries gathers paints repairs follows borrows teaches mends plants reads cooks measures listens
  quiet narrow early wooden patient distant gentle crowded careful bright heavy hollow open round steep warm`.split(
    /\s+/,
  )
const bodyCharacters = 400
const dayMs = 86_400_000

const word = () => words[Math.floor(Math.random() * words.length)] as string
const sentence = () => `The ${word()} ${word()} ${word()} the ${word()} ${word()} with a ${word()} ${word()}.`

/** The body of a request for an event in Berlin next month. */
export function ordinaryEvent(): Record<string, unknown> {
  const sentences = [sentence()]
  while (sentences.join(' ').length < bodyCharacters) sentences.push(sentence())
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)
  return {
    title: `An evening of ${word()}, ${word()} and ${word()}`,
    body: sentences.join(' '),
    timezone: 'UTC',
    starts_at: `${day}T18:00:00Z`,
    ends_at: `${day}T20:00:00Z`,
    location: { country: 'DE', city: { geonames_id: 2950159, name: 'Berlin' } },
    topics: ['music', 'workshops'],
  }
}

/** Requests that submit posts, from the accounts in turn, each with its own Idempotency-Key. */
export function postRequests(count: number, keys: readonly string[]): Request[] {
  const run = randomBytes(8).toString('hex')
  return Array.from({ length: count }, (_, i) => ({
    method: 'POST',
    path: '/v1/posts',
    headers: {
      authorization: `Bearer ${keys[i % keys.length]}`,
      'content-type': 'application/json',
      'idempotency-key': `${run}-${i}`,
    },
    body: JSON.stringify(ordinaryEvent()),
  }))
}
