// The mail that tells the owner that a webhook endpoint was turned off, and how the agent turns it on again.
import { limits } from '../contract/limits.ts'
import { span } from '../contract/words.ts'
import { instant } from '../domain/times/time.ts'
import { type Mail, mail } from './mail.ts'

export type DisabledWebhook = {
  id: string
  url: string
  /** `gone`: the endpoint answered 410. `failing`: every delivery failed for a day. */
  reason: 'gone' | 'failing'
  /** The time of the first failure, or of the answer 410, in epoch milliseconds. */
  since: number
}

/** The mail. The API is at `baseUrl`; `now` is in epoch milliseconds. */
export function webhookDisabledMail({ id, url, reason, since }: DisabledWebhook, baseUrl: string, now: number): Mail {
  const at = `${baseUrl}/v1/webhooks/${id}`
  return mail('A webhook endpoint was turned off', [
    reason === 'gone'
      ? 'This webhook endpoint has answered 410, which says that it is gone for good:'
      : `Every delivery to this webhook endpoint has failed since ${instant(since)}:`,
    { lines: [new URL(url).href, id] },
    `It was turned off at ${instant(now)}; nothing is sent to it any more. The log of its deliveries shows what went wrong:`,
    { lines: [`GET ${at}/deliveries`] },
    'Do you still want it? Once the receiver works again, your agent turns the endpoint on and replays the missed events, with its API key:',
    { lines: [`PATCH ${at}   {"active": true}`, `POST ${at}/replay   {"since": "${instant(since)}"}`] },
    `Events are kept for ${span(limits.eventsKeptMs)}, and can be read without an endpoint with GET ${baseUrl}/v1/outcomes.`,
  ])
}
