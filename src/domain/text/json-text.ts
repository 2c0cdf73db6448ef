// Reads JSON text, and finds JSON that two parsers could read differently.

/** More levels than any shape has; few enough that code may recurse into a value. */
const maxDepth = 32

/** The value of a JSON text; throws an Error for a text that is no JSON, has a name twice in one object or is nested too deep. */
export function readJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const fault = structureFault(text)
  if (fault) throw new Error(`The text ${fault}.`)
  return value
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const space = 0x20

/** The fault of a text that is valid JSON: too many levels, or a name twice in one object; null when it has none. */
export function structureFault(text: string): string | null {
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
