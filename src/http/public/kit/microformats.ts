// The classes by which programs read a post in a page (microformats2): h-event for posts with times, h-entry for others. They change
// nothing that is shown.
import type { SiteRow } from '../../../contract/sites.ts'
import type { Occurrence } from '../../../domain/times/time-words.ts'
import { type Html, html } from './html.ts'

/** The class of the element around a post. */
export function rootClass({ timed }: Pick<SiteRow, 'timed'>): string {
  return timed ? 'h-event' : 'h-entry'
}

/** The class of the name of a post; a post without a title has none. */
export function nameClass({ text }: Pick<SiteRow, 'text'>): string {
  return text.title ? 'p-name' : contentClass
}

/** The class of the whole text of a post. */
export const contentClass = 'e-content'

/** The end of a time, beside the element that has its start. */
export function endOf({ end }: Occurrence): Html {
  return html`<data class="dt-end" value="${end}"></data>`
}
