// Finds the members that wrongly named ones mean: another case, another common name, a typing slip (contract.md §8).
import {
  commonOtherNames,
  coordinateNames,
  type OtherNames,
  plainName,
  silentNames,
} from '../../../contract/sites/other-names.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { nearestOf } from '../../shape.ts'

type Index = ReadonlyMap<string, readonly string[]>

/** The parameters of a query that callers put into a body. */
const parameterNames = ['dry_run', 'max_price_micros', 'idempotency_key']

const indexes = new WeakMap<SiteRow, Index>()

/** The members that each plain name can mean, on a site. */
function indexOf(site: SiteRow): Index {
  const known = indexes.get(site)
  if (known) return known
  const index = new Map<string, string[]>()
  for (const names of [site.otherNames ?? {}, commonOtherNames] satisfies OtherNames[])
    for (const [member, others] of Object.entries(names))
      for (const other of others.split(' ')) {
        const key = plainName(other)
        index.set(key, [...(index.get(key) ?? []), member])
      }
  indexes.set(site, index)
  return index
}

/**
 * The path of the member that a wrong name means among `known` names, or undefined. Only names beside the members of the body
 * itself can mean a member inside another one.
 */
export function memberMeant(
  site: SiteRow,
  name: string,
  known: readonly string[],
  isTop: boolean,
): string[] | undefined {
  const plain = plainName(name)
  if (plain === '') return undefined
  const same = known.find(each => plainName(each) === plain)
  if (same) return [same]
  for (const member of indexOf(site).get(plain) ?? []) {
    const path = member.split('.')
    if (known.includes(path[0] as string) && (path.length === 1 || isTop)) return path
  }
  if (isSilent(name) || isParameter(name) || isRule(site, name)) return undefined
  const nearest = nearestOf(name, known)
  return nearest === undefined ? undefined : [nearest]
}

const plainParameters = new Set(parameterNames.map(plainName))
const plainSilent = new Set(silentNames.map(plainName))

export const isParameter = (name: string) => plainParameters.has(plainName(name))
export const isSilent = (name: string) => plainSilent.has(plainName(name))
export const isCoordinate = (name: string) => coordinateNames.includes(plainName(name))
export const isRule = (site: SiteRow, name: string) =>
  site.timed?.ruleNames?.some(each => plainName(each) === plainName(name)) ?? false

/** What the error of an unknown member says instead of a list of all names; undefined where the list is the best. */
export function unknownMemberWords(site: SiteRow) {
  return (name: string, at: string, known: readonly string[]): string | undefined => {
    if (known.some(each => plainName(each) === plainName(name))) return undefined
    if (at === '' && isParameter(name)) return parameterWords(name)
    const { timed } = site
    if (timed && at === '' && isRule(site, name))
      return `write its dates out in "${timed.series}", a list of 1 to ${timed.seriesMax} of {"${timed.start}", "${timed.end}"}; a dry run does so`
    if (at === '/location' && isCoordinate(name))
      return 'a location has no coordinates but the id of its city: GET /v1/places?q=NAME (tool find_place) finds it'
    const [outer, inner] = memberMeant(site, name, known, at === '') ?? []
    if (outer === undefined) return undefined
    return inner === undefined ? `did you mean "${outer}"?` : `did you mean "${inner}" inside "${outer}"?`
  }
}

function parameterWords(name: string): string {
  return plainName(name) === 'idempotencykey'
    ? 'it is the header Idempotency-Key, and an argument of the tools that post'
    : `it is a parameter of the address: POST /v1/posts?${plainName(name) === 'dryrun' ? 'dry_run=true' : 'max_price_micros=…'}`
}
