// Answers a request with the public document of its URL.
import type { Document, Draft } from '../documents.ts'
import type { Platform } from '../platform.ts'
import type { OperationRequest } from './handler.ts'

export const documentKey = ({ site, url }: OperationRequest) => `${site.id} ${url}`

/** The document of a request as an answer, at once if it is kept. `subjects`: see domain/posts/subjects.ts. */
export function documentAt(
  platform: Platform,
  request: OperationRequest,
  make: () => Promise<Draft>,
  subjects: readonly string[],
) {
  const document = platform.documents.get(documentKey(request), make, subjects)
  return document instanceof Promise ? document.then(answerWith) : answerWith(document)
}

const answerWith = (document: Document) => ({ document })
