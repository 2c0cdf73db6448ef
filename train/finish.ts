// The last part of a training: the heads and bounds of single languages, the figures, the files of the model and its card.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgedText, judgementFrom, opinionOf } from '../src/moderation/embedded/judge.ts'
import {
  type EmbeddedModel,
  languageHeadOf,
  type ModelSettings,
  writeModel,
} from '../src/moderation/embedded/model-file.ts'
import { type AllFigures, cardOf } from './card.ts'
import { corpusOf, type Labelled, languagePosts, postTextOf } from './corpus.ts'
import { firstLanguage, languagesFit } from './language-bounds.ts'
import { type Base, type FittedLanguage, fitLanguages } from './language-heads.ts'
import { figuresOf, type Judged } from './measure.ts'

export const seed = 20_261_122

/** A training before the heads of single languages: the model, its bytes in order, and the figures that stay. */
export type Trained = {
  base: Base
  parts: readonly (Uint8Array | Int8Array)[]
  figures: Pick<AllFigures, 'folds' | 'public'>
}

/**
 * Fits the languages and writes the model of a folder. The split test opens languages and helps to choose their bounds; nothing else is
 * chosen on it, and `measuresTest` puts its figures into the card.
 */
export function finish(
  folder: string,
  { base, parts, figures }: Trained,
  { policyVersion, measuresTest, say }: { policyVersion: string; measuresTest: boolean; say: (text: string) => void },
): void {
  const data = join(folder, 'data')
  const [train, dev, test] = [corpusOf(data, 'train'), corpusOf(data, 'dev'), corpusOf(data, 'test')]
  const own = languagePosts(data)
  const fitted = fitLanguages(base, { shared: train.posts, own: own.posts }, seed)
  say('fitted the heads of languages')
  const shape = base.settings
  const withAll = withHeads(base, fitted)
  const { found, tried } = languagesFit(
    {
      judged: [...judged(withAll, dev), ...judged(withAll, test)],
      unread: judged(withAll, { posts: own.posts.filter(({ renders }) => renders === undefined) }),
    },
    shape,
  )
  const told = tried.filter(({ language }) => fitted.has(language))
  for (const each of told) say(JSON.stringify(each))
  // A head of a language that stays closed would only make the model larger.
  const kept = new Map([...fitted].filter(([language]) => language in found))
  const learnedFrom = createHash('sha256').update(`${train.sha256}${own.sha256}`).digest('hex')
  const settings: Omit<ModelSettings, 'weightsSha256'> = {
    ...shape,
    version: `${policyVersion}+${learnedFrom.slice(0, 8)}`,
    thresholds: { ...shape.thresholds, languages: found },
    languageHeads: Object.fromEntries([...kept].map(([language, each]) => [language, each.settings])),
    languages: [firstLanguage, ...Object.keys(found)].sort(),
  }
  const model = withHeads(base, kept)
  const all: AllFigures = {
    folds: figures.folds,
    dev: figuresOf(judged(model, dev), settings),
    ...(measuresTest && { test: figuresOf(judged(model, test), settings) }),
    ...(figures.public && { public: figures.public }),
    tried: told,
  }
  const hashes = { train: train.sha256, languages: own.sha256, dev: dev.sha256, test: test.sha256 }
  writeModel(
    folder,
    settings,
    [...parts, ...[...kept.values()].flatMap(({ rarities, weights }) => [rarities, weights])],
    {
      ...all,
      data: hashes,
    },
  )
  writeFileSync(join(folder, 'README.md'), cardOf(settings, all))
  say('written')
  process.stdout.write(`${JSON.stringify(all, null, 1)}\n`)
}

function withHeads(base: Base, fitted: ReadonlyMap<string, FittedLanguage>): EmbeddedModel {
  const languageHeads = [...fitted].map(([language, { rarities, weights, settings }]) => {
    const head = languageHeadOf(
      Buffer.concat([rarities, new Uint8Array(weights.buffer, weights.byteOffset, weights.length)]),
      settings,
    )
    return [language, () => head] as const
  })
  return { ...base, settings: { ...base.settings, weightsSha256: '' }, languageHeads: new Map(languageHeads) }
}

/** Posts as a model judges them, each in the language of its label. */
function judged(model: EmbeddedModel, { posts }: { posts: readonly Labelled[] }): Judged[] {
  return posts.map(post => {
    const opinion = opinionOf(model, judgedText(postTextOf(post)), post.site, post.lang)
    return { post, p: judgementFrom(opinion) }
  })
}
