// How the contract writes spans of time and nouns in its sentences.
import { hourMs, minuteMs } from './spans.ts'

/** "65,536". */
export const grouped = (n: number) => n.toLocaleString('en')

/** "1 hour", "24 hours", "30 days": whole days from two days on. */
export function span(ms: number): string {
  if (ms < minuteMs) return counted(ms / 1000, 'second')
  if (ms < hourMs) return counted(ms / minuteMs, 'minute')
  const hours = ms / hourMs
  return hours > 24 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')
}

/** "1 minute", "90 minutes", "5 hours", "3 days": a measured time, rounded. */
export function about(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs))
  if (minutes <= 90) return counted(minutes, 'minute')
  const hours = Math.round(ms / hourMs)
  return hours <= 36 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/** "1 post", "3 posts". */
export function counted(n: number, noun: string, nouns = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : nouns}`
}

/** "half" for 0.5, "30 % of" for 0.3: what part of a price. */
export function share(fraction: number): string {
  return fraction === 0.5 ? 'half' : `${fraction * 100} % of`
}

/** "an event", "a story", "an hour". */
export function article(noun: string): string {
  return `${/^(?:[aeiou]|hour)/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** "Like new" of "like new". */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
