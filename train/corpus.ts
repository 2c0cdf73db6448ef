// The posts that the project wrote itself to train and measure the embedded model (models/moderation/data).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Policy } from '../src/contract/policy.ts'
import type { SiteId } from '../src/contract/site-ids.ts'
import type { PostText } from '../src/domain/post-text.ts'

export const splits = ['train', 'dev', 'test'] as const
export type Split = (typeof splits)[number]

/** A labelled post. `category` is a policy category or `fine`; writers and ideas of two splits have nothing in common. */
export type Labelled = {
  id: string
  writer: string
  idea: string
  site: SiteId
  /** ISO 639-1; two joined by a plus where a text mixes them. */
  lang: string
  title?: string
  body: string
  topics: string[]
  kind: 'plain' | 'hard' | 'abusive' | 'lowq'
  category: string
}

export const fine = 'fine'

/** The posts of a split, with the SHA-256 of the file that they stand in. */
export function corpusOf(folder: string, split: Split): { posts: Labelled[]; sha256: string } {
  const text = readFileSync(join(folder, `${split}.jsonl`), 'utf8')
  const posts = text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Labelled)
  return { posts, sha256: createHash('sha256').update(text).digest('hex') }
}

/** The examples of the policy as posts of every site that their category is for. */
export function examplesOf({ categories }: Policy): Labelled[] {
  const post = (id: string, site: SiteId, body: string, category: string): Labelled => ({
    id,
    writer: 'policy',
    idea: id,
    site,
    lang: 'en',
    body,
    topics: [],
    kind: category === fine ? 'hard' : 'abusive',
    category,
  })
  return categories.flatMap(({ id, sites, disallowed_examples, allowed_examples }) =>
    sites.flatMap(site => [
      ...disallowed_examples.map((body, i) => post(`${id}-${i}-${site}`, site, body, id)),
      ...allowed_examples.map((body, i) => post(`${id}-fine-${i}-${site}`, site, body, fine)),
    ]),
  )
}

/** A labelled post as moderation reads it. */
export function postTextOf({ site, title, body, topics }: Labelled): PostText {
  return { site, title: title ?? null, body, topics, urls: [] }
}
