// Every action by name: names and plain data travel to wherever the writer lives.

import { heartbeatOf, settleMailResult, takeDeliveries, takeMail, takeQueued, takeQueuedEdits } from './claim-work.ts'
import { createAccount } from './create-account.ts'
import { decideByPerson, decideEdit, decidePost, postponeEdit, postponePost } from './decide-post.ts'
import { loadPlacesIntoStore } from './load-places.ts'
import {
  createWebhook,
  deleteWebhook,
  replayWebhook,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './manage-webhooks.ts'
import { meterSearch } from './meter-search.ts'
import { creditAccount, setSuspended, verifyEmailByOperator } from './operate-account.ts'
import { allowTopUp, requestVerification, topUp, verifyEmail } from './owner.ts'
import { relayMessage } from './relay-message.ts'
import { dismissReports, reportPost } from './report-post.ts'
import { seedPosts } from './seed-posts.ts'
import { disableAutoRecharge } from './settings.ts'
import { settleDelivery } from './settle-delivery.ts'
import { submitEdit } from './submit-edit.ts'
import { submitPost } from './submit-post.ts'
import { sweep } from './sweep.ts'
import { cancelPost, deletePost } from './withdraw-post.ts'

export const actions = {
  allowTopUp,
  cancelPost,
  createAccount,
  createWebhook,
  creditAccount,
  decideByPerson,
  decideEdit,
  decidePost,
  deletePost,
  deleteWebhook,
  disableAutoRecharge,
  dismissReports,
  heartbeatOf,
  loadPlacesIntoStore,
  meterSearch,
  postponeEdit,
  postponePost,
  relayMessage,
  reportPost,
  replayWebhook,
  requestVerification,
  retryDelivery,
  rotateWebhookSecret,
  seedPosts,
  setSuspended,
  settleDelivery,
  settleMailResult,
  submitEdit,
  submitPost,
  sweep,
  takeDeliveries,
  takeMail,
  takeQueued,
  takeQueuedEdits,
  testWebhook,
  topUp,
  updateWebhook,
  verifyEmail,
  verifyEmailByOperator,
} as const

export type ActionName = keyof typeof actions
export type ActionInput<N extends ActionName> = Parameters<(typeof actions)[N]>[1]
export type ActionOutput<N extends ActionName> = Awaited<ReturnType<(typeof actions)[N]>>
