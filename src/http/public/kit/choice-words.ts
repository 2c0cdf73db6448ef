// The words of the choices on lists: days, distances, and the place that a list lies around.
import type { NamedDays } from '../../../contract/days.ts'
import { dayMs } from '../../../contract/spans.ts'
import type { Days } from '../../../domain/times/days.ts'

export const choiceWords = {
  narrow: 'Narrow this list',
  when: 'When',
  within: 'How far',
  topics: 'Topics',
  anyDay: 'Any day',
  anyTopic: 'All topics',
  all: 'Show all of them',
  around: (km: number, name: string) => `Within ${km} km of ${name}`,
  km: (km: number) => `${km} km`,
  place: 'City or town',
  find: 'Go',
  change: 'Change place',
  locate: 'Use where I am',
  keep: (name: string) => `Always start near ${name}`,
  forget: 'Forget this place',
  near: 'Near where?',
  byCountry: 'By country',
  named: (q: string) => `Places called ${q}`,
  noPlace: 'No place of 1,000 people or more has this name or a name that begins with it.',
  follow: 'Follow this list',
  nearest: 'The nearest that has some',
} as const

const named: Record<NamedDays, string> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  weekend: 'Weekend',
  'next-week': 'Next week',
}

export function namedDaysWords(name: NamedDays): string {
  return named[name]
}

const short = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Sat 28". */
export function dayWordsOf(day: number): string {
  return weekday.format(day * dayMs)
}

/** "Sat 28 Nov", "Sat 28 Nov to Sun 29 Nov". */
export function daysWords({ from, to }: Days): string {
  const [first, last] = [short.format(from * dayMs), short.format(to * dayMs)]
  return from === to ? first : `${first} to ${last}`
}
