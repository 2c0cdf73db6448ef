// A copy of a faulty body that is corrected step by step, with a record of every change and of what only its author can decide.
import type { Choice, Correction } from '../../../contract/problems/proposal.ts'
import { isObject } from '../../is-object.ts'
import { pointerPart } from '../../shape.ts'

export type Members = Record<string, unknown>
export type Path = readonly (string | number)[]

/** The JSON pointer of a path. */
const pointerOf = (path: Path): string => path.map(part => `/${pointerPart(String(part))}`).join('')

export class BodyDraft {
  readonly changes: Correction[] = []
  readonly choices: Choice[] = []
  readonly body: Members
  /** The post that an edit changes; null for a new post. */
  readonly edited: Members | null

  constructor(sent: Members, edited: Members | null = null) {
    this.body = structuredClone(sent)
    this.edited = edited
  }

  /** The value at a path, of an edit also that of the post; undefined where there is none. */
  get(path: Path): unknown {
    const [top] = path
    const isKept = top !== undefined && this.edited !== null && !Object.hasOwn(this.body, top)
    return this.#valueIn(isKept ? this.edited : this.body, path)
  }

  /** The value at a path of the body itself. */
  own(path: Path): unknown {
    return this.#valueIn(this.body, path)
  }

  /** Whether the body itself has a member. */
  has(name: string): boolean {
    return Object.hasOwn(this.body, name)
  }

  #valueIn(whole: unknown, path: Path): unknown {
    return path.reduce<unknown>((at, part) => {
      const holder = at as Members | undefined
      return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, part) ? holder[part] : undefined
    }, whole)
  }

  /** Replaces or adds a value. The objects around it have to be there. */
  set(path: Path, to: unknown, why: string): void {
    const from = this.get(path)
    this.changes.push({
      at: pointerOf(path),
      ...(from !== undefined && { from: structuredClone(from) }),
      to: structuredClone(to),
      why,
    })
    this.#put(path, to)
  }

  /** Takes a member of an object away. */
  remove(path: Path, why: string): void {
    this.changes.push({ at: pointerOf(path), from: structuredClone(this.get(path)), why })
    this.#drop(path)
  }

  /** Gives a value another name. */
  move(from: Path, to: Path, why: string): void {
    const value = this.get(from)
    this.changes.push({ at: pointerOf(from), moved_to: pointerOf(to), why })
    this.#drop(from)
    this.#put(to, value)
  }

  /** Records that a value has several readings. It stays as it is. */
  choose(path: Path, options: Choice['options']): void {
    const from = this.get(path)
    this.choices.push({ at: pointerOf(path), ...(from !== undefined && { from: structuredClone(from) }), options })
  }

  #put(path: Path, value: unknown): void {
    const last = path.at(-1) as string | number
    const outer = path.slice(0, -1)
    if (outer.length > 0 && !isHolder(this.#valueIn(this.body, outer))) this.#put(outer, {})
    const holder = this.#valueIn(this.body, outer) as Members
    Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true })
  }

  #drop(path: Path): void {
    const holder = this.#valueIn(this.body, path.slice(0, -1))
    if (isObject(holder)) delete holder[path.at(-1) as string]
  }
}

const isHolder = (value: unknown) => typeof value === 'object' && value !== null
