// An event as clients of MCP get it, in answers and in deliveries (contract.md §16).
import type { WebhookKind } from '../../contract/event-kinds.ts'
import { instant } from '../times/time.ts'

/** The JSON of an occurrence. `data` is JSON; `cursor` is left out of answers, which have a cursor of their own. */
export function occurrenceText(
  event: { id: string; type: WebhookKind; created_at: number; data: string },
  cursor?: string,
): string {
  const { id, type, created_at, data } = event
  const position = cursor === undefined ? '' : `,"cursor":"${cursor}"`
  return `{"eventId":"${id}","name":"${type}","timestamp":"${instant(created_at)}","data":${data}${position}}`
}
