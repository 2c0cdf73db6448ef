// Reads a request body as JSON, and refuses what two readers could understand differently.
import { Problem } from '../contract/problems.ts'

/** Deeper than any shape; what walks a value may then recurse. */
const maxDepth = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a body in UTF-8, with or without a byte order mark; undefined when it is empty. Throws `invalid_json`. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = decoded(body)
  const value = parsed(text)
  const fault = structureFault(text)
  if (fault) throw new Problem('invalid_json', `The body ${fault}.`)
  return value
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Problem('invalid_json', 'The body is not text in UTF-8.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('invalid_json', `The body is not JSON: ${(error as Error).message}.`)
  }
}

/** What is wrong with text that is JSON already: nested too deep, or a name twice in one object. */
function structureFault(text: string): string | null {
  /** The names seen in each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '{' || character === '[') {
      if (open.length === maxDepth) return `is nested more than ${maxDepth} levels deep`
      open.push(character === '{' ? new Set() : null)
    } else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, i)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name = JSON.parse(text.slice(i, end)) as string
        if (names.has(name)) return `has the name ${JSON.stringify(name.slice(0, 60))} twice in one object`
        names.add(name)
      }
      i = end - 1
    }
  }
  return null
}

/** Where a string that begins at `start` is over: the index behind its closing quote. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i + 1
}

function isName(text: string, end: number): boolean {
  let i = end
  while (/\s/.test(text[i] ?? '')) i++
  return text[i] === ':'
}
