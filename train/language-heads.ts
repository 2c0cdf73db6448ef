// Fits the head of a language: abuse of any kind, learned from its posts alone, and the blend with what the other heads say.
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import {
  abuseInputs,
  headKinds,
  judgedText,
  languageInputs,
  logOdds,
  marksOf,
} from '../src/moderation/embedded/judge.ts'
import { type Example, fitHead, type Head } from '../src/moderation/embedded/logistic.ts'
import {
  type Blend,
  type EmbeddedModel,
  type LanguageSettings,
  type ModelSettings,
  quantised,
} from '../src/moderation/embedded/model-file.ts'
import { countsOf, featureCount, tokensOf } from '../src/moderation/embedded/text-features.ts'
import type { Heads } from '../src/moderation/embedded/window-sums.ts'
import { fine, type Labelled, postTextOf, sumOfLetters, teachesOneLanguage } from './corpus.ts'
import { buriedOf, cost, noisyCost, pieceCost, piecesOf, vectorIn } from './examples.ts'
import { noisyCopy } from './noisy.ts'

/** A head in bytes. */
export type FittedLanguage = { weights: Int8Array; settings: LanguageSettings }

/** With fewer renderings than this a language has no head of its own. */
const enoughRenderings = 1_000
const folds = 5

/** What the heads of all languages came to. */
export type Base = Pick<EmbeddedModel, 'rarity' | 'heads'> & { settings: Omit<ModelSettings, 'weightsSha256'> }
type Row = { post: Labelled; text: string; fold: number }

/** The heads of the languages with enough renderings among the posts of the training. The same posts give the same heads. */
export function fitLanguages(base: Base, posts: readonly Labelled[], seed: number): Map<string, FittedLanguage> {
  const rows = rowsOf(posts)
  const found = new Map<string, FittedLanguage>()
  for (const [lang, own] of Map.groupBy(rows, ({ post }) => post.lang)) {
    if (own.filter(({ post }) => post.renders !== undefined).length < enoughRenderings) continue
    const told = own.filter(({ post }) => !base.settings.lowQuality.includes(post.category))
    const head = fitted(told, base.rarity, seed)
    const { weights, scales, starts } = quantised([head])
    const blend = blendOf(base, told, seed)
    found.set(lang, { weights, settings: { scale: scales[0]!, start: starts[0]!, blend } })
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A rendering is in the fold of the writer whose post it renders, as are the renderings of that post in other languages. One writer wrote
 * all native posts of a language: the posts of an idea are in one fold.
 */
function rowsOf(posts: readonly Labelled[]): Row[] {
  const writerOf = new Map(posts.map(({ id, writer }) => [id, writer]))
  const writers = [...new Set(writerOf.values())].sort()
  const foldOf = ({ id, renders, idea, alone }: Labelled) =>
    alone === true ? sumOfLetters(idea) : writers.indexOf(writerOf.get(renders ?? id)!)
  return posts.map(post => ({ post, text: judgedText(postTextOf(post)), fold: foldOf(post) % folds }))
}

/** A head that tells abuse from what is fine. */
function fitted(rows: readonly Row[], rarity: Float32Array, seed: number): Head {
  const bad = rows.filter(({ post }) => post.category !== fine).length
  const vector = (text: string, site: SiteId) => vectorIn(countsOf(tokensOf(text, site)), rarity)
  const examples = rows.flatMap(({ post: { site, category }, text }, i): Example[] => {
    const positive = category !== fine
    const own = (cost * rows.length) / 2 / (positive ? bad : rows.length - bad)
    const pieces = positive ? [] : piecesOf(text, site, seed + i)
    return [
      { vector: vector(text, site), positive, cost: own },
      { vector: vector(noisyCopy(text, seed + i), site), positive, cost: own * noisyCost },
      ...pieces.map(piece => ({ vector: vectorIn(piece, rarity), positive, cost: own * pieceCost })),
    ]
  })
  return fitHead(examples, featureCount, seed)
}

/** The blend, fitted on posts that the other heads have not read, nor the head of the language here. */
function blendOf(base: Base, rows: readonly Row[], seed: number): Blend {
  const { settings, rarity, heads } = base
  const kinds = headKinds(settings.categories, settings.lowQuality)
  const examples = Array.from({ length: folds }, (_, fold) => fold).flatMap(fold => {
    const head = asHeads(
      fitted(
        rows.filter(row => row.fold !== fold),
        rarity,
        seed,
      ),
    )
    const held = rows.filter(row => row.fold === fold && teachesOneLanguage(row.post))
    const buried = buriedOf(
      held.map(({ post }) => post),
      held.map(({ text }) => text),
      [...held.keys()],
      { lowQuality: settings.lowQuality, seed },
    )
    return [...held, ...buried].map(({ post: { site, category }, text }): Example => {
      const others = logOdds(abuseInputs(marksOf(text, site, rarity, heads), kinds), settings.blends.abuse)
      const values = Float32Array.from(languageInputs(others, marksOf(text, site, rarity, head)))
      return { vector: { places: Uint32Array.from(values.keys()), values }, positive: category !== fine, cost: 1 }
    })
  })
  return [...fitHead(examples, examples[0]!.vector.places.length, seed)]
}

/** A head with its full weights. */
function asHeads(head: Head): Heads {
  return { weights: head.subarray(0, featureCount), scales: [1], starts: [head[featureCount]!] }
}
