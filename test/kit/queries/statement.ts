// A statement of the store in the form that is committed: one text for all numbers of values, with a question mark for each value.

export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** A statement as it was sent. `by`: the file below src/store and the function, such as `posts/posts.ts insertPost`. */
export type Sent = { engine: Engine; by: string; sql: string }

/** `plans`: the lines of the plan of each database to which it is sent; none for a statement that has no plan. */
export type Statement = {
  file: string
  method: string
  text: string
  plans: Partial<Record<Engine, readonly string[]>>
}

/** The text of a statement for all numbers of values: a list has two, rows and parts that repeat stand once. */
export function textOf(sql: string): string {
  const text = sql
    .replace(/\+\?|\$\d+/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\b\d{7,}\b/g, '0')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim()
  return rowsOnce(text).replace(/\bin \(\?(, \?)*\)/g, 'in (?, ?)')
}

/** Rows of values that are the same follow each other once. */
function rowsOnce(text: string): string {
  let once = ''
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '(' ? closing(text, at) : at + 1
    const part = text.slice(at, end)
    once += part
    at = end
    if (part.includes('?')) while (text.startsWith(`, ${part}`, at)) at += part.length + 2
  }
  return once
}

/** The place behind the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** The text with numbered places, as PostgreSQL wants it. */
export function numbered(text: string): string {
  let n = 0
  return text.replace(/\?/g, () => `$${++n}`)
}

/** The text in lines: a clause each. */
export function inLines(text: string): string {
  return text.replace(
    / (?=(?:from|where|group by|order by|having|limit|union all|union|set|values|returning|on conflict|left join|inner join|cross join) )/g,
    '\n  ',
  )
}
