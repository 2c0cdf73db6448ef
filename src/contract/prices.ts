// What things cost, in micros: millionths of the currency of the platform (contract/currency.ts).

export const prices = {
  searchMicros: 1_000,
  editFraction: 0.5,
  penaltyMultiplier: 10,
  topupsMicros: [10_000_000, 20_000_000, 50_000_000],
  /** What another amount of a top-up is at least and at most, unless the operator has set others. */
  topUp: { leastMicros: 5_000_000, mostMicros: 500_000_000 },
  /** The balance below which the owner is warned, unless the owner has set another. */
  lowBalanceMicros: 2_000_000,
  /** The money of a new test account, which is worth nothing. */
  testBalanceMicros: 100_000_000,
  autoRecharge: { thresholdMicros: 2_000_000, amountMicros: 10_000_000, perDay: 2, perMonth: 10 },
} as const
