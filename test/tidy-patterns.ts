// Finds regular expressions whose cost grows with the square of their input: two quantifiers without an end that compete for it.

/** An atom of a path through a pattern: the sampled characters that it matches, and how often. */
type Atom = { set: ReadonlySet<string>; optional: boolean; endless: boolean }
/** One way through a pattern. */
type Path = readonly Atom[]

/** The most paths that are followed; a pattern with more is followed in its first ones. */
const mostPaths = 3_000

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const samples = [...ascii, ...'éßЖا한中ア\u0301\u2028\u3000–’…０٣🎉']

const literal =
  /(?<=(?:[(,=:[!&|?{;]|=>|\breturn)\s{0,80})\/(?![/*])((?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,2000}\]){1,5000})\/([dgimsuvy]*)(?!\w)/g
const ofSchema = /\bpattern: '((?:[^'\\\n]|\\.){1,500})'/g

/** The regular expressions that are written out in the code of a file, patterns of schemas included. */
export function patternsIn(code: string): RegExp[] {
  return [
    ...[...code.matchAll(literal)].flatMap(([, source = '', flags = '']) => patternOf(source, flags)),
    ...[...code.matchAll(ofSchema)].flatMap(([, source = '']) => patternOf(source.replaceAll('\\\\', '\\'), 'u')),
  ]
}

/** The pattern; none where two slashes of a text only look like one. */
function patternOf(source: string, flags: string): RegExp[] {
  try {
    return [new RegExp(source, flags)]
  } catch {
    return []
  }
}

/** Whether two quantifiers without an end can share a run of characters, as in `\S+T\S+` and `.*x.*`. */
export function hasCompetingQuantifiers(pattern: RegExp): boolean {
  const reader = new Reader(pattern)
  return [...reader.read(), ...reader.beside].some(competes)
}

/** Texts that a pattern can be slow on: what each of its parts matches, and the parts of each way through it in a row. */
export function unitsOf(pattern: RegExp): string[] {
  const paths = new Reader(pattern).read().slice(0, mostUnits)
  const firstOf = ({ set }: Atom) => [...set].find(letter => /[\w\s]/.test(letter)) ?? [...set][0] ?? ''
  const letters = paths.flatMap(path => path.map(firstOf))
  const pairs = paths.flatMap(path => path.slice(1).map((atom, i) => firstOf(path[i]!) + firstOf(atom)))
  const rows = paths.map(path => path.map(firstOf).join(''))
  return [...new Set([...letters, ...pairs, ...rows])].filter(unit => unit !== '').slice(0, mostUnits)
}

/** The most units of a pattern. */
const mostUnits = 60

function competes(path: Path): boolean {
  return path.some((first, i) => {
    if (!first.endless) return false
    const between: Atom[] = []
    for (const next of path.slice(i + 1)) {
      const both = first.set.intersection(next.set)
      if (next.endless && both.size > 0 && between.every(({ set }) => !set.isDisjointFrom(both))) return true
      if (next.optional) continue
      if (both.size === 0) return false
      between.push(next)
    }
    return false
  })
}

/** Reads a pattern into its paths. What a look-around holds is beside them. */
class Reader {
  readonly beside: Path[] = []
  readonly #source: string
  readonly #flags: string
  #at = 0

  constructor({ source, flags }: RegExp) {
    this.#source = source
    this.#flags = flags.replace(/[gyd]/g, '')
  }

  /** The alternatives from here to the end of the group. */
  read(): Path[] {
    const all: Path[] = []
    let paths: Path[] = [[]]
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#take(/\|/y)) {
        all.push(...paths)
        paths = [[]]
      } else paths = joined(paths, this.#quantified(this.#term()))
    }
    this.#take(/\)/y)
    return [...all, ...paths].slice(0, mostPaths)
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  #term(): Path[] {
    if (this.#take(/\(\?<?[=!]/y)) {
      this.beside.push(...this.read())
      return [[]]
    }
    if (this.#take(/\((?:\?(?:[a-z-]*:|<\w+>))?/y)) return this.read()
    if (this.#take(/[\^$]|\\[bB]|\\[1-9]|\\k<\w+>/y)) return [[]]
    const atom = this.#take(
      /\[(?:\\[\s\S]|[^\]\\])*\]|\\[pPu]\{[^}]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Z]|\\?[\s\S]/uy,
    )
    const one = new RegExp(`^(?:${atom})$`, this.#flags.replace('m', ''))
    const own = [...(atom ?? '')].filter(letter => one.test(letter))
    return [
      [{ set: new Set([...samples.filter(letter => one.test(letter)), ...own]), optional: false, endless: false }],
    ]
  }

  #quantified(paths: Path[]): Path[] {
    const sign = this.#take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y)
    if (sign === null) return paths
    const endless = /^[*+]|,\}/.test(sign)
    const optional = /^[*?]|^\{0/.test(sign)
    if (endless && paths.every(path => path.every(atom => !atom.endless))) {
      // Of `[^"]|\\.` the loop is the first part: a second part of several characters only begins where the first does not fit.
      const single = paths.filter(path => path.length === 1)
      const set = new Set((single.length > 0 ? single : paths).flatMap(path => path.flatMap(atom => [...atom.set])))
      return [[{ set, optional, endless }]]
    }
    const again = endless || /^\{(?![01]\}|0,1\})/.test(sign)
    return [...(optional ? [[]] : []), ...paths, ...(again ? joined(paths, paths) : [])].slice(0, mostPaths)
  }
}

function joined(before: readonly Path[], after: readonly Path[]): Path[] {
  return before.flatMap(first => after.map(second => [...first, ...second])).slice(0, mostPaths)
}
