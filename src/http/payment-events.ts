// Takes the events of the payment provider: a signed event is noted, and the worker then asks the provider (contract.md §5).
import type { FastifyInstance } from 'fastify'
import { limits } from '../contract/limits.ts'
import { withoutDeadline } from '../usecases/deadline.ts'
import type { Platform } from '../usecases/platform.ts'

/** Mounts POST /payments/stripe for events of the provider; mounts nothing for a provider that sends none. */
export function mountPaymentEvents(app: FastifyInstance, platform: Platform): void {
  const { payments } = platform
  if (payments.entry !== 'page') return
  app.register(async events => {
    // The signature is over the raw bytes.
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    events.post(`/payments/${payments.name}`, { bodyLimit: limits.paymentEventBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = payments.readEvent(body, request.headers, platform.now())
      const outcome = await withoutDeadline(() => platform.act('noteEvent', event))
      platform.log.info({ event: event.id, type: event.type, outcome }, 'the payment provider has told something')
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}
