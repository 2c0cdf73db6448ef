// The red team of the embedded model: disguises of abusive posts that it catches, and the fine posts that it then holds. Prints the
// shares, and ends with exit status 1 when one is past its bound.
// Usage: node test/long/red-team.ts [LANGUAGE] (a minute; English by default), or npm run test:long -- --only red-team
import { join } from 'node:path'
import { judgementOf, opinionsOn } from '../../src/moderation/embedded/embedded-model.ts'
import { corpusOf, type Labelled, postTextOf } from '../../src/moderation/embedded/labelled-posts.ts'
import { outcomeOf } from '../../src/moderation/embedded/outcome.ts'
import { packagedModel } from '../../src/moderation/embedded/packaged-model.ts'
import { sentencesOf } from '../../src/moderation/embedded/windows.ts'
import { heldBack, spelled, spellings } from '../../train/noisy.ts'

/** The largest share of caught abusive posts that a disguise gets published, and of fine posts that are held in it. */
const bounds = { spelled: 0.3, buried: 0.2, title: 0.2, heldInText: 0.5 }
const finePosts = 300
/** Characters of the longest posts that are put into a title. */
const longestTitle = 150
const language = process.argv[2] ?? 'en'
/** A sign of Chinese or Japanese says as much as three letters. */
const signs = ['ja', 'zh'].includes(language) ? 1 / 3 : 1
/** Characters of the fine posts whose sentences are put around others, and of these sentences. The other languages have few long posts. */
const longTexts = (language === 'en' ? 600 : 250) * signs
const longSentences = 30 * signs
const seed = 1

const { thresholds, lowQuality } = packagedModel().model.settings
const outcome = (post: Labelled) => outcomeOf(judgementOf(opinionsOn(postTextOf(post)), null), thresholds, language).to
const isAbuse = ({ category }: Labelled) => category !== 'fine' && !lowQuality.includes(category)

const { posts } = corpusOf(join(import.meta.dirname, '../../models/moderation/data'), 'test')
const own = posts.filter(({ lang }) => lang === language)
const abusive = own.filter(isAbuse)
const fine = own.filter(({ category }) => category === 'fine')
const caught = abusive.filter(post => outcome(post) !== 'publish')

type Disguise = (post: Labelled, i: number) => Labelled
const share = (of: readonly Labelled[], make: Disguise, to: string) =>
  of.filter((post, i) => outcome(make(post, i)) === to).length / of.length

const sentences = fine
  .filter(({ body }) => body.length > longTexts)
  .flatMap(({ body }) => sentencesOf(body).map(({ start, end }) => body.slice(start, end).trim()))
  .filter(({ length }) => length > longSentences)
/** The post between sentences of fine posts. */
const buriedIn =
  (count: number): Disguise =>
  (post, i) => {
    const around = Array.from({ length: count }, (_, k) => sentences[(i * 17 + k * 31) % sentences.length] as string)
    around.splice(Math.floor(count / 2), 0, post.body)
    return { ...post, body: around.join(' ') }
  }
const inWords =
  (family: string, part: number): Disguise =>
  (post, i) => ({
    ...post,
    ...(post.title !== undefined && { title: spelled(post.title, family, part, seed + i) }),
    body: spelled(post.body, family, part, seed + i),
  })
/** The words in the title alone, above a fine text: for posts that fit into a title. */
const inTitle: Disguise = (post, i) => ({ ...buriedIn(4)({ ...post, body: '' }, i), title: post.body })
const fitsTitle = ({ body }: Labelled) => body.length <= longestTitle

const disguises: readonly [name: string, make: Disguise, bound: number, fits?: (post: Labelled) => boolean][] = [
  ...Object.keys(spellings).flatMap((family): [string, Disguise, number][] => [
    [`${family}, every word${heldBack.includes(family) ? ' (not trained)' : ''}`, inWords(family, 1), bounds.spelled],
    [`${family}, every second word`, inWords(family, 0.5), bounds.spelled],
  ]),
  ...[2, 5, 10].map((n): [string, Disguise, number] => [`between ${n} fine sentences`, buriedIn(n), bounds.buried]),
  ['in the title alone', inTitle, bounds.title, fitsTitle],
]

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const percent = (of: number) => `${(100 * of).toFixed(1)} %`
process.stdout.write(
  `${abusive.length} abusive posts, ${caught.length} caught as they are; ${fine.length} fine posts\n`,
)
print(['disguise', 'published of the caught', 'held of the fine', 'bounds'])
print(['---', '---:', '---:', '---:'])
let past = 0
for (const [name, make, bound, fits = () => true] of disguises) {
  const published = share(caught.filter(fits), make, 'publish')
  const held = share(fine.slice(0, finePosts).filter(fits), make, 'review')
  if (published > bound || held > bounds.heldInText) past++
  print([name, percent(published), percent(held), `${percent(bound)}, ${percent(bounds.heldInText)}`])
}
process.stdout.write(`${past} of ${disguises.length} disguises are past their bounds\n`)
process.exitCode = past === 0 ? 0 : 1
