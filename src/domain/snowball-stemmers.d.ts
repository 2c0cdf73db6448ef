// Types of snowball-stemmers, which brings none.
declare module 'snowball-stemmers' {
  export type Stemmer = { stem(word: string): string }
  export function newStemmer(language: string): Stemmer
}
