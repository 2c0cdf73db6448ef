// Finds what a text has of the lists. The cost grows with the text and hardly with the number of entries.
import { type EntryKind, type Listed, listRule } from '../../contract/moderation/list-entries.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { fold, unmask, visible, wholeText } from '../prefilter/fold.ts'
import { phoneNumbersIn } from '../prefilter/phone-numbers.ts'
import { looksLikeHost, normalHost, textHash, wordsIn } from './normal-values.ts'

/** An entry with its value in normal form. */
export type Entry = Omit<Listed, 'rule'> & { seq: number; kind: EntryKind; value: string }

/** The findings of a text, first those that do the most; at most `mostFound`. */
export type Matcher = (post: PostText, normalText: string) => Listed[]

/** The most entries that are found in one text. */
const mostFound = 8

type Branch = { entry?: Entry; next?: Map<string, Branch> }

/** A matcher of these entries. */
export function matcherOf(entries: readonly Entry[]): Matcher {
  const of = (kind: EntryKind) => entries.filter(entry => entry.kind === kind)
  const phrases = treeOf(of('phrase'))
  const byValue = (kind: EntryKind) => new Map(of(kind).map(entry => [entry.value, entry]))
  const [phones, texts] = [byValue('phone'), byValue('text')]
  const domains = new Map(of('domain').flatMap(entry => [[looksLikeHost(entry.value), entry] as const]))
  return (post, normalText) => {
    const found = new Set<Entry>()
    if (phrases.next) for (const words of formsOf(post)) findPhrases(phrases, words, found)
    if (domains.size > 0) for (const host of hostsIn(post)) findDomain(domains, host, found)
    if (phones.size > 0) {
      const written = [wholeText(post), ...post.topics, ...post.urls].join('\n')
      for (const { number } of phoneNumbersIn(written, post.country ?? null)) add(phones.get(number.number), found)
    }
    if (texts.size > 0) add(texts.get(textHash(normalText)), found)
    return [...found]
      .sort((a, b) => weightOf(b) - weightOf(a) || a.seq - b.seq)
      .slice(0, mostFound)
      .map(({ seq, action, category, shadow }) => ({
        rule: listRule(seq),
        action,
        category,
        ...(shadow && { shadow }),
      }))
  }
}

const order = ['flag', 'hold', 'refuse']
const weightOf = ({ action, shadow }: Entry) => (shadow ? 0 : 1 + order.indexOf(action))

function add(entry: Entry | undefined, found: Set<Entry>): void {
  if (entry) found.add(entry)
}

function treeOf(phrases: readonly Entry[]): Branch {
  const root: Branch = {}
  for (const entry of phrases) {
    let branch = root
    for (const word of entry.value.split(' ')) {
      branch.next ??= new Map()
      const next = branch.next.get(word) ?? {}
      branch.next.set(word, next)
      branch = next
    }
    branch.entry ??= entry
  }
  return root
}

/** The words of a text as it is written and, where they are disguised, as they are meant. Members are kept apart by an empty word. */
function* formsOf(post: PostText): Generator<readonly string[]> {
  const parts = [
    post.title ?? '',
    post.body,
    post.details ?? '',
    ...post.topics.map(topic => topic.replaceAll('-', ' ')),
  ]
  const folded = [...parts, ...post.urls].map(part => fold(part))
  yield folded.flatMap(part => ['', ...wordsIn(part)])
  const meant = folded.map(unmask)
  if (meant.some((part, i) => part !== folded[i])) yield meant.flatMap(part => ['', ...wordsIn(part)])
}

function findPhrases(root: Branch, words: readonly string[], found: Set<Entry>): void {
  for (let from = 0; from < words.length; from++) {
    let branch = root.next?.get(words[from]!)
    for (let at = from + 1; branch; at++) {
      add(branch.entry, found)
      branch = at < words.length ? branch.next?.get(words[at]!) : undefined
    }
  }
}

/** A stop that is written around: "evil[.]example", "evil (dot) example". */
const written = / ?[[({] ?(?:\.|dot|punkt|point|punto) ?[\])}] ?|[。｡]/gi
const percent = /%[0-9a-f]{2}/i

/** Everything in a text that may be a host: of links, of addresses of mailboxes, and bare. */
function hostsIn(post: PostText): Set<string> {
  const text = [wholeText(post), ...post.urls].join('\n')
  const shown = visible(percent.test(text) ? `${text}\n${unescaped(text)}` : text).toLowerCase()
  const hosts = new Set<string>()
  for (const token of shown.replace(written, '.').split(/[^\p{L}\p{N}\p{M}.-]+/u)) {
    const bare = token.replace(/^[.-]+|[.-]+$/g, '')
    if (bare.length > 3 && bare.length <= 253 && bare.includes('.')) hosts.add(bare)
  }
  return hosts
}

function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/** Finds a host or the nearest host above it. */
function findDomain(domains: ReadonlyMap<string, Entry>, host: string, found: Set<Entry>): void {
  const ascii = /^[a-z0-9.-]+$/.test(host) && !host.includes('xn--')
  let rest = ascii ? host : looksLikeHost(normalHost(host) ?? host)
  for (;;) {
    const entry = domains.get(rest)
    if (entry) found.add(entry)
    const dot = rest.indexOf('.')
    if (entry || dot === -1) return
    rest = rest.slice(dot + 1)
  }
}
