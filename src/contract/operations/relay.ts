// The operation by which a reader answers a post whose author gives no address.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import type { SiteRow } from '../sites.ts'
import { article } from '../words.ts'
import { ending } from './agentic-access.ts'
import { examplePostId } from './examples.ts'
import { AnyPostId, closed, Email, type OperationRow, operation } from './row.ts'
import { keyNeeded } from './tool.ts'

/** Whom a message goes to on a site that has a relay. */
const recipient = ({ relayed }: SiteRow) => relayed?.recipient ?? 'author'

export const relayOperations = {
  contactSeller: operation({
    method: 'post',
    path: '/v1/relay',
    tag: 'relay',
    auth: 'key',
    scope: null,
    agenticAccess: {
      ...ending('Mails a person, who sees reply_email; a message that was sent cannot be taken back.'),
      'action-class': 'connected',
    },
    summary: site =>
      `Send a message to the ${recipient(site)} of ${article(site.noun)}, who answers to reply_email. Free.`,
    description: site =>
      `The message is mailed to the ${recipient(site)} with \`reply_email\` as the address to answer to, and checked by the same fixed rules as a post: \`prompt-injection\` and \`low_quality\` are refused and cost nothing. \`gone\` when the ${site.noun} has expired or was withdrawn. Messages are limited by IP address and UTC day.`,
    offeredOn: site => site.relayed !== null,
    body: site =>
      Type.Object(
        {
          post_id: AnyPostId,
          message: Type.String({
            minLength: limits.relayMessageMinCodePoints,
            maxLength: limits.relayMessageCodePoints,
            description: `Plain text. The ${recipient(site)} reads it as a message of a stranger.`,
          }),
          reply_email: Email(
            `Where the ${recipient(site)} answers. The ${recipient(site)} sees it; the ${recipient(site)}’s own address is not shown.`,
          ),
        },
        closed,
      ),
    status: 200,
    response: () => Type.Object({ sent: Type.Literal(true) }, closed),
    answer: 'The message is on its way.',
    examples: site => ({
      body: {
        question: {
          post_id: examplePostId,
          message: site.relayed?.exampleMessage,
          reply_email: 'ada@example.org',
        },
      },
      response: { sent: { sent: true } },
    }),
    errors: ['banned', 'suspended', 'not_found', 'gone', 'prompt-injection', 'low_quality', 'rate_limited'],
    tool: {
      name: 'contact_seller',
      title: site => `Write to the ${recipient(site)} of ${article(site.noun)}`,
      description: site =>
        `Mails a message to the person behind a published ${site.noun}, who sees reply_email and answers there: use it only with the consent of its owner. Free; cannot be taken back. ${limits.relaysPerIpPerDay} a day for an IP address. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'all',
      summary: (_, site) => `The message was sent to the ${recipient(site)}, who answers by e-mail.`,
    },
  }),
} satisfies Record<string, OperationRow>
