// Handlers of the operations on webhook endpoints, deliveries and outcomes.

import type { deliveriesOperations } from '../../contract/operations/deliveries.ts'
import type { outcomesOperations } from '../../contract/operations/outcomes.ts'
import type { webhooksOperations } from '../../contract/operations/webhooks.ts'
import {
  changeWebhook,
  listDeliveries,
  listOutcomes,
  listWebhooks,
  registerWebhook,
  replayMissed,
  rotateSecret,
  type WebhookChange,
} from '../delivery/webhooks.ts'
import { type Handler, holder, type OperationRequest } from './handler.ts'

type Rows = typeof webhooksOperations & typeof deliveriesOperations & typeof outcomesOperations

export const webhooksHandlers: Record<keyof Rows, Handler> = {
  async listWebhooks({ platform, request }) {
    return { value: await listWebhooks(platform, holder(request).accountId) }
  },

  async createWebhook({ platform, request, body }) {
    return { value: await registerWebhook(platform, holder(request).accountId, body as { url: string }) }
  },

  async updateWebhook({ platform, request, body }) {
    return { value: await changeWebhook(platform, owned(request), body as WebhookChange) }
  },

  async deleteWebhook({ platform, request }) {
    return { value: await platform.act('deleteWebhook', owned(request)) }
  },

  async testWebhook({ platform, request }) {
    return { value: await platform.act('testWebhook', owned(request)) }
  },

  async rotateWebhookSecret({ platform, request }) {
    return { value: await rotateSecret(platform, owned(request)) }
  },

  async listDeliveries({ platform, request, query }) {
    return { value: await listDeliveries(platform, owned(request), query) }
  },

  async retryDelivery({ platform, request }) {
    const { msg: messageId = '' } = request.params
    return { value: await platform.act('retryDelivery', { ...owned(request), messageId }) }
  },

  async replayWebhook({ platform, request, body }) {
    return { value: await replayMissed(platform, owned(request), body as { since?: string; after?: string }) }
  },

  async listOutcomes({ platform, request, query }) {
    return { body: await listOutcomes(platform, holder(request).keyId, query) }
  },
}

function owned(request: OperationRequest) {
  const { id: webhookId = '' } = request.params
  return { accountId: holder(request).accountId, webhookId }
}
