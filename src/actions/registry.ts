// Every action by name: names and plain data travel to wherever the writer lives.

import { heartbeatOf, settleMailResult, takeMail, takeQueued, takeQueuedEdits } from './claim-work.ts'
import { createAccount } from './create-account.ts'
import { decideByPerson, decideEdit, decidePost, postponeEdit, postponePost } from './decide-post.ts'
import { loadPlacesIntoStore } from './load-places.ts'
import { meterSearch } from './meter-search.ts'
import { creditAccount, setSuspended, verifyEmailByOperator } from './operate-account.ts'
import { allowTopUp, requestVerification, topUp, verifyEmail } from './owner.ts'
import { relayMessage } from './relay-message.ts'
import { dismissReports, reportPost } from './report-post.ts'
import { seedPosts } from './seed-posts.ts'
import { disableAutoRecharge } from './settings.ts'
import { submitEdit } from './submit-edit.ts'
import { submitPost } from './submit-post.ts'
import { sweep } from './sweep.ts'
import { cancelPost, deletePost } from './withdraw-post.ts'

export const actions = {
  allowTopUp,
  cancelPost,
  createAccount,
  creditAccount,
  decideByPerson,
  decideEdit,
  decidePost,
  deletePost,
  disableAutoRecharge,
  dismissReports,
  heartbeatOf,
  loadPlacesIntoStore,
  meterSearch,
  postponeEdit,
  postponePost,
  relayMessage,
  reportPost,
  requestVerification,
  seedPosts,
  setSuspended,
  settleMailResult,
  submitEdit,
  submitPost,
  sweep,
  takeMail,
  takeQueued,
  takeQueuedEdits,
  topUp,
  verifyEmail,
  verifyEmailByOperator,
} as const

export type ActionName = keyof typeof actions
export type ActionInput<N extends ActionName> = Parameters<(typeof actions)[N]>[1]
export type ActionOutput<N extends ActionName> = Awaited<ReturnType<(typeof actions)[N]>>
