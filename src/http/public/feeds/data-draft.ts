// A document for programs: its media type, and that it is nothing else.
import type { Draft } from '../../../usecases/documents.ts'

export function dataDraft(contentType: string, body: string): Draft {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}
