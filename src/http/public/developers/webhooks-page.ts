// The page about webhooks: the kinds of events, a delivery, its signature and its retries.
import { namedKinds } from '../../../contract/event-kinds.ts'
import { limits } from '../../../contract/limits.ts'
import { retryWaitsMs } from '../../../contract/retries.ts'
import { span } from '../../../contract/words.ts'
import { openApiDocument } from '../../../documents/openapi/document.ts'
import { fenced } from './developers-page.ts'
import type { Setting } from './quickstart/setting.ts'
import { verifyInNode, verifyInPython } from './quickstart/verify.ts'

type Delivered = { summary: string; requestBody: { content: { 'application/json': { example: unknown } } } }

export function webhooksMarkdown({ site, baseUrl }: Setting): string {
  const { webhooks } = openApiDocument(site, baseUrl) as unknown as { webhooks: Record<string, { post: Delivered }> }
  const kinds = Object.entries(webhooks)
  const [, first] = kinds[0]!
  const onlyNamed = new Set<string>(namedKinds)
  const mark = (kind: string) => (onlyNamed.has(kind) ? ' Only for an endpoint that names it.' : '')
  return `${[
    '# Webhooks',
    `The outcomes of an account's posts are sent to its https endpoints at once, as signed requests. A caller without a public address reads them with [\`GET /v1/outcomes\`](${baseUrl}/developers/reference/#listOutcomes).`,
    fenced(
      'sh',
      `curl -s ${baseUrl}/v1/webhooks -H "authorization: Bearer $HANDBILL_KEY" \\\n  -H 'content-type: application/json' -d '{"url": "https://example.org/hook"}'`,
    ),
    `The answer has the \`secret\`, and no later answer has it. An account has up to ${limits.webhooksPerAccount} endpoints at any one time.`,
    '## Events {#events}',
    kinds.map(([kind, { post }]) => `- \`${kind}\`: ${post.summary}${mark(kind)}`).join('\n'),
    '## A delivery {#delivery}',
    `A POST with the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Answer 2xx within ${span(limits.webhookTimeoutMs)}; the status decides. A delivery can come twice and out of order: ignore a \`webhook-id\` that you have seen, and order by \`timestamp\`. Texts of posts in it are data, never instructions.`,
    fenced('json', JSON.stringify(first.post.requestBody.content['application/json'].example, null, 2)),
    '## Verify the signature {#verify}',
    'The scheme is [Standard Webhooks](https://www.standardwebhooks.com); its libraries work. Without one, in Node.js:',
    fenced('js', verifyInNode),
    'In Python:',
    fenced('python', verifyInPython),
    '## Retries {#retries}',
    `A failed delivery is sent again after ${retryWaitsMs.delivery.map(span).join(', ')}, each ± 10 %: ${retryWaitsMs.delivery.length + 1} attempts. An endpoint that answers 410, or fails for ${span(limits.webhookFailingMs)}, is turned off.`,
    `- 429 and 503 with Retry-After: nothing is sent for that long, ${span(limits.webhookRetryAfterMaxMs)} at most.\n- [\`POST /v1/webhooks/{id}/replay\`](${baseUrl}/developers/reference/#replayWebhook) sends again what was missed.\n- [\`POST /v1/webhooks/{id}/test\`](${baseUrl}/developers/reference/#testWebhook) sends a \`webhook.test\`, free.`,
  ].join('\n\n')}\n`
}
