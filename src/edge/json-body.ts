// Reads a request body as JSON, and refuses JSON that two parsers could read differently.
import { Problem } from '../contract/problems/problem.ts'

/** More levels than any shape has; few enough that code may recurse into a value. */
const maxDepth = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a body in UTF-8, with or without a byte order mark; undefined for an empty body. Throws `invalid_json`. */
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

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const space = 0x20

/** The fault of a text that is valid JSON: too many levels, or a name twice in one object; null when it has none. */
function structureFault(text: string): string | null {
  /** The names seen in each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x7b:
      case 0x5b:
        if (open.length === maxDepth) return `is nested more than ${maxDepth} levels deep`
        open.push(text.charCodeAt(i) === 0x7b ? new Set() : null)
        break
      case 0x7d:
      case 0x5d:
        open.pop()
        break
      case quote: {
        const end = endOfString(text, i)
        const names = open.at(-1)
        if (names && isName(text, end)) {
          const name = unescaped(text.slice(i, end))
          if (names.has(name)) return `has the name ${JSON.stringify(name.slice(0, 60))} twice in one object`
          names.add(name)
        }
        i = end - 1
      }
    }
  }
  return null
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; ; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) return i + 1
    if (code === backslash) i++
  }
}

function isName(text: string, end: number): boolean {
  let i = end
  while (text.charCodeAt(i) <= space) i++
  return text.charCodeAt(i) === colon
}

function unescaped(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}
