// Types for snowball-stemmers, which has none of its own.
declare module 'snowball-stemmers' {
  export type Stemmer = { stem(word: string): string }
  export function newStemmer(language: string): Stemmer
}
