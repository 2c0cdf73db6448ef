// Trains the embedded model: npm run train:moderation -- [--test] [FOLDER [TRANSLATIONS]]. The same data give
// the same model. --test measures the test split; FOLDER holds public sets (public-sets.ts), TRANSLATIONS what translate.ts wrote.
import { existsSync, writeFileSync } from 'node:fs'
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
import {
  type Blend,
  quantised,
  quantisedRarity,
  rarityFrom,
  writeModel,
} from '../src/moderation/embedded/model-file.ts'
import { outcomeOf } from '../src/moderation/embedded/outcome.ts'
import { countsOf, rarityOf, tokensOf } from '../src/moderation/embedded/text-features.ts'
import { loadPolicy } from '../src/moderation/policy-file.ts'
import { type AllFigures, cardOf } from './card.ts'
import { corpusOf, examplesOf, fine, type Labelled, postTextOf } from './corpus.ts'
import type { FitAnswer, FitData, FitTask } from './fit-thread.ts'
import { figuresOf, type Judged } from './measure.ts'
import { lessonsOf, publicFigures } from './public-sets.ts'
import { translationsIn } from './translate.ts'

const seed = 20_261_122
const folds = 5
/** Of fine posts this share is held as abuse: what people can look at, so that as few abusive posts as possible are published. */
const heldFine = 0.12
/** Of fine posts this share more is held because of one piece of the text, which is read alone too. */
const heldByPiece = 0.01
/** Of fine posts in a language with bounds of its own this share is held. */
const heldElsewhere = 0.2
const lowQualitySlips = 0.15
/** Of fine posts this share may be held because of one category alone. */
const heldByCategory = 0.0005
/** A machine rejects nothing that it is less sure of (contract.md §4), and nothing below the surest of the fine posts it is chosen on. */
const rejectLeast = 0.9
/** Beyond these figures a language is judged by people: of its abusive posts so many published, of its fine ones so many held. */
const languageSlips = 0.08
const languageHeld = 0.25
const languageRejected = 0.005
/** With fewer abusive posts than this nothing is known of a language. */
const enoughAbuse = 40

const folder = join(import.meta.dirname, '..', 'models', 'moderation')
const data = join(folder, 'data')
const policy = loadPolicy()

const { positionals, values } = parseArgs({ options: { test: { type: 'boolean' } }, allowPositionals: true })
const [given, translated] = positionals
// The sets lie in the folder that is given or, as they are handed over, in its folder `train`.
const publicSets = given === undefined ? undefined : [join(given, 'train'), given].find(existsSync)
if (given !== undefined && publicSets === undefined) throw new Error(`there is no folder ${given}`)
const translations = translated === undefined ? [] : translationsIn(translated).filter(isTaken)
const lessons = publicSets === undefined ? [] : lessonsOf(publicSets)

const written = corpusOf(data, 'train')
const dev = corpusOf(data, 'dev')
const seen = new Set(written.posts.map(({ category }) => category))
const training = {
  ...written,
  posts: [...written.posts, ...examplesOf(policy).filter(({ category }) => category === fine || seen.has(category))],
}
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
  ...training.posts.map(post => countsOf(tokensOf(textOf(post), post.site))),
  ...translations.map(post => countsOf(tokensOf(textOf(post), post.site))),
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
const marksBy8 = (posts: readonly Labelled[]) =>
  posts.map(post => marksOf(textOf(post), post.site, readableRarity, weights))

const judgedPosts = [...training.posts, ...dev.posts]
const judgedMarks = [...training.posts.map((_, i) => marks.get(i)!), ...marksBy8(dev.posts)]
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

/** Thresholds are chosen in the language of most posts; the others have to do well enough with them. */
const firstLanguage = 'en'
const where = (test: (category: string) => boolean) =>
  chosenOn.filter((_, i) => judgedPosts[i]!.lang === firstLanguage && test(judgedPosts[i]!.category))
/** The same on dev alone: the heads that judge it have learned from all of the training, as those of the service have. */
const onDev = (test: (category: string) => boolean) =>
  chosenOn.filter(
    (_, i) => i >= training.posts.length && judgedPosts[i]!.lang === firstLanguage && test(judgedPosts[i]!.category),
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
const judged = (posts: readonly Labelled[], probabilities: readonly Judged['p'][]): Judged[] =>
  posts.map((post, i) => ({ post, p: probabilities[i]! }))
const onDevPosts = judged(dev.posts, chosenOn.slice(training.posts.length))
const test = corpusOf(data, 'test')
const onTestPosts = judged(test.posts, marksBy8(test.posts).map(probabilities))
const others = languagesFit(onDevPosts, onTestPosts)
const thresholds = { publish, reject, languages: others }
const languages = [firstLanguage, ...Object.keys(others)].sort()
const settings = {
  version: `${policy.version}+${training.sha256.slice(0, 8)}`,
  ...shape,
  blends,
  thresholds,
  languages,
}
const devFigures = figuresOf(judged(dev.posts, marksBy8(dev.posts).map(probabilities)), settings)
const foldFigures = figuresOf(judged(training.posts, chosenOn.slice(0, training.posts.length)), settings)
const figures: AllFigures = { folds: foldFigures, dev: devFigures }
if (values.test) figures.test = figuresOf(onTestPosts, settings)
if (publicSets !== undefined) {
  figures.public = publicFigures(publicSets, (text, site) => {
    const p = probabilities(marksOf(text, site, readableRarity, weights))
    return { abuse: p.abuse, published: outcomeOf(p, thresholds).to === 'publish' }
  })
  say('judged the public sets')
}
const hashes = { train: training.sha256, dev: dev.sha256, test: test.sha256 }
writeModel(folder, settings, rarity.bytes, weights.weights, { ...figures, data: hashes })
writeFileSync(join(folder, 'README.md'), cardOf(settings, figures))
say('written')
process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`)

/** Of the translations, all bad and hard posts, and one plain post in three, another one in each language. */
function isTaken({ id, kind, lang }: Labelled): boolean {
  return kind !== 'plain' || [...`${id}${lang}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3 === 0
}

function textOf(post: Labelled): string {
  return judgedText(postTextOf(post))
}

async function fitAll(): Promise<FitAnswer[]> {
  const writers = [...new Set(training.posts.map(({ writer }) => writer))].sort()
  const held = Array.from({ length: folds }, (_, fold) =>
    [...training.posts.keys()].filter(i => writers.indexOf(training.posts[i]!.writer) % folds === fold),
  )
  const all = [...categories.keys(), categories.length]
  const tasks: FitTask[] = [
    ...held.map(posts => ({ kind: 'fold', held: posts }) as const),
    ...[0, 1].map(half => ({ kind: 'heads', heads: all.filter(head => head % 2 === half) }) as const),
  ]
  const workerData: FitData = { posts: training.posts, lessons, translations, categories, lowQuality, seed }
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

/** The bounds of a language: what leaves the share `heldElsewhere` of its fine posts to people, some of them for one piece. */
function boundsFrom(posts: readonly Judged[]): { abuse: number; piece: number } {
  const good = posts.filter(({ post }) => post.category === fine).map(({ p }) => p)
  const abuse = quantile(
    good.map(p => p.abuse),
    1 - heldElsewhere,
  )
  const under = good.filter(p => p.abuse < abuse).map(p => p.piece)
  return { abuse, piece: quantile(under, 1 - heldByPiece) }
}

/**
 * The bounds of the languages whose own figures are good enough, twice: on halves of dev, each with the bounds of the other half, so
 * that no post is judged by bounds that were chosen on it, and on the posts of the test, by writers of their own.
 */
function languagesFit(
  onDev: readonly Judged[],
  onTest: readonly Judged[],
): Record<string, { abuse: number; piece: number }> {
  const found: Record<string, { abuse: number; piece: number }> = {}
  for (const [lang, own] of Map.groupBy(onDev, ({ post }) => post.lang)) {
    if (lang === firstLanguage || lang.includes('+')) continue
    const half = ({ post: { idea } }: Judged) => [...idea].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2
    const parts = [0, 1].map(part => own.filter(each => half(each) === part)) as [Judged[], Judged[]]
    const bounds = boundsFrom(own)
    const byHalves = parts.flatMap((part, i) => outcomesOf(part, lang, boundsFrom(parts[1 - i]!)))
    const unseen = outcomesOf(
      onTest.filter(({ post }) => post.lang === lang),
      lang,
      bounds,
    )
    const fits = [fitsOn('dev', lang, byHalves), fitsOn('test', lang, unseen)]
    if (fits.every(fit => fit)) found[lang] = bounds
  }
  return found
}

type Outcome = Judged & { to: string }

function outcomesOf(posts: readonly Judged[], lang: string, bounds: { abuse: number; piece: number }): Outcome[] {
  return posts.map(each => ({
    ...each,
    to: outcomeOf(each.p, { publish, reject, languages: { [lang]: bounds } }, lang).to,
  }))
}

/** Whether so few posts of a language are decided wrongly that it can do without people. */
function fitsOn(split: string, lang: string, outcomes: readonly Outcome[]): boolean {
  const share = (of: readonly Outcome[], to: string) => of.filter(each => each.to === to).length / of.length
  const bad = outcomes.filter(({ post }) => isAbuse(post.category))
  const good = outcomes.filter(({ post }) => post.category === fine)
  const [published, held, rejected] = [share(bad, 'publish'), share(good, 'review'), share(good, 'reject')]
  const told = [published, held, rejected].map(each => each.toFixed(3)).join(', ')
  say(`${lang}, ${split}: ${bad.length} abusive, ${good.length} fine: published, held, rejected ${told}`)
  return bad.length >= enoughAbuse && published <= languageSlips && held <= languageHeld && rejected <= languageRejected
}
