// The type of a row of the operation table, and the schemas that several rows share.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { AnswerHeaders } from '../headers.ts'
import { handlePattern, handleTakes, idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { closed } from '../posts.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { PricedSite } from '../sites/priced-site.ts'
import type { SiteRow } from '../sites.ts'
import { span } from '../words.ts'
import type { AgenticAccess } from './agentic-access.ts'
import type { OfSite, Tool } from './tool.ts'

/** The scopes of OAuth, exactly these (contract.md §6). */
export const scopes = ['posts:read', 'posts:write', 'search', 'account:read', 'webhooks:manage'] as const
export type OAuthScope = (typeof scopes)[number]

/** `owner`: a session that was opened from the inbox of the owner; no key will do. */
export type Auth = 'none' | 'optional' | 'key' | 'owner'

/** Example values. Each is checked against its schema in test/contract/documents/openapi.test.ts. */
export type OperationExamples = {
  /** Values of path, query and header parameters, by name. */
  parameters?: Record<string, unknown>
  /** Bodies to send, by a name for each. */
  body?: Record<string, unknown>
  /** Bodies of the first success, by a name for each. */
  response: Record<string, unknown>
}

/** An answer in application/json beside the first success. */
export type MoreAnswer<Status extends number = number, Schema extends TSchema = TSchema> = {
  status: Status
  description: string
  schema: Schema
  headers?: AnswerHeaders
  examples: Record<string, unknown>
}

/** At least so many days pass between the notice that an operation ends and its end. */
export const fewestDaysOfNotice = 90

/** The deprecation of an operation, in days such as 2027-03-01; `sunset` is not before `since` (RFC 9745 §4). */
export type Deprecated = {
  since: string
  /** When it ends; left out while that is not known. */
  sunset?: string
  /** The page that says what to use instead; when left out, the page about versions. */
  link?: string
}

/** A row with the types of its schemas: of the first success, of path, query and body, and of the answers beside it. */
/** Whether an operation is refused to a key that its owner has paused: it can do more than read. */
export const refusesPaused = ({ auth, agenticAccess }: Pick<OperationRow, 'auth' | 'agenticAccess'>): boolean =>
  (auth === 'key' || auth === 'optional') && agenticAccess.consequence !== 'read'

export type OperationRow<
  Response extends TSchema = TSchema,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  More extends MoreAnswer = MoreAnswer,
> = {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  tag: 'accounts' | 'keys' | 'posts' | 'search' | 'reports' | 'relay' | 'webhooks' | 'service'
  auth: Auth
  /** The scope that a token needs; null: a token of any scope will do. */
  scope: OAuthScope | null
  agenticAccess: AgenticAccess
  summary: OfSite<string>
  /** What a caller has to know beyond the summary: cost, side effects, what to do on errors. CommonMark. */
  description: OfSite<string>
  /** The sites that have the operation; all when this is left out. */
  offeredOn?: (site: SiteRow) => boolean
  /** Its answers, the OpenAPI document and the page about versions announce its end. */
  deprecated?: Deprecated
  /** Other paths that callers try: their answer names the right path. */
  soughtAt?: readonly string[] | ((site: SiteRow) => readonly string[])
  params?: Params
  query?: (site: SiteRow) => Query
  /** Headers that the operation reads, beside Authorization. */
  headers?: TObject
  body?: (site: SiteRow) => Body
  /** Of each entry at least one list of members has to be in the body. Only the OpenAPI document says it: tools take plain objects. */
  bodyNeeds?: (site: SiteRow) => readonly (readonly (readonly string[])[])[]
  /** The action checks the body, with rules that a schema cannot hold. */
  bodyCheckedByAction?: true
  /** null for an optional member of the body is taken as absence. The tools take null so for every argument. */
  nullIsAbsence?: true
  /** Success: status and schema. */
  status: number
  response: (site: SiteRow) => Response
  /** What the success means, in a sentence. */
  answer: string
  /** Headers of the success, beside Request-Id and Cache-Control. */
  answerHeaders?: AnswerHeaders
  /** It has an ETag and answers If-None-Match with 304. */
  conditional?: true
  moreAnswers?: (site: PricedSite, baseUrl: string) => readonly More[]
  examples: (site: PricedSite, baseUrl: string) => OperationExamples
  /** The problems of its own guards, in their order (contract.md §6). Any other problem of its own names the operation in its row. */
  guards?: readonly ProblemCode[]
  /** The tools of the MCP server that are made from it. */
  tool: Tool<Static<Response>> | readonly Tool[] | null
}

/** A row, typed so that its handler gets and answers what its schemas say, and the summary of its tool gets that answer. */
export function operation<
  Response extends TSchema,
  Params extends TObject = never,
  Query extends TObject = never,
  Body extends TObject = never,
  const More extends MoreAnswer = never,
>(row: OperationRow<Response, Params, Query, Body, More>): OperationRow<Response, Params, Query, Body, More> {
  return row
}

/** The parameters and the body that a row takes, as checked against its schemas. */
export type Taken<Row extends OperationRow> = {
  params: Given<NonNullable<Row['params']>, object>
  query: Given<ReturnType<NonNullable<Row['query']>>, object>
  body: Given<ReturnType<NonNullable<Row['body']>>, undefined>
}

/** What a schema takes; `Without` where the row has no schema. */
type Given<Schema extends TSchema, Without> = [Schema] extends [never] ? Without : Static<Schema>

export { closed }
export const Handle = Type.String({ pattern: handlePattern, description: `${handleTakes}.` })
export const AccountUrl = Type.String({
  description: `A link for the owner; it ends ${span(limits.accountLinkMs)} after it was made.`,
})
/** The header by which a change of a post is refused once the post is not as the caller saw it. */
export const ifMatchHeader = {
  'if-match': Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The ETag of `getPost`: if the post has changed since, the answer is 412 `changed`, and nothing happens.',
    }),
  ),
}
export const PostId = Type.Object({ id: idSchema('post') }, closed)
/** The id of a post in a body. Any text is taken: a text that is no id is `not_found`, as in a path. */
export const AnyPostId = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'Begins with `p_`.',
})
export const Email = (description: string) =>
  Type.String({ format: 'email', maxLength: limits.emailLength, description })
export const WebhookId = Type.Object({ id: idSchema('webhook') }, closed)
