// Writes rough translations of the English training posts: node train/translate.ts FOLDER. Needs Apertium with its pairs English to
// Spanish and Spanish to Portuguese (Debian: apertium-eng-spa, apertium-es-pt). They are bad sentences with the right words.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusOf, type Labelled } from './corpus.ts'

/** Each language is translated from the one before it. */
const steps = [
  { lang: 'es', pair: 'eng-spa' },
  { lang: 'pt', pair: 'es-pt' },
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
  let texts = english.map(({ title, body }) =>
    `${title === undefined ? '' : `${title} ${titleEnd} `}${body}`
      .replace(/\s*\n+\s*/g, ` ${lineEnd} `)
      .slice(0, longest),
  )
  for (const { lang, pair } of steps) {
    texts = translated(texts, pair)
    const lines = english.map((post, i) => JSON.stringify(inLanguage(post, lang, texts[i]!)))
    writeFileSync(join(folder, `${lang}.jsonl`), `${lines.join('\n')}\n`)
  }
}

/** The translations in a folder. */
export function translationsIn(folder: string): Labelled[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map(line => JSON.parse(line) as Labelled)
}

function translated(texts: readonly string[], pair: string): string[] {
  return Array.from({ length: Math.ceil(texts.length / atOnce) }, (_, part) => {
    const input = texts.slice(part * atOnce, (part + 1) * atOnce)
    const output = execFileSync('apertium', ['-u', pair], {
      input: `${input.join('\n')}\n`,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
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
