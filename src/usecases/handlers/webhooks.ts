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
} from '../delivery/webhooks.ts'
import { readUntil } from '../read-until.ts'
import { type Handlers, holder, type OperationRequest } from './handler.ts'

type Rows = typeof webhooksOperations & typeof deliveriesOperations & typeof outcomesOperations

export const webhooksHandlers: Handlers<Rows> = {
  async listWebhooks({ platform, request }) {
    return { value: await listWebhooks(platform, holder(request).accountId) }
  },

  async createWebhook({ platform, request, body }) {
    return { value: await registerWebhook(platform, holder(request).accountId, body) }
  },

  async updateWebhook({ platform, request, params, body }) {
    return { value: await changeWebhook(platform, owned(request, params), body) }
  },

  async deleteWebhook({ platform, request, params }) {
    return { value: await platform.act('deleteWebhook', owned(request, params)) }
  },

  async testWebhook({ platform, request, params }) {
    return { value: await platform.act('testWebhook', owned(request, params)) }
  },

  async rotateWebhookSecret({ platform, request, params }) {
    return { value: await rotateSecret(platform, owned(request, params)) }
  },

  async listDeliveries({ platform, request, params, query }) {
    return { value: await listDeliveries(platform, owned(request, params), query) }
  },

  async retryDelivery({ platform, request, params }) {
    return { value: await platform.act('retryDelivery', { ...owned(request, params), messageId: params.msg }) }
  },

  async replayWebhook({ platform, request, params, body }) {
    return { value: await replayMissed(platform, owned(request, params), body) }
  },

  async listOutcomes({ platform, request, query: { wait: seconds, ...page } }) {
    const read = () => listOutcomes(platform, holder(request).keyId, page)
    const { body } = await readUntil(platform, request, { seconds, isDone: ({ isEmpty }) => !isEmpty }, read)
    return { body }
  },
}

const owned = (request: OperationRequest, { id }: { id: string }) => {
  return { accountId: holder(request).accountId, webhookId: id }
}
