// Compares the fast reading with the plain rules over the files of a folder.
// Usage: node test/moderation/plain-rules/compare-folder.ts FOLDER [every]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences } from './differences.ts'
import { postAround } from './texts.ts'

const [folder, every = '1'] = process.argv.slice(2)
if (!folder) throw new Error('name a folder of texts')
let compared = 0
let different = 0
const begun = performance.now()
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue
  for (const text of textsOf(readFileSync(join(entry.parentPath, entry.name), 'utf8'))) {
    if (compared++ % Number(every) !== 0) continue
    const post = postAround(text, compared)
    const found = differences(post)
    if (found.length === 0) continue
    different++
    if (different <= 20) process.stdout.write(`${JSON.stringify({ entry: entry.name, post, found })}\n`)
  }
}
const read = Math.ceil(compared / Number(every))
process.stdout.write(`${read} texts compared, ${different} differ, ${Math.round(performance.now() - begun)} ms\n`)

/** The lines of a file, the texts inside lines that are JSON, and short files as a whole. */
function* textsOf(content: string): Generator<string> {
  if (content.length > 0 && content.length <= 8_000) yield content
  for (const line of content.split('\n')) {
    const text = line.trim().slice(0, 8_000)
    if (text === '') continue
    if (/^[[{]/.test(text) && line.length < 100_000) yield* insideJson(line)
    else yield text
  }
}

function* insideJson(line: string): Generator<string> {
  try {
    yield* strings(JSON.parse(line))
  } catch {
    yield line.slice(0, 8_000)
  }
}

function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length > 3) yield value.slice(0, 8_000)
  } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* strings(each)
}
