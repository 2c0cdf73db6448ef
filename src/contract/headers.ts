// Every answer header that a caller may rely on: what it means and what it looks like (contract.md §6, §7, §13, §14).
import { type TSchema, Type } from 'typebox'
import { idSchema } from './ids.ts'

type Row = { description: string; schema: TSchema }

const Seconds = Type.Integer({ minimum: 0 })

export const answerHeaders = {
  'Request-Id': { description: 'Names this request; quote it when you report a problem.', schema: idSchema('request') },
  'Cache-Control': { description: 'Whether and for how long the answer may be kept.', schema: Type.String() },
  ETag: {
    description: 'Names these bytes; send it as If-None-Match to get 304 while they stay the same.',
    schema: Type.String({ pattern: '^"[0-9A-Za-z_-]+"$' }),
  },
  Link: {
    description:
      'The next page with rel="next", unless this is the last; the description of the service with rel="service-desc" and rel="service-doc".',
    schema: Type.String(),
  },
  Location: { description: 'Where the post can be looked up.', schema: Type.String() },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: Seconds },
  RateLimit: {
    description: 'What is left of the allowance: r searches, and t seconds until it starts anew.',
    schema: Type.String({ pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$' }),
  },
  'RateLimit-Policy': {
    description: 'The allowance: q searches in a window of w seconds.',
    schema: Type.String({ pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$' }),
  },
  'Idempotent-Replayed': {
    description: 'true when this is the stored first answer to the Idempotency-Key; nothing was charged again.',
    schema: Type.Literal('true'),
  },
  'WWW-Authenticate': { description: 'How to authenticate: with a bearer key.', schema: Type.String() },
  Allow: { description: 'The methods that the path takes.', schema: Type.String() },
} as const satisfies Record<string, Row>

export type AnswerHeader = keyof typeof answerHeaders

/** The headers of an answer, and whether each is always there. */
export type AnswerHeaders = Partial<Record<AnswerHeader, 'always' | 'sometimes'>>
