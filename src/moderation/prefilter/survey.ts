// A post's text in every form that the rules ask for, each made once; whatever reads a text reads it through its survey.
import type { PostText } from '../../domain/post-text.ts'
import { flatten, fold, isPlain, visible, wholeText } from './fold.ts'
import type { Gate } from './gate.ts'
import { type Grams, gramsOf } from './grams.ts'

/** A folded text, the same on one line, and what stands in them. */
export class Layer {
  readonly #make: () => string
  #folded: string | undefined
  #flat: string | undefined
  #grams: Grams | undefined
  #lineGrams: Grams | undefined

  /** `grams` where they are known without the text. */
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

  /** The layer of this text read backwards or in ROT13, without making it; for plain text alone. */
  turned(form: 'reversed' | 'rot13', folded: () => string): Layer {
    const flat = gramsOf(this.flat, form)
    return new Layer(folded, { flat, lines: this.lineGrams === this.grams ? flat : gramsOf(this.folded, form) })
  }
}

export class Survey {
  readonly post: PostText
  /** Title, body and venue. */
  readonly whole: string
  /** Whether the text is ASCII but for a few typographic signs: most disguises cannot be in it. */
  readonly plain: boolean
  readonly title: string | null
  readonly body: string
  /** The same, folded. */
  readonly open: Layer
  #visible: string | undefined

  constructor(post: PostText) {
    this.post = post
    this.whole = wholeText(post)
    this.plain = isPlain(this.whole)
    const title = post.title === null ? null : fold(post.title, this.plain)
    const body = fold(post.body, this.plain)
    const venue = post.venue ? fold(post.venue, this.plain) : null
    this.title = title
    this.body = body
    // A line break ends whatever folding looks at, so that the parts fold to the parts of the whole.
    this.open = new Layer(() => wholeText({ title, body, venue }))
  }

  /** The text in NFKC without invisible characters. */
  get visible(): string {
    this.#visible ??= visible(this.whole, this.plain)
    return this.#visible
  }
}
