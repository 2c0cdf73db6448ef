// The standards that the service follows, how far, and the evidence (contract.md §17). A change of a claim in conformance.json needs
// the same change in the behaviour or in a test.
import type { Operator } from '../../contract/operator.ts'
import type { SiteRow } from '../../contract/sites.ts'
import standards from './conformance.json' with { type: 'json' }

/** /conformance.json. A row with `when` is shown only where that is so. */
export function conformance(site: SiteRow, baseUrl: string, { security }: Operator) {
  const shown = [undefined, security ? 'security contact' : 'no security contact', ...(site.timed ? ['timed'] : [])]
  return {
    site: site.id,
    values: { yes: 'followed in full', partly: 'see evidence', no: 'not followed' },
    standards: standards
      .filter(({ when }) => shown.includes(when))
      .map(({ at, when, ...row }) => ({ ...row, ...(at && { url: baseUrl + at }) })),
  }
}
