// The error of an answer of a language model that cannot be used.

/** Leads to a person. The message follows "the answer cannot be used: " in fixed words that quote neither model nor text. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}
