// The members by which an answer hands the next step over to the owner (contract.md §13).
import { Type } from 'typebox'
import { limits } from './limits.ts'
import { span } from './words.ts'

export const handOver = {
  account_url: Type.Optional(
    Type.String({ description: `A link for the owner, who has to act; valid for ${span(limits.accountLinkMs)}.` }),
  ),
  for_human: Type.Optional(Type.Literal(true, { description: 'Only the owner can go on from here.' })),
  message_for_owner: Type.Optional(
    Type.String({
      description: 'One sentence for the owner, with the link where there is one, to be forwarded as it is.',
    }),
  ),
}
export type HandOver = { account_url?: string; for_human?: true; message_for_owner?: string }
