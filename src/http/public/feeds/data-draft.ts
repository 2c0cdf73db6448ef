// Makes a document for programs, whose media type browsers must not guess.
import type { Draft } from '../../../usecases/documents.ts'

export function dataDraft(contentType: string, body: string): Draft {
  return { body, headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, dated: true }
}
