// Every action by name: only names and plain data are sent to the writer.

import { countSignUp, createAccount } from '../actions/accounts/create-account.ts'
import { requestDeletion, takeBackDeletion } from '../actions/accounts/delete-account.ts'
import { changeKey, createKey, endKey, noteKeyUse } from '../actions/accounts/keys.ts'
import {
  createKeyByOperator,
  creditAccount,
  liftCardBan,
  revokeKeyByOperator,
  setSuspended,
  verifyEmailByOperator,
} from '../actions/accounts/operate-account.ts'
import { changeAddress, requestVerification, setLowBalance, verifyEmail } from '../actions/accounts/owner.ts'
import { revokeKey } from '../actions/accounts/revoke-key.ts'
import {
  askReviewersSignIn,
  askSignIn,
  countExport,
  endSessions,
  makeReviewersLink,
  signInByCode,
  signInByLink,
  signOut,
} from '../actions/accounts/sessions.ts'
import { disableAutoRecharge } from '../actions/accounts/settings.ts'
import { answer, forgetMail, settleMailResult, takeDeliveries, takeMail, takeQueued } from '../actions/claim-work.ts'
import { settleAnnouncements, takeAnnouncements } from '../actions/delivery/announcements.ts'
import { decideMessage, refuseSender } from '../actions/delivery/held-messages.ts'
import {
  createWebhook,
  deleteWebhook,
  replayWebhook,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../actions/delivery/manage-webhooks.ts'
import { relayMessage } from '../actions/delivery/relay-message.ts'
import { resealWebhook } from '../actions/delivery/reseal-webhook.ts'
import { settleDelivery } from '../actions/delivery/settle-delivery.ts'
import { countModelCall } from '../actions/learning/count-model-call.ts'
import { claimModelStart, heartbeatOf, noteDecisions } from '../actions/learning/model-life.ts'
import { addModelVersion, rollBackModel } from '../actions/learning/model-versions.ts'
import { loadPlacesIntoStore } from '../actions/lists/load-places.ts'
import { meterSearch } from '../actions/lists/meter-search.ts'
import { donePayout, owePayoutByOperator } from '../actions/money/payouts.ts'
import { acknowledgePenalty, setAutoRecharge } from '../actions/money/recharge.ts'
import { settlePayment } from '../actions/money/settle-payment.ts'
import { recordPage, startPayment } from '../actions/money/start-payment.ts'
import { noteEvent, postponePayment, takePayments } from '../actions/money/take-payments.ts'
import { enterNode, leaveNode } from '../actions/nodes.ts'
import { appealPost, refuseAppeal } from '../actions/posts/appeals.ts'
import { approveText, refuseText, renewWaiting } from '../actions/posts/approve.ts'
import { countDryRun } from '../actions/posts/count-dry-run.ts'
import { decideByPerson, postponeRevision, recordVerdicts } from '../actions/posts/decide.ts'
import { dismissReports, reportPost } from '../actions/posts/report-post.ts'
import { sealDecisions } from '../actions/posts/seal-decisions.ts'
import { seedPosts } from '../actions/posts/seed-posts.ts'
import { submitRevision } from '../actions/posts/submit-revision.ts'
import { cancelPost, deletePost } from '../actions/posts/withdraw-post.ts'
import {
  claimReviewItem,
  keepDecision,
  noteOnPost,
  passReviewItem,
  readReturned,
  releaseReviewItem,
  returnDecision,
  takeNextItem,
  undoDecision,
} from '../actions/review/hold-items.ts'
import { decideSample } from '../actions/review/sample-decisions.ts'
import { sweep } from '../actions/sweep.ts'

export const actions = {
  claimReviewItem,
  decideSample,
  keepDecision,
  noteOnPost,
  passReviewItem,
  readReturned,
  releaseReviewItem,
  returnDecision,
  takeNextItem,
  undoDecision,
  appealPost,
  refuseAppeal,
  acknowledgePenalty,
  addModelVersion,
  answer,
  approveText,
  askReviewersSignIn,
  askSignIn,
  cancelPost,
  changeAddress,
  claimModelStart,
  changeKey,
  countDryRun,
  countExport,
  countModelCall,
  countSignUp,
  createAccount,
  createKey,
  createKeyByOperator,
  createWebhook,
  creditAccount,
  decideByPerson,
  decideMessage,
  deletePost,
  deleteWebhook,
  disableAutoRecharge,
  dismissReports,
  donePayout,
  endKey,
  endSessions,
  enterNode,
  forgetMail,
  heartbeatOf,
  leaveNode,
  loadPlacesIntoStore,
  liftCardBan,
  makeReviewersLink,
  meterSearch,
  noteDecisions,
  noteEvent,
  noteKeyUse,
  owePayoutByOperator,
  postponePayment,
  postponeRevision,
  recordPage,
  recordVerdicts,
  refuseSender,
  refuseText,
  relayMessage,
  reportPost,
  renewWaiting,
  replayWebhook,
  requestDeletion,
  requestVerification,
  resealWebhook,
  retryDelivery,
  revokeKey,
  revokeKeyByOperator,
  rollBackModel,
  rotateWebhookSecret,
  seedPosts,
  setAutoRecharge,
  setLowBalance,
  sealDecisions,
  setSuspended,
  settleAnnouncements,
  settleDelivery,
  settleMailResult,
  settlePayment,
  signInByCode,
  signInByLink,
  signOut,
  startPayment,
  submitRevision,
  sweep,
  takeAnnouncements,
  takeBackDeletion,
  takeDeliveries,
  takeMail,
  takePayments,
  takeQueued,
  testWebhook,
  updateWebhook,
  verifyEmail,
  verifyEmailByOperator,
} as const

export type ActionName = keyof typeof actions
export type ActionInput<N extends ActionName> = Parameters<(typeof actions)[N]>[1]
export type ActionOutput<N extends ActionName> = Awaited<ReturnType<(typeof actions)[N]>>
