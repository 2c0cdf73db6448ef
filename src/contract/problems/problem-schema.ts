// The schema of a problem: the members of RFC 9457, our own, and the older error object (contract.md §13).
import { Type } from 'typebox'
import { handOver } from '../hand-over.ts'
import { idSchema } from '../ids.ts'
import { closed, LocationSchema, Micros, postStatuses } from '../posts.ts'
import { problemCodes } from './problems.ts'
import { proposalMembers } from './proposal.ts'

const { account_url, for_human } = handOver
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
    fix: Type.String({ description: 'What to do about a problem of this code.' }),
    retryable: Type.Boolean({
      description:
        'true: the same request may succeed when it is sent again, after Retry-After where that is given. false: change the request first, or have the owner act.',
    }),
    docs: Type.String({ description: 'The page of the code, as HTML, Markdown or JSON.' }),
    code: Code,
    request_id: idSchema('request'),
    errors: Type.Optional(
      Type.Array(Type.String(), { description: 'What is wrong, each beginning with a JSON pointer.' }),
    ),
    candidates: Type.Optional(
      Type.Array(LocationSchema, {
        description: 'Locations that the wrong one may stand for, the largest first, ready to send.',
      }),
    ),
    ...proposalMembers,
    scope: Type.Optional(
      Type.String({
        description: 'The scopes of OAuth that the request needs and the access token lacks, between spaces.',
      }),
    ),
    refusal: Type.Optional(RefusalSchema),
    rule: Type.Optional(Rule),
    existing_post: Type.Optional(ExistingPost),
    ...handOver,
    contact: Type.Optional(
      Type.String({ description: 'Where the owner can write to the operator: an e-mail address or a web address.' }),
    ),
    charged: Type.Optional(Charged),
    error: Type.Object(
      {
        code: Code,
        message: Type.String({ description: 'As detail.' }),
        rule: Type.Optional(Rule),
        account_url,
        for_human,
        charged: Type.Optional(Charged),
      },
      { ...closed, description: 'The older error object; new clients read the problem itself.' },
    ),
  },
  { ...closed, title: 'Problem', description: 'A problem (RFC 9457).' },
)
