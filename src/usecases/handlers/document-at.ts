// Answers a request with a public document: one URL of a site has one.
import type { Document, Draft } from '../documents.ts'
import type { Platform } from '../platform.ts'
import type { Answer, OperationRequest } from './handler.ts'

/** What the document of a request is kept under. */
export const documentKey = ({ site, url }: OperationRequest) => `${site.id} ${url}`

/** The document of a request as an answer: at once where it is kept. `of` is what it is made of (domain/subjects.ts). */
export function documentAt(
  platform: Platform,
  request: OperationRequest,
  make: () => Promise<Draft>,
  of: readonly string[],
) {
  const document = platform.documents.get(documentKey(request), make, of)
  return document instanceof Promise ? document.then(answerWith) : answerWith(document)
}

const answerWith = (document: Document): Answer => ({ document })
