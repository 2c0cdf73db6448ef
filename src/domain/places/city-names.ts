// The names of large cities in the packaged languages, by GeoNames id. They are the exemplar cities of CLDR 48 (Unicode, Inc.,
// city-names.license.txt), which have names of capitals and of cities that name a time zone, and others that were added by hand.
import data from './city-names.json' with { type: 'json' }

const names = data.names as Readonly<Record<string, string | undefined>>

/** The name of a city in a language (BCP 47); `name`, by which a post calls it, where that language has no other name here. */
export function cityName(tag: string, geonamesId: number | string, name: string): string {
  const at = data.tags.indexOf(tag)
  return (at === -1 ? undefined : names[geonamesId]?.split('|')[at]) || name
}
