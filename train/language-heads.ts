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
  quantisedRarity,
  rarityFrom,
} from '../src/moderation/embedded/model-file.ts'
import { countsOf, featureCount, type Rarity, rarityOf, tokensOf } from '../src/moderation/embedded/text-features.ts'
import type { Heads } from '../src/moderation/embedded/window-sums.ts'
import { fine, folds, type Labelled, postTextOf, sumOfLetters } from './corpus.ts'
import { buriedOf, cost, noisyCost, pieceCost, piecesOf, vectorIn } from './examples.ts'
import { noisyCopy } from './noisy.ts'

/** Rarities and a head in bytes. */
export type FittedLanguage = { rarities: Uint8Array; weights: Int8Array; settings: LanguageSettings }

/** With fewer posts of its own than this a language has no head. */
const enoughPosts = 1_000

/** What the heads of all languages came to. */
export type Base = Pick<EmbeddedModel, 'rarity' | 'heads'> & { settings: Omit<ModelSettings, 'weightsSha256'> }
/** `isOwn`: the heads of all languages have not read the post. */
type Row = { post: Labelled; text: string; fold: number; isOwn: boolean }

/** The heads of the languages with enough posts of their own, from these and those that teach every head. The same posts give the same heads. */
export function fitLanguages(
  base: Base,
  { shared, own }: { shared: readonly Labelled[]; own: readonly Labelled[] },
  seed: number,
): Map<string, FittedLanguage> {
  const rows = rowsOf(shared, own)
  const found = new Map<string, FittedLanguage>()
  for (const [lang, all] of Map.groupBy(rows, ({ post }) => post.lang)) {
    if (all.filter(({ isOwn }) => isOwn).length < enoughPosts) continue
    const told = all.filter(({ post }) => !base.settings.lowQuality.includes(post.category))
    // Most n-grams of a language are in none of the posts that teach every head.
    const counts = all.map(({ text, post: { site } }) => countsOf(tokensOf(text, site)))
    const { bytes: rarities, scale: rarityScale } = quantisedRarity(rarityOf(counts))
    const rarity = rarityFrom(rarities, rarityScale)
    const { weights, scales, starts } = quantised([fitted(told, rarity, seed)])
    const blend = blendOf(base, rarity, told, seed)
    found.set(lang, { rarities, weights, settings: { rarityScale, scale: scales[0]!, start: starts[0]!, blend } })
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A rendering is in the fold of the writer whose post it renders, as are the renderings of that post in other languages. One writer wrote
 * all native posts of a language: the posts of an idea are in one fold.
 */
function rowsOf(shared: readonly Labelled[], own: readonly Labelled[]): Row[] {
  const writerOf = new Map(shared.map(({ id, writer }) => [id, writer]))
  const writers = [...new Set(writerOf.values())].sort()
  const foldOf = ({ id, renders = id, idea }: Labelled) =>
    (writerOf.has(renders) ? writers.indexOf(writerOf.get(renders)!) : sumOfLetters(idea)) % folds
  const row = (post: Labelled, isOwn: boolean) => ({
    post,
    text: judgedText(postTextOf(post)),
    fold: foldOf(post),
    isOwn,
  })
  return [...shared.map(post => row(post, false)), ...own.map(post => row(post, true))]
}

/** A head that tells abuse from what is fine. */
function fitted(rows: readonly Row[], rarity: Rarity, seed: number): Head {
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
function blendOf(base: Base, own: Rarity, rows: readonly Row[], seed: number): Blend {
  const { settings, rarity, heads } = base
  const kinds = headKinds(settings.categories, settings.lowQuality)
  const examples = Array.from({ length: folds }, (_, fold) => fold).flatMap(fold => {
    const head = asHeads(
      fitted(
        rows.filter(row => row.fold !== fold),
        own,
        seed,
      ),
    )
    const held = rows.filter(row => row.fold === fold && row.isOwn)
    const buried = buriedOf(
      held.map(({ post }) => post),
      held.map(({ text }) => text),
      [...held.keys()],
      { lowQuality: settings.lowQuality, seed },
    )
    return [...held, ...buried].map(({ post: { site, category }, text }): Example => {
      const others = logOdds(abuseInputs(marksOf(text, site, rarity, heads), kinds), settings.blends.abuse)
      const values = Float32Array.from(languageInputs(others, marksOf(text, site, own, head)))
      return { vector: { places: Uint32Array.from(values.keys()), values }, positive: category !== fine, cost: 1 }
    })
  })
  return [...fitHead(examples, examples[0]!.vector.places.length, seed)]
}

/** A head with its full weights. */
function asHeads(head: Head): Heads {
  return { weights: head.subarray(0, featureCount), scales: [1], starts: [head[featureCount]!] }
}
