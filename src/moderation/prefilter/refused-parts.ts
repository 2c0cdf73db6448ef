// Names the parts of a text for which a fixed rule refuses it, so that its author can correct all of them at once.
import { siteRow } from '../../contract/sites.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import { show } from '../../domain/shape.ts'
import { contactDetailIn } from './contact-details.ts'
import { templateField } from './low-quality.ts'
import { Layer, type Survey } from './survey.ts'
import { unfilledParts } from './unfilled.ts'

const mostParts = 4
const longestPart = 60

/** The refusal with the parts in its reason, where the rule knows them. */
export function withParts(refusal: Refusal | null, survey: Survey): Refusal | null {
  if (refusal?.rule === 'PF-LOWQ-PLACEHOLDER') return withPlaceholders(refusal, survey)
  return refusal?.code === 'contact-details' ? withOtherDetails(refusal, survey) : refusal
}

function withPlaceholders(refusal: Refusal, { open, whole }: Survey): Refusal {
  const fields = open.folded.match(new RegExp(templateField.pattern.source, 'gu')) ?? []
  const found = [...new Set([...unfilledParts(open.folded), ...fields])].filter(part => part.length <= longestPart)
  // A part of a longer one says nothing more.
  const parts = found.filter(part => !found.some(other => other !== part && other.includes(part))).slice(0, mostParts)
  if (parts.length === 0) return refusal
  const lower = whole.toLowerCase()
  const written = parts.map(part => show(lower.includes(part) ? whole.substr(lower.indexOf(part), part.length) : part))
  return { ...refusal, reason: `${refusal.reason} It holds ${written.join(', ')}: write what is meant there.` }
}

/** A refusal names the first contact detail; the others follow. */
function withOtherDetails(refusal: Refusal, { open, post }: Survey): Refusal {
  if (!siteRow(post.site).relayed) return refusal
  const found: string[] = []
  let rest = open.flat
  while (found.length <= mostParts) {
    const detail = contactDetailIn(new Layer(() => rest), post.country ?? null)
    if (!detail || !rest.includes(detail.text)) break
    found.push(detail.text)
    rest = rest.replaceAll(detail.text, ' ')
  }
  const others = found.slice(1).map(text => show(text))
  return others.length === 0 ? refusal : { ...refusal, reason: `${refusal.reason} It also holds ${others.join(', ')}.` }
}
