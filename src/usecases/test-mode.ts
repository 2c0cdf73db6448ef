// Test keys: each acts in a world of its own, a whole platform in memory in which nothing is public and nothing costs money.
import { Problem } from '../contract/problems/problem.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import type { Platform, TestWorlds } from './platform.ts'

/** The worlds of a platform. Throws `insufficient_scope` in a world: a test key makes no accounts. */
export function worldsOf({ testWorlds }: Platform): TestWorlds {
  if (testWorlds) return testWorlds
  throw new Problem('insufficient_scope', 'A test key makes no accounts; send the request without a key.')
}

/** The site of a world that stands for a site of the platform: its addresses are those of the world. */
export const siteInWorld = ({ facts }: Platform, site: SiteContext): SiteContext =>
  facts.sites.find(({ id }) => id === site.id) ?? site
