// The days that readers ask for by name.

/** What readers call a day or a range of days; domain/times/days.ts says which days these are. */
export const namedDays = ['today', 'tomorrow', 'weekend', 'next-week'] as const
export type NamedDays = (typeof namedDays)[number]
