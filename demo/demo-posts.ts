// The post of the demo: the example of the site's row with a number and near times, so that no run repeats an earlier text.

import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { type SiteRow, siteRow } from '../src/contract/sites.ts'
import { formatInZone } from '../src/domain/times/zones.ts'

const dayMs = 86_400_000

/** A body for POST /v1/posts, and words of it that the page shows and a search finds. */
export type DemoPost = { body: Record<string, unknown> & { topics: string[] }; phrase: string }

const colours =
  'amber azure coral copper crimson golden green indigo ivory jade olive scarlet silver violet white yellow'.split(' ')
const birds = 'crane dove finch goose grebe heron ibis kite lark merlin owl plover robin swan thrush wren'.split(' ')

/** The post of the demo on a site. */
export function demoPost(id: SiteId): DemoPost {
  const site = siteRow(id)
  const { example, text } = site
  const topics = example.topics as string[]
  const mark = anyBird()
  const phrase = text.title ? `${example[text.title]}, ${mark}` : mark
  // Words after every sentence: otherwise a second run would be a near-duplicate of another account's post.
  let bird = mark
  const words = String(example[text.body]).replace(/[.!?](?=\s|$)/g, end => {
    const passing = `${end} The ${bird} came by with ${anyBird()}, ${anyBird()} and ${anyBird()}.`
    bird = anyBird()
    return passing
  })
  return {
    body: { ...example, ...nearTimes(site), topics, ...(text.title && { [text.title]: phrase }), [text.body]: words },
    phrase,
  }
}

function anyBird(): string {
  return `${anyOf(colours)} ${anyOf(birds)} ${Math.floor(Math.random() * 100)}`
}

function anyOf(words: readonly string[]): string {
  return words[Math.floor(Math.random() * words.length)]!
}

/** Times that begin in two to eight weeks, for posts with times. */
function nearTimes({ timed, example }: SiteRow): Record<string, string> {
  if (!timed) return {}
  const start = Date.now() + (14 + Math.floor(Math.random() * 42)) * dayMs
  const lasts = Date.parse(String(example[timed.end])) - Date.parse(String(example[timed.start]))
  const inZone = (at: number) => formatInZone(String(example[timed.zone]), at)
  return { [timed.start]: inZone(start), [timed.end]: inZone(start + lasts) }
}
