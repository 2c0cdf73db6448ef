// The project's own posts, which train and measure the embedded model (models/moderation/data).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { modelFolder } from './packaged-model.ts'

/** The files of posts: those of `languages` teach the head of their language alone. */
type Split = 'train' | 'dev' | 'test' | `languages/${string}`

/** A labelled post. `category` is a policy category or `fine`; two splits share no writer and no idea. */
export type Labelled = {
  id: string
  writer: string
  idea: string
  /** The id of the post that this one says in another language. */
  renders?: string
  site: SiteId
  /** ISO 639-1; two joined by a plus where a text mixes them. */
  lang: string
  title?: string
  body: string
  topics: string[]
  kind: 'plain' | 'hard' | 'abusive' | 'lowq'
  category: string
}

/** The folder of the posts that come with the packaged model. */
export function packagedPosts(): string {
  return join(modelFolder(), 'data')
}

/** The posts of a split, with the SHA-256 of their file. Throws when the file is missing. */
export function corpusOf(folder: string, split: Split): { posts: Labelled[]; sha256: string } {
  const text = readFileSync(join(folder, `${split}.jsonl`), 'utf8')
  const posts = text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Labelled)
  return { posts, sha256: createHash('sha256').update(text).digest('hex') }
}

export function postTextOf({ site, title, body, topics }: Labelled): PostText {
  return { site, title: title ?? null, body, topics, urls: [] }
}
