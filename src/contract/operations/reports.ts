// The operation by which anyone tells the people who look after a site about a post.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { reportReasons } from '../report-reasons.ts'
import { tools } from '../tools.ts'
import { AnyPostId, closed, Email, type OperationRow } from './row.ts'

export const reportsOperations = {
  createReport: {
    method: 'post',
    path: '/v1/reports',
    tag: 'reports',
    auth: 'optional',
    scope: null,
    agenticAccess: 'write',
    summary: 'Report a public post. A person looks at every report. Free.',
    body: () =>
      Type.Object(
        {
          post_id: AnyPostId,
          reason: Type.Enum([...reportReasons], { description: 'The id of a category of GET /v1/policy, or other.' }),
          details: Type.Optional(
            Type.String({ maxLength: limits.reportDetailsCodePoints, description: 'What is wrong with the post.' }),
          ),
          email: Type.Optional(
            Email('Where the people who look at the report may ask back. It is shown to them alone.'),
          ),
        },
        closed,
      ),
    status: 202,
    response: () => Type.Object({ received: Type.Literal(true), message: Type.String() }, closed),
    errors: ['not_found', 'rate_limited'],
    tool: tools.reportPost,
  },
} as const satisfies Record<string, OperationRow>
