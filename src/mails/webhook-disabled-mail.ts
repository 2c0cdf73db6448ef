// The mail that tells the owner that a webhook endpoint was turned off, and how the agent turns it on again.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { instant } from '../domain/time.ts'

export type DisabledWebhook = { id: string; url: string }

/** Subject and text. `baseUrl` is where the API is; `since` (the first failure) and `now` are epoch milliseconds. */
export function webhookDisabledMail({ id, url }: DisabledWebhook, baseUrl: string, since: number, now: number) {
  const at = `${baseUrl}/v1/webhooks/${id}`
  return {
    subject: 'A webhook endpoint was turned off',
    body: `Hello,

every delivery to this webhook endpoint has failed since ${instant(since)}:

  ${new URL(url).href}
  (${id})

It was turned off at ${instant(now)}; nothing is sent to it any more. What went wrong is in the log of its deliveries:

  GET ${at}/deliveries

Once the receiver works again, your agent turns the endpoint on and has what it missed sent again, with its API key:

  PATCH ${at}   {"active": true}
  POST ${at}/replay   {"since": "${instant(since)}"}

Events are kept for ${span(limits.eventsKeptMs)}, and can be read without an endpoint with GET ${baseUrl}/v1/outcomes.
`,
  }
}
