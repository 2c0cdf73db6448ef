// The steps of prices by which lists are narrowed and the search index finds posts.

/** The upper ends of bands of prices in whole units of a currency: 0, 1, 2, 5, 10, 20 and so on. Lists offer them as limits. */
export const priceSteps: readonly number[] = [
  0,
  ...Array.from({ length: 12 }, (_, power) => [1, 2, 5].map(step => step * 10 ** power)).flat(),
]
