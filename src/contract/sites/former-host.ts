// A host that a site had before, as SITES_MOVED and SITES_CLOSED name it.
import type { SiteId } from './site-ids.ts'

/** `hosts`: the host as requests name it, with and without a default port. `movedTo`: the site; null for one that was closed. */
export type FormerHost = { hosts: readonly string[]; movedTo: SiteId | null }
