// The operation by which a reader writes to the author of a post without seeing an address.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { callerCodes } from '../moderation/guards.ts'
import { sentences } from '../sentences.ts'
import type { SiteRow } from '../sites.ts'
import { article } from '../words.ts'
import { spending } from './agentic-access.ts'
import { examplePostId } from './examples.ts'
import { AnyPostId, closed, Email, operation } from './row.ts'
import { keyNeeded } from './tool.ts'

const recipient = ({ relayed }: SiteRow) => relayed?.recipient ?? 'author'

export const relayOperations = {
  contactSeller: operation({
    method: 'post',
    path: '/v1/relay',
    tag: 'relay',
    auth: 'key',
    scope: null,
    agenticAccess: {
      ...spending(
        'Free, but needs a verified address (402). Mails a person, who sees reply_email; this cannot be undone.',
      ),
      'action-class': 'connected',
    },
    summary: site =>
      `Send a message to the ${recipient(site)} of ${article(site.noun)}, who answers to reply_email. Free.`,
    description: site =>
      `The message is mailed to the ${recipient(site)} with \`reply_email\` as the reply address, and says whether that is the verified address of the account. The account needs a verified address (402 \`verify_email\`). The text is judged like a post: \`prompt-injection\`, \`low_quality\` and abuse (\`low_quality\` with its category in \`refusal\`) are refused and cost nothing; where the model is unsure the answer is 202 and a person decides. \`gone\` when the ${site.noun} has expired, or its ${recipient(site)} cannot be reached or takes no messages of this account. Messages are limited by IP address and UTC day.`,
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
    moreAnswers: () => [
      {
        status: 202,
        description: 'A person reads the message first; it is mailed if the person releases it.',
        schema: Type.Object({ sent: Type.Literal(false), message: Type.String() }, closed),
        examples: { held: { sent: false, message: sentences.messageHeld } },
      },
    ],
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
    guards: callerCodes,
    tool: {
      name: 'contact_seller',
      title: site => `Write to the ${recipient(site)} of ${article(site.noun)}`,
      description: site =>
        `Mails a message to the person behind a published ${site.noun}, who sees reply_email and answers there: use it only with the consent of its owner. Free; cannot be undone. ${limits.relaysPerIpPerDay} a day for an IP address. ${keyNeeded}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'all',
      answerStatus: 'any',
      summary: (answer: { sent: boolean }, site) =>
        !answer.sent ? sentences.messageHeld : `The message was sent to the ${recipient(site)}, who answers by e-mail.`,
    },
  }),
}
