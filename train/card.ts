// The model card: what model.json says, in words and tables.
import type { ModelSettings } from '../src/moderation/embedded/model-file.ts'
import { languageHeld, languageRejected, languageSlips, type Tried } from './language-bounds.ts'
import type { figuresOf } from './measure.ts'
import type { PublicFigures } from './public-sets.ts'

type Figures = ReturnType<typeof figuresOf>
export type AllFigures = {
  folds: Figures
  dev: Figures
  test?: Figures
  public?: Record<string, PublicFigures>
  tried: readonly Tried[]
}

/** The text of models/moderation/README.md. */
export function cardOf(
  { version, categories, lowQuality, languages, languageHeads = {}, thresholds }: Omit<ModelSettings, 'weightsSha256'>,
  figures: AllFigures,
): string {
  const measured = figures.test ? 'test' : 'dev'
  const whole = figures[measured]!
  return `# The embedded moderation model

This card is written by \`npm run train:moderation\` from the figures in model.json; a change by hand is lost at the next training.

Version \`${version}\`. It decides on posts when no other model is configured: it publishes them, sends them to a person, or
rejects them (only scam, phishing, spam, prompt injection and low quality). It needs no server and no network, and runs in the service's own threads.

## What it is

One linear head for each of ${categories.length} categories of the policy and one for abuse of any kind, over hashed n-grams: words and pairs of
words, two to five characters, words with their site, each weighted by its rarity. The model reads a post as a whole and by every
window of one, two and three sentences, so that one bad sentence in a long text is not averaged away. Logistic blends turn the
output of the heads into probabilities; they were fitted on texts by writers whom the heads had not seen. The weights are bytes
(\`weights.bin\`, SHA-256 in model.json).

A text in ${Object.keys(languageHeads).join(', ')} is read by one head more: abuse of any kind, learned from the posts of its language alone, more than half of
them renderings of the English posts ([data](data/README.md)), with the rarities of its own n-grams, and blended with what the other heads
say. The other heads do not learn from these posts, so a training of the languages leaves English as it is. Chinese and Japanese are parted
into words by the list of ICU that Node has.

It was trained on posts that the project wrote itself ([data](data/README.md)), and a little on public sets, so that it does
not judge every other style of writing as bad. Thresholds were chosen on the folds of the training and on dev, in English; the bounds
of another language on its native posts of dev and test.

Tried and left out, because they added next to nothing: a sentence-embedding head (Universal Sentence Encoder, 28 MB: AUROC over
the folds 0.973 instead of 0.971), counts of links, amounts and the like (0.0001), four times the places for n-grams (one head on test 0.951
instead of 0.948, and four times the memory).

## How well it does

On the split \`${measured}\`${measured === 'test' ? ', on which no threshold was chosen but the bounds of languages beside English' : ''}. A share is a share of the posts with that label.

${table(
  [
    'split',
    'posts',
    'AUROC, abuse against fine',
    'abusive published',
    'fine held',
    'of plain ones',
    'of hard ones',
    'fine rejected',
    'low quality published',
  ],
  (['folds', 'dev', 'test'] as const)
    .filter(split => figures[split])
    .flatMap(split => {
      const own = figures[split]!
      const english = own.languages.en
      const row = (name: string, of: typeof own | NonNullable<typeof english>) => [
        name,
        of.posts,
        of.auroc,
        of.abusive_published,
        of.fine_held,
        of.plain_fine_held,
        of.hard_fine_held,
        of.fine_rejected,
        of.low_quality_published,
      ]
      return [...(english ? [row(`${split}, English`, english)] : []), row(`${split}, all languages`, own)]
    }),
)}

Folds: every post of \`train\`, judged by heads that had not seen its writer, without heads of single languages. Figures on dev are too good,
because some training posts were written after mistakes on dev. The last three trainings measured the split test; between them the rule for the threshold
of abuse changed, because of figures on dev.

### By category

${table(
  ['category', 'posts', 'AUROC against fine', 'published', 'rejected by the machine'],
  Object.entries(whole.categories).map(([id, own]) => [
    `${id}${lowQuality.includes(id) ? ' (low quality)' : ''}`,
    own.posts,
    own.auroc,
    own.published,
    own.rejected,
  ]),
)}

### By language

Published without a person: ${languages.join(', ')}. A text in any other language goes to a person: the figures of the language are
not good enough, or it has too few posts. A language is opened if of its abusive posts at most ${percent(languageSlips)} are published, and of its fine ones at
most ${percent(languageHeld)} held and ${percent(languageRejected)} rejected. A text goes to a person as well if its language is not recognised or a sentence is
in another language, which is so of about one fine post in twenty in most languages.

${table(
  ['language', 'posts', 'AUROC', 'abusive published', 'fine held'],
  Object.entries(whole.languages).map(([lang, own]) => [
    lang,
    own.posts,
    own.auroc,
    own.abusive_published,
    own.fine_held,
  ]),
)}

Languages that were given a head, on the native posts of dev and test; the figures decided whether it was opened. They are those of five folds,
each judged with bounds that were chosen on the others, and the language of a post is known; the share of rejected posts is that of the
native posts of \`languages/\` too, which the heads that reject have not read. The table before this one has the posts of
test alone, with the bounds that were chosen on all:

${table(
  ['language', 'abusive', 'fine', 'abusive published', 'fine held', 'fine rejected'],
  figures.tried.map(each => [each.language, each.abusive, each.fine, each.published, each.held, each.rejected]),
)}

### By site

${table(
  ['site', 'posts', 'AUROC', 'abusive published', 'fine held'],
  Object.entries(whole.sites).map(([site, own]) => [site, own.posts, own.auroc, own.abusive_published, own.fine_held]),
)}
${figures.public ? publicTables(figures.public) : ''}
## What it is bad at

- It knows words and their context, not facts or intent: it misses allusive threats, fraud without the usual words, and irony.
- It sends a larger share of short messages than of other texts to a person, because they have few words.
- It sends many harmless texts with slang and abbreviations to a person, because its training posts have few of them.
- It holds hard but harmless texts (lectures on hate, crime fiction, support groups) three times as often as ordinary ones.
- It does not compare texts or check facts: it notices neither a copied text nor a false date.

## Thresholds

Published below ${thresholds.publish.abuse!.toFixed(3)} for abuse of any kind and ${thresholds.publish.lowQuality!.toFixed(3)} for low quality, and below a bound for each category (model.json).
Rejected from ${Math.min(...Object.values(thresholds.reject)).toFixed(2)} on, in a category that the policy lets a machine reject; an instruction to AI readers only when a fixed rule finds one too.

## Making it again

\`npm run train:moderation -- FOLDER\`, where FOLDER holds the public sets named in train/public-sets.ts. Without FOLDER it trains on
the project's own posts alone. \`--test\` puts the figures of the test split into the card. \`npm run train:languages\` trains the heads of
single languages alone, and keeps the others.
`
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}

function publicTables(sets: Record<string, PublicFigures>): string {
  const rows = (learned: boolean) =>
    Object.entries(sets)
      .filter(([, { learned_from }]) => learned_from === learned)
      .map(([name, own]) => [
        name,
        own.looks_for,
        own.meant,
        own.others,
        own.auroc,
        own.average_precision,
        own.meant_published,
        own.others_held,
      ])
  const heads = ['set', 'looks for', 'meant', 'others', 'AUROC', 'average precision', 'meant published', 'others held']
  return `
### On public sets

These texts are not posts of agents, and their labels are not the policy's categories. Not used for training:

${table(heads, rows(false))}

Used for training, a little; the figures only show that the model learned from them:

${table(heads, rows(true))}
`
}

function table(heads: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const line = (cells: readonly (string | number | null)[]) => `| ${cells.map(cell => cell ?? '').join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
