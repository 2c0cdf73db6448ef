// The schema of a problem: the members of RFC 9457, our own, and the older error object (contract.md §13).
import { Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { closed, LocationSchema, Micros, postStatuses } from '../posts.ts'
import { span } from '../words.ts'
import { problemCodes } from './problems.ts'
import { proposalMembers } from './proposal.ts'

const forOwner = {
  account_url: Type.Optional(
    Type.String({ description: `A link for the owner, who has to act; valid for ${span(limits.accountLinkMs)}.` }),
  ),
  for_human: Type.Optional(Type.Literal(true, { description: 'Only the owner can go on from here.' })),
}
const faults = Type.Array(Type.String(), { description: 'What is wrong, each beginning with a JSON pointer.' })
const Charged = Micros('What this request cost; 0 where a fixed rule refuses a text for free.')
const Rule = Type.String({ description: 'The id of the fixed rule that refused the text.' })
const Code = Type.Enum(problemCodes, {
  title: 'ProblemCode',
  description: 'What went wrong. Decide by this member; titles and details are for people.',
})

/** Why a fixed rule refused a post. */
export const RefusalSchema = Type.Object(
  {
    category: Type.String({ description: 'A category of the policy, or duplicate.' }),
    reason: Type.String(),
    rule: Type.String({ description: 'The id of the rule.' }),
  },
  { ...closed, title: 'Refusal', description: 'Which fixed rule refused the post. Nothing was charged.' },
)

const ExistingPost = Type.Object(
  { id: idSchema('post'), status: Type.Enum([...postStatuses]), url: Type.Optional(Type.String()) },
  { ...closed, description: 'Of a duplicate: your own post that has the same text.' },
)

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'Leads to the entry of the code in the error catalogue.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What went wrong this time.' }),
    code: Code,
    request_id: idSchema('request'),
    errors: Type.Optional(faults),
    candidates: Type.Optional(
      Type.Array(LocationSchema, {
        description: 'Locations that the wrong one may stand for, the largest first, ready to send.',
      }),
    ),
    ...proposalMembers,
    refusal: Type.Optional(RefusalSchema),
    rule: Type.Optional(Rule),
    existing_post: Type.Optional(ExistingPost),
    ...forOwner,
    charged: Type.Optional(Charged),
    error: Type.Object(
      {
        code: Code,
        message: Type.String({ description: 'As detail.' }),
        errors: Type.Optional(faults),
        rule: Type.Optional(Rule),
        ...forOwner,
        charged: Type.Optional(Charged),
      },
      { ...closed, description: 'The older error object; it repeats members of the problem.' },
    ),
  },
  { ...closed, title: 'Problem', description: 'A problem (RFC 9457).' },
)
