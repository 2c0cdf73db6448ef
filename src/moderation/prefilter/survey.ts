// The text of a post in every form that rules need, each made once. All rules read a text through its survey.
import type { PostText } from '../../domain/posts/post-text.ts'
import { flatten, fold, isPlain, visible, wholeText } from './fold.ts'
import type { Gate } from './gate.ts'
import { gibberish } from './gibberish.ts'
import { type Grams, gramsOf, type TurnedGrams, turnedGramsOf } from './grams.ts'

/** A folded text, the same text on one line, and the grams of both. */
export class Layer {
  readonly #make: () => string
  #folded: string | undefined
  #flat: string | undefined
  #grams: Grams | undefined
  #lineGrams: Grams | undefined

  /** `grams` are given where they are known without the text. */
  constructor(folded: () => string, grams?: { flat: Grams; lines: Grams }) {
    this.#make = folded
    this.#grams = grams?.flat
    this.#lineGrams = grams?.lines
  }

  get folded(): string {
    this.#folded ??= this.#make()
    return this.#folded
  }

  /** The text on one line, without Markdown emphasis. */
  get flat(): string {
    this.#flat ??= flatten(this.folded)
    return this.#flat
  }

  get grams(): Grams {
    this.#grams ??= gramsOf(this.flat)
    return this.#grams
  }

  get lineGrams(): Grams {
    this.#lineGrams ??= /[*~#]/.test(this.folded) ? gramsOf(this.folded) : this.grams
    return this.#lineGrams
  }

  /** The first match of a pattern in the text on one line. */
  find(gate: Gate): string | null {
    return gate.mayMatch(this.grams) ? (gate.pattern.exec(this.flat)?.[0] ?? null) : null
  }

  /** Whether a pattern matches the text on one line. */
  matches(gate: Gate): boolean {
    return gate.mayMatch(this.grams) && gate.test(this.flat)
  }

  /** Whether a pattern matches the text with its line breaks. */
  matchesLines(gate: Gate): boolean {
    return gate.mayMatch(this.lineGrams) && gate.test(this.folded)
  }

  /** The layers of this text reversed and in ROT13, whose texts are made only on demand; only for plain text. */
  turned(folded: Record<keyof TurnedGrams, () => string>): Record<keyof TurnedGrams, Layer> {
    const flat = turnedGramsOf(this.flat)
    const lines = this.lineGrams === this.grams ? flat : turnedGramsOf(this.folded)
    return {
      rot13: new Layer(folded.rot13, { flat: flat.rot13, lines: lines.rot13 }),
      reversed: new Layer(folded.reversed, { flat: flat.reversed, lines: lines.reversed }),
    }
  }
}

export class Survey {
  readonly post: PostText
  /** Title, body and details. */
  readonly whole: string
  /** Whether the text is ASCII except for a few typographic signs, which excludes most disguises. */
  readonly plain: boolean
  readonly title: string | null
  readonly body: string
  /** `whole`, folded. */
  readonly open: Layer
  #visible: string | undefined
  #gibberish: ReturnType<typeof gibberish> | undefined

  constructor(post: PostText) {
    this.post = post
    this.whole = wholeText(post)
    this.plain = isPlain(this.whole)
    const title = post.title === null ? null : fold(post.title, this.plain)
    const body = fold(post.body, this.plain)
    const details = post.details ? fold(post.details, this.plain) : null
    this.title = title
    this.body = body
    // Folding never looks across a line break, so the parts can be folded one by one.
    this.open = new Layer(() => wholeText({ title, body, details }))
  }

  /** The text in NFKC without invisible characters. */
  get visible(): string {
    this.#visible ??= visible(this.whole, this.plain)
    return this.#visible
  }

  /** The result of `gibberish` on the body. */
  get bodyGibberish(): ReturnType<typeof gibberish> {
    if (this.#gibberish === undefined) this.#gibberish = gibberish(this.post.body, this.plain)
    return this.#gibberish
  }
}
