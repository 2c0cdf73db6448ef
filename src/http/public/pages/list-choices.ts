// The choices above a list: days, distance and topics, as plain links to lists that have posts.
import { limits } from '../../../contract/limits.ts'
import { nearPath } from '../../../domain/posts/list-paths.ts'
import { writeDay } from '../../../domain/times/days.ts'
import type { DayChoice, Facets } from '../../../usecases/lists/facets.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { daysWords, dayWordsOf, namedDaysWords, choiceWords as words } from '../kit/choice-words.ts'
import { type Html, html } from '../kit/html.ts'
import type { AskedList } from '../kit/latest.ts'

type Choice = { label: string; query: Record<string, string>; posts?: number; more?: boolean; current: boolean }

/** The choices of a list; a kind with nothing to choose is left out. */
export function choicesHtml(list: SiteList, asked: AskedList, facets: Facets): Html | false {
  const kinds = [
    strip(list, words.when, dayChoices(asked, facets)),
    strip(list, words.within, radiusChoices(asked, facets)),
    strip(list, words.topics, topicChoices(list, asked, facets)),
  ].filter(kind => kind !== false)
  return kinds.length > 0 && html`<nav class="choices" aria-label="${words.narrow}">${kinds}</nav>\n`
}

function strip({ path }: SiteList, label: string, choices: readonly Choice[]): Html | false {
  if (choices.length < 2) return false
  // Choices combine to many addresses with the same posts: search engines are kept to the lists themselves.
  const link = ({ label: text, query, posts, more, current }: Choice) => {
    const search = new URLSearchParams(query).toString()
    return html`<li><a href="${path}${search && `?${search}`}"${search && html` rel="nofollow"`}${current && html` aria-current="true"`}><bdi>${text}</bdi>${
      posts !== undefined && html` <span>${posts.toLocaleString('en')}${more && '+'}</span>`
    }</a></li>`
  }
  return html`<ul aria-label="${label}">${choices.map(link)}</ul>\n`
}

function dayChoices({ given, days: chosen }: AskedList, { days }: Facets): Choice[] {
  const { when: name, on_from, on_to, ...others } = given
  const dated = chosen !== null && name === undefined
  const found = days.flatMap((choice): Choice[] => {
    const current = choice.name === null ? dated && isDay(choice, chosen) : choice.name === name
    if (choice.posts === 0 && !current) return []
    return [{ ...choice, label: labelOf(choice), query: { ...others, ...queryOf(choice) }, current }]
  })
  const known = found.some(({ current }) => current)
  return [
    { label: words.anyDay, query: others, current: chosen === null },
    ...(dated && !known ? [{ label: daysWords(chosen), query: given, current: true }] : []),
    ...found,
  ]
}

const isDay = ({ days }: DayChoice, { from, to }: { from: number; to: number }) => days.from === from && days.to === to
const labelOf = ({ name, days }: DayChoice) => (name === null ? dayWordsOf(days.from) : namedDaysWords(name))

function queryOf({ name, days }: DayChoice): Record<string, string> {
  return name === null ? { on_from: writeDay(days.from), on_to: writeDay(days.to) } : { when: name }
}

function radiusChoices({ given }: AskedList, { radii }: Facets): Choice[] {
  const { within_km: chosen = String(limits.nearKmDefault), ...others } = given
  return radii.map(({ km, posts, more }) => ({
    label: words.km(km),
    query: { ...others, ...(km !== limits.nearKmDefault && { within_km: String(km) }) },
    ...{ posts, more, current: String(km) === chosen },
  }))
}

function topicChoices({ filters }: SiteList, { given }: AskedList, { topics }: Facets): Choice[] {
  if (filters.topic !== undefined) return []
  const { topic: chosen, ...others } = given
  const found = topics.map(({ topic, posts, more }) => ({
    label: topic,
    query: { ...others, topic },
    ...{ posts, more, current: topic === chosen },
  }))
  const known = chosen === undefined || found.some(({ current }) => current)
  return [
    { label: words.anyTopic, query: others, current: chosen === undefined },
    ...(known ? [] : [{ label: chosen, query: given, current: true }]),
    ...found,
  ]
}

/** The form that finds a place by its name; a script adds the button that asks the browser for it. */
export function placeFormHtml(value = ''): Html {
  return html`<search><form class="where" action="${nearPath}" toolname="find_place" tooldescription="Find a city by name; the answer leads to the list around it.">
<label><span>${words.place}</span><input type="search" name="q" value="${value}" placeholder="${words.place}" maxlength="${limits.placeQueryCodePoints}" autocomplete="address-level2" required></label>
<button>${words.find}</button>
</form></search>
`
}
