// The answer to a post or an edit that a fixed rule finds to be abuse: the owning key's view, with what the abuse has cost (contract.md §6).
import { type TObject, type TSchema, Type } from 'typebox'
import { closed, Micros, type OwnPost, ownPostSchema } from './posts.ts'

const cost = {
  code: Type.Literal('abuse', { description: 'As the code of a problem, though this is a post.' }),
  detail: Type.String({ description: 'What was found and what it has cost, in words.' }),
  retryable: Type.Literal(false, { description: 'Each attempt costs as much.' }),
  strikes: Type.Integer({ minimum: 0, description: 'The strikes of the account, with the one for this text.' }),
  penalty: Micros('What was taken beyond the price.'),
  balance: Micros('What is left on the balance.'),
}

export type AbusiveText = OwnPost & {
  code: 'abuse'
  detail: string
  retryable: false
  strikes: number
  penalty: number
  balance: number
}

/** The schema, around the public post of a site. */
export function abusiveTextSchema<Post extends TSchema>(post: Post): TObject {
  return Type.Object({ ...cost, ...ownPostSchema(post).properties }, { ...closed, title: 'AbusiveText' })
}
