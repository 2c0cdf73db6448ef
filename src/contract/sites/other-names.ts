// Names that callers use for members of a post on every site, and members that no site has.

/**
 * The names that callers use for a member, with a space between two; `venue.name` is the member `name` of `venue`. Case and
 * underscores do not count.
 */
export type OtherNames = Readonly<Record<string, string>>

/** The names that mean the same on every site. A row adds the names of its own members. */
export const commonOtherNames: OtherNames = {
  topics: 'topic tags tag hash_tags labels keywords',
  location: 'place where location_text',
  'location.city': 'city town',
  'location.state': 'state region province',
  'location.country': 'country country_code',
  country: 'country_code country_name',
  city: 'city_name town municipality',
  state: 'region province state_code',
  geonames_id: 'id geoname_id geo_id',
}

/** Members by which callers say where something is, in coordinates. */
export const coordinateNames = ['lat', 'lon', 'lng', 'long', 'latitude', 'longitude', 'coordinates', 'geo']

/** Members that say nothing to a reader, so that a post without them is the same post. */
export const silentNames =
  'image image_url images photo photos picture thumbnail cover_image id uuid slug created_at updated_at lang locale @type @context version'.split(
    ' ',
  )

/** A name without case, underscores and other signs. */
export const plainName = (name: string): string =>
  name
    .slice(0, 80)
    .toLowerCase()
    .replace(/[^a-z0-9@]/g, '')
