// The posts that the embedded model is trained on: those that the project wrote itself, and the examples of the policy.
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Policy } from '../src/contract/moderation/policy.ts'
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { fineLabel as fine } from '../src/domain/review/policy-category.ts'
import { corpusOf, type Labelled } from '../src/moderation/embedded/labelled-posts.ts'

export { corpusOf, type Labelled, postTextOf } from '../src/moderation/embedded/labelled-posts.ts'
export { fine }

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

/**
 * The posts that teach the head of their language alone, with a hash of their files: renderings of posts of `train`, and native posts.
 */
export function languagePosts(folder: string): { posts: Labelled[]; sha256: string } {
  const hash = createHash('sha256')
  const posts = globSync(join(folder, 'languages', '*.jsonl'))
    .sort()
    .flatMap(path => {
      const { posts, sha256 } = corpusOf(folder, `languages/${basename(path, '.jsonl')}`)
      hash.update(sha256)
      return posts
    })
  return { posts, sha256: hash.digest('hex') }
}

/** The parts of the posts; each is judged by what was learned or chosen on the others. */
export const folds = 5

/** A number that is the same for the posts of an idea, to part them by. */
export function sumOfLetters(idea: string): number {
  return [...idea].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}
