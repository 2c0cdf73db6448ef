// The languages beside the first one whose own figures are good enough, with the bounds of each.
import { quantile, rounded } from '../src/moderation/embedded/figures.ts'
import type { ModelSettings } from '../src/moderation/embedded/model-file.ts'
import { outcomeOf } from '../src/moderation/embedded/outcome.ts'
import { fine, folds, sumOfLetters } from './corpus.ts'
import type { Judged } from './measure.ts'

/** Thresholds are chosen in the language of most posts; the others have to do well enough with them. */
export const firstLanguage = 'en'
/** Of fine posts this share more is held because of one piece of the text, which is read alone too. */
export const heldByPiece = 0.01
/** Of fine posts in a language with bounds of its own this share is held, those that are held for one piece among them. */
const heldElsewhere = 0.17
/** Beyond these figures a language is judged by people: of its abusive posts so many published, of its fine ones so many held. */
export const languageSlips = 0.08
export const languageHeld = 0.25
export const languageRejected = 0.005
/** With fewer abusive posts than this nothing is known of a language. */
const enoughAbuse = 40

/** What a language came to with bounds of its own, before it was opened or not. Shares are those of its abusive or fine posts. */
export type Tried = { language: string; abusive: number; fine: number } & Record<
  'published' | 'held' | 'rejected',
  number
>

type Bounds = { abuse: number; piece: number }
type Thresholds = Pick<ModelSettings['thresholds'], 'publish' | 'reject'>

/** The bounds of a language: what leaves the share `heldElsewhere` of its fine posts to people, some of them for one piece. */
function boundsFrom(posts: readonly Judged[]): Bounds {
  const good = posts.filter(({ post }) => post.category === fine).map(({ p }) => p)
  const abuse = quantile(
    good.map(p => p.abuse),
    1 - (heldElsewhere - heldByPiece),
  )
  const under = good.filter(p => p.abuse < abuse).map(p => p.piece)
  return { abuse, piece: quantile(under, 1 - heldByPiece) }
}

/** What is known of the posts of a language: where each goes. */
type Outcome = Judged & { to: 'publish' | 'review' | 'reject' }

/**
 * The bounds of the languages whose own figures are good enough, chosen on all native posts of a language in dev and test: dev alone has
 * some 80 fine ones. The figures are those of folds, each with the bounds of the others, so that no post is judged by bounds that were
 * chosen on it. A rejection depends on no bound of a language, and the heads that reject have not read `unread`, the native posts that
 * teach the head of their language: the share of rejected posts is that of all of them.
 */
export function languagesFit(
  { judged, unread }: Record<'judged' | 'unread', readonly Judged[]>,
  { thresholds: { publish, reject }, lowQuality }: Pick<ModelSettings, 'lowQuality'> & { thresholds: Thresholds },
): { found: Record<string, Bounds>; tried: Tried[] } {
  const found: Record<string, Bounds> = {}
  const tried: Tried[] = []
  for (const [lang, own] of Map.groupBy(judged, ({ post }) => post.lang)) {
    if (lang === firstLanguage || lang.includes('+')) continue
    const foldOf = ({ post: { idea } }: Judged) => sumOfLetters(idea) % folds
    const outcomes = own.map((each): Outcome => {
      const bounds = boundsFrom(own.filter(other => foldOf(other) !== foldOf(each)))
      return { ...each, to: outcomeOf(each.p, { publish, reject, languages: { [lang]: bounds } }, lang).to }
    })
    const others = unread.filter(({ post }) => post.lang === lang)
    const rejected = others.map((each): Outcome => ({ ...each, to: outcomeOf(each.p, { publish, reject }, lang).to }))
    const measured = {
      ...triedOn(lang, outcomes, lowQuality),
      rejected: triedOn(lang, [...outcomes, ...rejected], lowQuality).rejected,
    }
    tried.push(measured)
    if (holds(measured)) found[lang] = boundsFrom(own)
  }
  return { found, tried }
}

function triedOn(language: string, outcomes: readonly Outcome[], lowQuality: readonly string[]): Tried {
  const share = (of: readonly Outcome[], to: string) => rounded(of.filter(each => each.to === to).length / of.length)
  const bad = outcomes.filter(({ post: { category } }) => category !== fine && !lowQuality.includes(category))
  const good = outcomes.filter(({ post }) => post.category === fine)
  return {
    language,
    abusive: bad.length,
    fine: good.length,
    published: share(bad, 'publish'),
    held: share(good, 'review'),
    rejected: share(good, 'reject'),
  }
}

/** Whether a language holds the bounds of those that are published without a person. */
function holds({ abusive, published, held, rejected }: Tried): boolean {
  return abusive >= enoughAbuse && published <= languageSlips && held <= languageHeld && rejected <= languageRejected
}
