// Ties time zones to places: the best known city of a zone, and the zone in which a country mostly lives.
import { rawTimeZones } from '@vvo/tzdb'

/** The country of a time zone and its best known cities, the best known first; undefined for a zone without a place, such as UTC. */
export function citiesOfZone(zone: string): { country: string; cities: readonly string[] } | undefined {
  const found = rawTimeZones.find(({ name, group }) => name === zone || group.includes(zone))
  return found && { country: found.countryCode, cities: found.mainCities }
}

/** The zone by which the days of a country are told: of several the one in the middle, so that its day is right for most. */
export function zoneOfCountry(country: string): string {
  const zones = rawTimeZones
    .filter(({ countryCode }) => countryCode === country)
    .sort((a, b) => a.rawOffsetInMinutes - b.rawOffsetInMinutes)
  return zones[Math.floor(zones.length / 2)]?.name ?? 'UTC'
}
