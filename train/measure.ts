// The figures of a model on labelled posts, as they stand in model.json and in the card.
import { auroc, averagePrecision, rounded, shareOf } from '../src/moderation/embedded/figures.ts'
import type { EmbeddedJudgement } from '../src/moderation/embedded/judge.ts'
import type { ModelSettings } from '../src/moderation/embedded/model-file.ts'
import { outcomeOf } from '../src/moderation/embedded/outcome.ts'
import { fine, type Labelled } from './corpus.ts'

export type Judged = { post: Labelled; p: Omit<EmbeddedJudgement, 'passage'> }

/** `languages` null publishes in every language. */
type Rules = Pick<ModelSettings, 'categories' | 'lowQuality' | 'thresholds'> & { languages: readonly string[] | null }

/** The figures of judged posts. Shares are those of the posts that the label says. */
export function figuresOf(posts: readonly Judged[], rules: Rules) {
  const isAbuse = ({ post: { category } }: Judged) => category !== fine && !rules.lowQuality.includes(category)
  const isLow = ({ post: { category } }: Judged) => rules.lowQuality.includes(category)
  const isFine = ({ post: { category } }: Judged) => category === fine
  const outcome = new Map(posts.map(each => [each, whereTo(each, rules)]))
  const share = (of: readonly Judged[], test: (to: string) => boolean) =>
    shareOf(of.filter(each => test(outcome.get(each)!)).length, of.length)
  const judgedTwo = posts.filter(each => !isLow(each))
  const told = (of: readonly Judged[]) => ({
    posts: of.length,
    auroc: aurocOf(
      of.filter(each => !isLow(each)),
      isAbuse,
    ),
    abusive_published: share(of.filter(isAbuse), to => to === 'publish'),
    fine_held: share(of.filter(isFine), to => to === 'review'),
    fine_rejected: share(of.filter(isFine), to => to === 'reject'),
    low_quality_published: share(of.filter(isLow), to => to === 'publish'),
    hard_fine_held: share(
      of.filter(each => isFine(each) && each.post.kind === 'hard'),
      to => to === 'review',
    ),
    plain_fine_held: share(
      of.filter(each => isFine(each) && each.post.kind === 'plain'),
      to => to === 'review',
    ),
  })
  const group = <K>(of: readonly Judged[], key: (each: Judged) => K) =>
    [...Map.groupBy(of, key)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...told(posts),
    published: posts.filter(each => outcome.get(each)! === 'publish').length,
    average_precision: rounded(
      averagePrecision(
        judgedTwo.map(({ p }) => p.abuse),
        judgedTwo.map(isAbuse),
      ),
    ),
    categories: Object.fromEntries(
      group(
        posts.filter(each => !isFine(each)),
        ({ post }) => post.category,
      ).map(([id, own]) => [
        id,
        {
          posts: own.length,
          auroc: rules.categories.includes(id)
            ? aurocOf(
                [...own, ...posts.filter(isFine)],
                each => each.post.category === id,
                each => each.p.categories[id]!,
              )
            : null,
          published: share(own, to => to === 'publish'),
          rejected: share(own, to => to === 'reject'),
        },
      ]),
    ),
    languages: Object.fromEntries(
      group(posts, ({ post }) => post.lang)
        .filter(([, own]) => own.length >= 20)
        .map(([lang, own]) => [lang, told(own)]),
    ),
    sites: Object.fromEntries(group(posts, ({ post }) => post.site as string).map(([site, own]) => [site, told(own)])),
  }
}

function whereTo({ post, p }: Judged, { thresholds, languages }: Rules) {
  const { to } = outcomeOf(p, thresholds, post.lang)
  return to === 'publish' && languages && !languages.includes(post.lang) ? 'review' : to
}

function aurocOf(
  posts: readonly Judged[],
  meant: (each: Judged) => boolean,
  score = (each: Judged) => each.p.abuse,
): number | null {
  return rounded(auroc(posts.map(score), posts.map(meant)))
}
