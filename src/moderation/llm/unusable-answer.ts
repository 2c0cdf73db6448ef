// An answer of a language model that came and says nothing that can be acted on.

/** Leads to a person. The message continues "the answer cannot be used: …" in fixed words: it quotes neither the model nor the text. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}
