// The schema of a post of any site: a key is valid on every site, so its events come from all (contract.md §1, §10).
import { Type } from 'typebox'
import { closed, ownPostSchema } from '../posts.ts'
import { type SiteRow, siteRows } from '../sites.ts'

/** The owning key's view of a post of any site, for the OpenAPI document of the site `here`. */
export function ownPostOfAnySite(here: SiteRow) {
  const posts = Object.values(siteRows).map(site =>
    site.id === here.id ? site.post : Type.Object(site.post.properties, { ...closed, title: titleOf(site) }),
  )
  return {
    ...ownPostSchema(Type.Union(posts)),
    title: 'OwnPostOfAnySite',
    description: 'A post as the key that created it sees it; `site` says which of the sites it is on.',
  }
}

function titleOf({ noun }: SiteRow): string {
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Post`
}
