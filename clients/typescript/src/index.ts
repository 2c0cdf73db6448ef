// The client of Handbill: everything that a program imports.
export type { CallAnswer, CallInput, OperationId } from './call.ts'
export { Handbill, type HandbillOptions, type PaidOptions, type WaitOptions } from './client.ts'
export { type ErrorCode, HandbillError } from './error.ts'
export { type Outcome, Outcomes, type OutcomesOptions } from './outcomes.ts'
export type * from './types.ts'
export {
  signWebhook,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts'
