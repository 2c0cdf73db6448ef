// The choices above a list: days, distance, topics, prices and the choices of the site, as plain links to lists that have posts.
import { limits } from '../../../contract/limits.ts'
import { nearPath } from '../../../domain/posts/list-paths.ts'
import { writeDay } from '../../../domain/times/days.ts'
import type { DayChoice, Facets, MemberFacet } from '../../../usecases/lists/facets.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { type Html, html } from '../kit/html.ts'
import type { AskedList } from '../kit/latest.ts'
import { choiceWords } from '../kit/post-words.ts'
import type { SpokenRow } from '../kit/spoken.ts'

type Choice = { label: string; query: Record<string, string>; posts?: number; more?: boolean; current: boolean }

/** The choices of a list; a kind with nothing to choose is left out. */
export function choicesHtml(row: SpokenRow, list: SiteList, asked: AskedList, facets: Facets): Html | false {
  const kinds = [
    strip(row, list, row.say('narrow.when'), dayChoices(row, asked, facets)),
    strip(row, list, row.say('narrow.within'), radiusChoices(row, asked, facets)),
    ...facets.members.map(facet => strip(row, list, memberLabel(row, facet), memberChoices(row, asked, facet))),
    strip(row, list, memberLabel(row, { member: row.money[0] ?? '' }), priceChoices(row, asked, facets)),
    strip(row, list, row.say('search.order'), orderChoices(row, asked)),
    strip(row, list, row.say('fact.topics'), topicChoices(row, list, asked, facets)),
  ].filter(kind => kind !== false)
  return kinds.length > 0 && html`<nav class="choices" aria-label="${row.say('narrow.narrow')}">${kinds}</nav>\n`
}

function strip({ tongue }: SpokenRow, { path }: SiteList, label: string, choices: readonly Choice[]): Html | false {
  if (choices.length < 2) return false
  // Choices combine to many addresses with the same posts: search engines are kept to the lists themselves.
  const link = ({ label: text, query, posts, more, current }: Choice) => {
    const search = new URLSearchParams(query).toString()
    return html`<li><a href="${path}${search && `?${search}`}"${search && html` rel="nofollow"`}${current && html` aria-current="true"`}><bdi>${text}</bdi>${
      posts !== undefined && html` <span>${tongue.number(posts)}${more && '+'}</span>`
    }</a></li>`
  }
  return html`<ul aria-label="${label}">${choices.map(link)}</ul>\n`
}

function dayChoices({ say, tongue }: SpokenRow, { given, days: chosen }: AskedList, { days }: Facets): Choice[] {
  const { when: name, on_from, on_to, ...others } = given
  const dated = chosen !== null && name === undefined
  const labelOf = ({ name, days }: DayChoice) => (name === null ? tongue.shortDay(days.from) : say(`narrow.${name}`))
  const found = days.flatMap((choice): Choice[] => {
    const current = choice.name === null ? dated && isDay(choice, chosen) : choice.name === name
    if (choice.posts === 0 && !current) return []
    return [{ ...choice, label: labelOf(choice), query: { ...others, ...queryOf(choice) }, current }]
  })
  const known = found.some(({ current }) => current)
  return [
    { label: say('narrow.any-day'), query: others, current: chosen === null },
    ...(dated && !known ? [{ label: tongue.days(chosen), query: given, current: true }] : []),
    ...found,
  ]
}

const isDay = ({ days }: DayChoice, { from, to }: { from: number; to: number }) => days.from === from && days.to === to

function queryOf({ name, days }: DayChoice): Record<string, string> {
  return name === null ? { on_from: writeDay(days.from), on_to: writeDay(days.to) } : { when: name }
}

function radiusChoices({ tongue }: SpokenRow, { given }: AskedList, { radii }: Facets): Choice[] {
  const { within_km: chosen = String(limits.nearKmDefault), ...others } = given
  return radii.map(({ km, posts, more }) => ({
    label: tongue.km(km),
    query: { ...others, ...(km !== limits.nearKmDefault && { within_km: String(km) }) },
    ...{ posts, more, current: String(km) === chosen },
  }))
}

function topicChoices({ say }: SpokenRow, { filters }: SiteList, { given }: AskedList, { topics }: Facets): Choice[] {
  if (filters.topic !== undefined) return []
  const { topic: chosen, ...others } = given
  const found = topics.map(({ topic, posts, more }) => ({
    label: topic,
    query: { ...others, topic },
    ...{ posts, more, current: topic === chosen },
  }))
  const known = chosen === undefined || found.some(({ current }) => current)
  return [
    { label: say('list.all-topics'), query: others, current: chosen === undefined },
    ...(known ? [] : [{ label: chosen, query: given, current: true }]),
    ...found,
  ]
}

function memberLabel({ facts, word }: SpokenRow, { member }: { member: string }): string {
  const [label = member] = facts.flatMap(fact => ('member' in fact && fact.member === member ? fact.label : []))
  return word(`fact.${member}`, label)
}

function memberChoices(row: SpokenRow, { given }: AskedList, { member, values }: MemberFacet): Choice[] {
  const { [member]: chosen, ...others } = given
  const found = values.flatMap(({ value, posts, more }): Choice[] => {
    const current = value === chosen
    if (posts === 0 && !current) return []
    return [{ label: choiceWords(row, value), query: { ...others, [member]: value }, posts, more, current }]
  })
  const all = row.say('narrow.all', { label: memberLabel(row, { member }) })
  return [{ label: all, query: others, current: chosen === undefined }, ...found]
}

/** The query without prices: an order by price needs a currency. */
function withoutPrices({ currency: _currency, price_max: _most, order: _order, ...others }: AskedList['given']) {
  return others
}

function priceChoices({ say, tongue }: SpokenRow, { given }: AskedList, { prices }: Facets): Choice[] {
  if (!prices) return []
  const { currency, steps, currencies } = prices
  const { currency: chosen, price_max: most, ...others } = given
  const upTo = (amount: number) =>
    amount === 0 ? say('price.free') : say('narrow.up-to', { price: tongue.price({ amount, currency }) })
  const inCurrency = currencies.map(({ currency: code, posts, more }): Choice => {
    const current = code === chosen && most === undefined
    return { label: code, query: { ...others, currency: code }, posts, more, current }
  })
  const found = steps.map(({ most: step, posts, more }): Choice => {
    const current = chosen !== undefined && most === String(step)
    return { label: upTo(step), query: { ...others, currency, price_max: String(step) }, posts, more, current }
  })
  const known = chosen === undefined || [...inCurrency, ...found].some(({ current }) => current)
  return [
    { label: say('narrow.any-price'), query: withoutPrices(given), current: chosen === undefined },
    ...(inCurrency.length > 1 || chosen !== undefined ? inCurrency : []),
    ...(known ? [] : [{ label: most === undefined ? chosen : upTo(Number(most)), query: given, current: true }]),
    ...found,
  ]
}

/** Prices have an order within one currency. */
function orderChoices({ say }: SpokenRow, { given }: AskedList): Choice[] {
  if (given.currency === undefined) return []
  const { order: chosen, ...others } = given
  return [
    { label: say('search.newest'), query: others, current: chosen === undefined },
    ...(['cheapest', 'dearest'] as const).map(order => ({
      ...{ label: say(`narrow.${order}`), query: { ...others, order } },
      current: chosen === order,
    })),
  ]
}

/** The form that finds a place by its name; a script adds the button that asks the browser for it. */
export function placeFormHtml({ say }: SpokenRow, value = ''): Html {
  return html`<search><form class="where" action="${nearPath}" toolname="find_place" tooldescription="Find a city by name; the answer leads to the list around it.">
<label><span>${say('near.place')}</span><input type="search" name="q" value="${value}" placeholder="${say('near.place')}" maxlength="${limits.placeQueryCodePoints}" autocomplete="address-level2" required></label>
<button>${say('near.go')}</button>
</form></search>
`
}
