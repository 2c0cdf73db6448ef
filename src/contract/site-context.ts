// A site of this platform: which of the four it is, and where it is reached.
import type { SiteId } from './site-ids.ts'

export type SiteContext = { id: SiteId; baseUrl: string }
