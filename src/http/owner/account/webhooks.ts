// The webhook endpoints of the account, with the log of deliveries to each.

import type { Delivery, Webhook } from '../../../contract/operations/webhook-parts.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { listDeliveries, listSubscriptions, listWebhooks } from '../../../usecases/delivery/webhooks.ts'
import { field } from '../../private/forms.ts'
import { hidden } from '../../private/frame.ts'
import { parameter, send } from '../../private/route.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { leadTo } from '../notices.ts'
import type { OwnersRoute } from '../route.ts'
import { accountPage, heading } from './frame.ts'
import { when } from './words.ts'

const at = (text: string) => when(Date.parse(text))

export const webhookRoutes: readonly OwnersRoute[] = [
  {
    method: 'GET',
    path: '/account/webhooks',
    grade: 'email',
    async run(visit) {
      const { platform, session, reply } = visit
      const account = await existingAccount(platform, session.accountId)
      const { items } = await listWebhooks(platform, account.id)
      const subscriptions = await listSubscriptions(platform, account.id)
      const body = html`${heading('Webhooks', 'Where this service tells your agents what became of their posts. Your agents set them up by the API.')}
${items.length === 0 ? html`<p class="empty">No endpoint is registered.</p>` : html`<ul class="records">${items.map(endpoint)}</ul>`}
${subscriptions.length > 0 && html`<h2>Subscriptions</h2><p>Clients of your agents keep these for a time; the end of its key ends each of them.</p><ul class="records">${subscriptions.map(subscription)}</ul>`}`
      return send(reply, 200, accountPage(visit, { account, title: 'Webhooks', section: '/account/webhooks', body }))
    },
  },
  {
    method: 'GET',
    path: '/account/webhooks/:id',
    grade: 'email',
    async run(visit) {
      const { platform, session, request, reply, csrf } = visit
      const account = await existingAccount(platform, session.accountId)
      const webhook = await ownEndpoint(visit.platform, account.id, (request.params as { id: string }).id)
      const cursor = parameter(request, 'before')
      const { items, next_cursor: next } = await listDeliveries(
        platform,
        { accountId: account.id, webhookId: webhook.id },
        cursor === null ? {} : { cursor },
      )
      const path = `/account/webhooks/${webhook.id}`
      const body = html`<p><a href="/account/webhooks">All webhooks</a></p>
<h1>Deliveries</h1>
<p class="lede">To <bdi>${webhook.url}</bdi>${state(webhook)}</p>
${items.length === 0 ? html`<p class="empty">There were no deliveries lately.</p>` : html`<ul class="records">${items.map(delivery => deliveryItem(delivery, webhook, csrf))}</ul>`}
${next && html`<p class="next"><a href="${path}?before=${next}" rel="next">Older</a></p>`}`
      return send(reply, 200, accountPage(visit, { account, title: 'Deliveries', section: '/account/webhooks', body }))
    },
  },
  {
    method: 'POST',
    path: '/account/webhooks/retry',
    grade: 'email',
    async run({ platform, session, request, reply }) {
      const { accountId } = session
      const webhookId = field(request, 'webhook')
      await platform.act('retryDelivery', { accountId, webhookId, messageId: field(request, 'delivery') })
      return leadTo(reply, `/account/webhooks/${webhookId}`, 'delivery-queued')
    },
  },
]

async function ownEndpoint(
  platform: Parameters<typeof listWebhooks>[0],
  accountId: string,
  id: string,
): Promise<Webhook> {
  const found = (await listWebhooks(platform, accountId)).items.find(webhook => webhook.id === id)
  if (!found) throw new Problem('not_found', 'The account has no such webhook endpoint.')
  return found
}

const reasons: Record<NonNullable<Webhook['inactive_reason']>, string> = {
  owner: 'turned off by an agent',
  gone: 'turned off, because it answered 410 (gone)',
  failing: 'turned off, because every delivery failed',
}

function state({ active, inactive_since: since, inactive_reason: reason }: Webhook): Html | null {
  if (active || since === undefined || reason === undefined) return null
  return html`, ${reasons[reason]} on ${at(since)}`
}

function endpoint(webhook: Webhook): Html {
  const { id, url, events, created_at, active } = webhook
  return html`<li>
<p class="title"><a href="/account/webhooks/${id}"><bdi>${url}</bdi></a> <span class="badge ${active ? 'good' : 'bad'}">${active ? 'On' : 'Off'}</span></p>
<p class="small">Since ${at(created_at)}${state(webhook)}. It gets ${events.join(', ')}.</p>
</li>
`
}

function subscription({ url, kinds, created_at, until }: Awaited<ReturnType<typeof listSubscriptions>>[number]): Html {
  return html`<li>
<p class="title"><bdi>${url}</bdi></p>
<p class="small">Since ${at(created_at)}, until ${at(until)}. It gets ${kinds.join(', ')}.</p>
</li>
`
}

const states: Record<Delivery['state'], [tone: string, label: string]> = {
  pending: ['waits', 'Waiting'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  stopped: ['over', 'Stopped'],
}

function deliveryItem(
  { id, type, timestamp, state, next_attempt_at: next, attempts }: Delivery,
  webhook: Webhook,
  csrf: string,
): Html {
  const [tone, label] = states[state]
  return html`<li>
<p class="title">${type} <span class="badge ${tone}">${label}</span></p>
<p class="small">${at(timestamp)}, <code>${id}</code>${next !== null && html`; next attempt ${at(next)}`}</p>
${attempts.length > 0 && html`<details><summary>${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}</summary><ol class="small">${attempts.map(attempt => html`<li>${at(attempt.at)}: ${attempt.status ?? 'no answer'}${attempt.error !== null && html`, <bdi>${attempt.error}</bdi>`}, ${attempt.latency_ms} ms</li>`)}</ol></details>`}
${webhook.active && state !== 'pending' && html`<form method="post" action="/account/webhooks/retry">${hidden('csrf', csrf)}${hidden('webhook', webhook.id)}${hidden('delivery', id)}<button type="submit" class="outline secondary">Send again</button></form>`}
</li>
`
}
