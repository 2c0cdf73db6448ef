// Trains the embedded model: npm run train:moderation -- [--test] [FOLDER]. The same data give the same model.
// --test looks at the test split, which nothing is chosen on; FOLDER holds public sets (public-sets.ts).
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { quantile } from '../src/moderation/embedded/figures.ts'
import {
  abuseInputs,
  blended,
  categoryInputs,
  type HeadKinds,
  headKinds,
  judgedText,
  lowQualityInputs,
  type Marks,
  marksOf,
  pieceLogOdds,
  probabilityOf,
} from '../src/moderation/embedded/judge.ts'
import { fitHead, type Head } from '../src/moderation/embedded/logistic.ts'
import { type Blend, quantised, quantisedRarity, rarityFrom } from '../src/moderation/embedded/model-file.ts'
import { outcomeOf } from '../src/moderation/embedded/outcome.ts'
import { countsOf, rarityOf, tokensOf } from '../src/moderation/embedded/text-features.ts'
import { loadPolicy } from '../src/moderation/policy-file.ts'
import { corpusOf, examplesOf, fine, folds, type Labelled, postTextOf } from './corpus.ts'
import { finish, seed, type Trained } from './finish.ts'
import type { FitAnswer, FitData, FitTask } from './fit-thread.ts'
import { firstLanguage, heldByPiece } from './language-bounds.ts'
import { figuresOf, type Judged } from './measure.ts'
import { lessonsOf, publicFigures } from './public-sets.ts'

/** Of fine posts this share is held as abuse: what people can look at, so that as few abusive posts as possible are published. */
const heldFine = 0.12
const lowQualitySlips = 0.15
/** Of fine posts this share may be held because of one category alone. */
const heldByCategory = 0.0005
/** A machine rejects nothing that it is less sure of (contract.md §4), and nothing below the surest of the fine posts it is chosen on. */
const rejectLeast = 0.9

const folder = join(import.meta.dirname, '..', 'models', 'moderation')
const data = join(folder, 'data')
const policy = loadPolicy()

const { positionals, values } = parseArgs({ options: { test: { type: 'boolean' } }, allowPositionals: true })
const [given] = positionals
// The sets lie in the folder that is given or, as they are handed over, in its folder `train`.
const publicSets = given === undefined ? undefined : [join(given, 'train'), given].find(existsSync)
if (given !== undefined && publicSets === undefined) throw new Error(`there is no folder ${given}`)
const lessons = publicSets === undefined ? [] : lessonsOf(publicSets)

const { posts: written } = corpusOf(data, 'train')
const dev = corpusOf(data, 'dev')
const seen = new Set(written.map(({ category }) => category))
const posts = [...written, ...examplesOf(policy).filter(({ category }) => category === fine || seen.has(category))]
const rows = policy.categories.filter(({ id }) => seen.has(id))
const categories = rows.map(({ id }) => id)
const lowQuality = rows.filter(({ action }) => action === 'reject_low_quality').map(({ id }) => id)
const kinds = headKinds(categories, lowQuality)

const started = performance.now()
const say = (text: string) =>
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}\n`)

const answers = await fitAll()
const marks = new Map(answers.flatMap(answer => ('marks' in answer ? answer.marks : [])))
const buried = answers.flatMap(answer => ('buried' in answer ? answer.buried : []))
const heads = answers
  .flatMap(answer => ('heads' in answer ? answer.heads : []))
  .sort(([a], [b]) => a - b)
  .map(([, head]) => head)
say('fitted')

const allCounts = [
  ...posts.map(post => countsOf(tokensOf(textOf(post), post.site))),
  ...lessons.map(({ text, site }) => countsOf(tokensOf(text, site))),
]
const rarity = quantisedRarity(rarityOf(allCounts))
const weights = quantised(heads)
const readableRarity = rarityFrom(rarity.bytes, rarity.scale)
const shape = {
  categories,
  lowQuality,
  rarityScale: rarity.scale,
  headScales: weights.scales,
  headStarts: weights.starts,
}
const marksBy8 = (of: readonly Labelled[]) => of.map(post => marksOf(textOf(post), post.site, readableRarity, weights))

const judgedPosts = [...posts, ...dev.posts]
const judgedMarks = [...posts.map((_, i) => marks.get(i)!), ...marksBy8(dev.posts)]
const isAbuse = (category: string) => category !== fine && !lowQuality.includes(category)

// The blends learn from texts whose writers the heads have not seen: those of the folds, and dev.
const blendedFrom = [...judgedPosts.map(({ category }, i) => ({ category, marks: judgedMarks[i]! })), ...buried]
const blends = {
  abuse: blendOf(
    mark => abuseInputs(mark, kinds),
    isAbuse,
    category => lowQuality.includes(category),
  ),
  lowQuality: blendOf(
    mark => lowQualityInputs(mark, kinds),
    category => lowQuality.includes(category),
    isAbuse,
  ),
  categories: Object.fromEntries(
    categories.map((id, place) => [
      id,
      blendOf(
        mark => categoryInputs(mark, place, kinds),
        category => category === id,
      ),
    ]),
  ),
}
const probabilities = (mark: Marks) => probabilitiesOf(mark, blends, kinds)
const chosenOn = judgedMarks.map(probabilities)
say('blended')

const where = (test: (category: string) => boolean) =>
  chosenOn.filter((_, i) => judgedPosts[i]!.lang === firstLanguage && test(judgedPosts[i]!.category))
/** The same on dev alone: the heads that judge it have learned from all of the training, as those of the service have. */
const onDev = (test: (category: string) => boolean) =>
  chosenOn.filter(
    (_, i) => i >= posts.length && judgedPosts[i]!.lang === firstLanguage && test(judgedPosts[i]!.category),
  )
const publish: Record<string, number> = {
  abuse: quantile(
    onDev(category => category === fine).map(p => p.abuse),
    1 - heldFine,
  ),
  lowQuality: quantile(
    onDev(category => lowQuality.includes(category)).map(p => p.lowQuality),
    lowQualitySlips,
  ),
  ...Object.fromEntries(
    categories.map(id => [
      id,
      quantile(
        where(category => category === fine).map(p => p.categories[id]!),
        1 - heldByCategory,
      ),
    ]),
  ),
}
publish.piece = quantile(
  onDev(category => category === fine)
    .filter(p => p.abuse < publish.abuse!)
    .map(p => p.piece),
  1 - heldByPiece,
)
const machineDecides = policy.categories.filter(({ action }) => action !== 'review').map(({ id }) => id)
const reject = Object.fromEntries(
  categories
    .filter(id => machineDecides.includes(id))
    .map(id => [id, Math.max(rejectLeast, ...where(category => category === fine).map(p => p.categories[id]!))]),
)
const thresholds = { publish, reject }
const settings = { ...shape, blends, thresholds, version: policy.version, languages: [firstLanguage] }
const onFolds = posts.map((post, i): Judged => ({ post, p: chosenOn[i]! }))
const figures: Trained['figures'] = { folds: figuresOf(onFolds, settings) }
if (publicSets !== undefined) {
  figures.public = publicFigures(publicSets, (text, site) => {
    const p = probabilities(marksOf(text, site, readableRarity, weights))
    return { abuse: p.abuse, published: outcomeOf(p, thresholds).to === 'publish' }
  })
  say('judged the public sets')
}
finish(
  folder,
  { base: { settings, rarity: readableRarity, heads: weights }, parts: [rarity.bytes, weights.weights], figures },
  { policyVersion: policy.version, measuresTest: values.test === true, say },
)

function textOf(post: Labelled): string {
  return judgedText(postTextOf(post))
}

async function fitAll(): Promise<FitAnswer[]> {
  const writers = [...new Set(posts.map(({ writer }) => writer))].sort()
  const held = Array.from({ length: folds }, (_, fold) =>
    [...posts.keys()].filter(i => writers.indexOf(posts[i]!.writer) % folds === fold),
  )
  const all = [...categories.keys(), categories.length]
  const tasks: FitTask[] = [
    ...held.map(each => ({ kind: 'fold', held: each }) as const),
    ...[0, 1].map(half => ({ kind: 'heads', heads: all.filter(head => head % 2 === half) }) as const),
  ]
  const workerData: FitData = { posts, lessons, categories, lowQuality, seed }
  const answers: FitAnswer[] = []
  const work = async () => {
    const worker = new Worker(new URL('./fit-thread.ts', import.meta.url), { workerData })
    const failed = new Promise<never>((_, fail) => worker.on('error', fail))
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      worker.postMessage(task)
      answers.push(await Promise.race([new Promise<FitAnswer>(done => worker.once('message', done)), failed]))
      say(`fitted a part, ${tasks.length} wait`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, work))
  return answers
}

/** Logistic regression on a few numbers; rows that `leaves` says so are not counted. */
function blendOf(
  inputsOf: (marks: Marks) => number[],
  meant: (category: string) => boolean,
  leaves: (category: string) => boolean = () => false,
): Blend {
  const examples = blendedFrom
    .filter(({ category }) => !leaves(category))
    .map(({ category, marks }) => {
      const values = Float32Array.from(inputsOf(marks))
      return { vector: { places: Uint32Array.from(values.keys()), values }, positive: meant(category), cost: 1 }
    })
  const head: Head = fitHead(examples, examples[0]!.vector.places.length, seed)
  return [...head]
}

function probabilitiesOf(
  mark: Marks,
  { abuse, lowQuality, categories: each }: typeof blends,
  kinds: HeadKinds,
): Judged['p'] {
  return {
    abuse: blended(abuseInputs(mark, kinds), abuse),
    piece: probabilityOf(pieceLogOdds(mark, kinds)),
    lowQuality: blended(lowQualityInputs(mark, kinds), lowQuality),
    categories: Object.fromEntries(
      categories.map((id, place) => [id, blended(categoryInputs(mark, place, kinds), each[id]!)]),
    ),
  }
}
