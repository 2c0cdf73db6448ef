// The payments worker: charges saved cards, asks the provider about payments, returns money (contract.md §5).
import type { PaymentWork } from '../actions/money/take-payments.ts'
import { limits } from '../contract/limits.ts'
import { retryWaitsMs } from '../contract/retries.ts'
import { waitAfter } from '../domain/retry.ts'
import { processPayment } from '../usecases/money/progress.ts'
import type { Platform } from '../usecases/platform.ts'

const batchSize = 8

/** Processes due payments, at most one batch. Resolves with the number claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const { token, claimed, work } = await platform.act('takePayments', { limit: batchSize })
  await Promise.all(work.map(each => doOne(platform, each, token)))
  return claimed
}

async function doOne(platform: Platform, work: PaymentWork, token: string): Promise<void> {
  const { id, kind, attempts, news } = work.payment
  const fields = { payment: id, kind, attempt: attempts }
  try {
    const { state, booked } = await processPayment(platform, work, token)
    platform.log.info({ ...fields, state, booked }, 'a payment was checked')
  } catch (error) {
    const { type, code } = error as { type?: unknown; code?: unknown }
    platform.log.warn({ ...fields, type, code, err: error }, 'a payment could not be checked yet')
    const wait = waitAfter(attempts, retryWaitsMs.payment) ?? limits.paymentAskedAgainMs
    await platform.act('postponePayment', { id, news, token, dueAt: platform.now() + wait })
  }
}
