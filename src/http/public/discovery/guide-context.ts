// The sources of the documents and pages of a site: the tables, the policy, the operator and the operator's texts.

import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { filledIn } from '../../../documents/guide/operator-texts.ts'
import type { GuideContext } from '../../../documents/guide/pages.ts'
import type { Platform } from '../../../usecases/platform.ts'

export function guideContext(platform: Platform, { id, baseUrl }: SiteContext): GuideContext {
  const { policy, operator, texts } = platform
  const site = platform.site(id)
  const fill = (text: string) => filledIn(text, { site, baseUrl, operator })
  const { terms, privacy } = texts
  return {
    site,
    baseUrl,
    policy,
    operator,
    texts: { terms: fill(terms), privacy: fill(privacy) },
  }
}
