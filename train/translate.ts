// Writes rough translations of the English training posts: node train/translate.ts FOLDER. Needs Apertium with its pairs English to
// Spanish and Spanish to Portuguese, French and Italian (Debian: apertium-eng-spa, apertium-es-pt, apertium-fr-es, apertium-spa-ita).
// They are bad sentences with the right words.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusOf, type Labelled } from './corpus.ts'

/** Each language with the pair that leads to it: Spanish from English, the others from Spanish. */
const first = { lang: 'es', pair: 'eng-spa' }
const others = [
  { lang: 'pt', pair: 'es-pt' },
  { lang: 'fr', pair: 'es-fr' },
  { lang: 'it', pair: 'spa-ita' },
]
/** Characters of a post that are translated. */
const longest = 700
/** Posts that one call translates: the translator gets slow with more. */
const atOnce = 1_000
const [titleEnd, lineEnd] = ['⏎', '¶']

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Usage: node train/translate.ts FOLDER')
  mkdirSync(folder, { recursive: true })
  const { posts } = corpusOf(join(import.meta.dirname, '..', 'models', 'moderation', 'data'), 'train')
  const english = posts.filter(({ lang, kind }) => lang === 'en' && kind !== 'lowq')
  const texts = english.map(({ title, body }) =>
    `${title === undefined ? '' : `${title} ${titleEnd} `}${body}`
      .replace(/\s*\n+\s*/g, ` ${lineEnd} `)
      .slice(0, longest),
  )
  const write = (lang: string, lines: readonly string[]) =>
    writeFileSync(
      join(folder, `${lang}.jsonl`),
      `${english.map((post, i) => JSON.stringify(inLanguage(post, lang, lines[i]!))).join('\n')}\n`,
    )
  const between = join(folder, 'text-to-translate.txt')
  const spanish = translated(texts, first.pair, between)
  write(first.lang, spanish)
  for (const { lang, pair } of others) write(lang, translated(spanish, pair, between))
  rmSync(between)
}

/** The translations in a folder. */
export function translationsIn(folder: string): Labelled[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map(line => JSON.parse(line) as Labelled)
}

/** Apertium reads a file, `between`: it cannot read what a process of Node sends to its input. */
function translated(texts: readonly string[], pair: string, between: string): string[] {
  return Array.from({ length: Math.ceil(texts.length / atOnce) }, (_, part) => {
    const input = texts.slice(part * atOnce, (part + 1) * atOnce)
    writeFileSync(between, `${input.join('\n')}\n`)
    const output = execFileSync('apertium', ['-u', pair, between], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    const lines = output.replace(/\n$/, '').split('\n')
    if (lines.length !== input.length) throw new Error(`apertium ${pair} gave ${lines.length} lines of ${input.length}`)
    return lines
  }).flat()
}

function inLanguage(post: Labelled, lang: string, text: string): Labelled {
  const at = text.indexOf(titleEnd)
  const body = text
    .slice(at + 1)
    .replaceAll(lineEnd, '\n')
    .trim()
  return {
    ...post,
    id: `${post.id}-${lang}`,
    lang,
    ...(at >= 0 && { title: text.slice(0, at).trim() }),
    body,
    topics: [],
  }
}
