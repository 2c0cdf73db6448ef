// Every action: a function of (scope, input) that runs in a transaction. Only its name and plain data are sent to the writer.

export { connectApp, endConnection } from '../actions/accounts/connections.ts'
export { countSignUp, createAccount } from '../actions/accounts/create-account.ts'
export { requestDeletion, takeBackDeletion } from '../actions/accounts/delete-account.ts'
export { askToJoin, joinByCode, joinByLink } from '../actions/accounts/join.ts'
export {
  changeKey,
  createKey,
  endKey,
  noteKeyUse,
  pauseAllKeys,
  pauseKey,
  replaceKey,
  resumeAllKeys,
  takeBackEnd,
} from '../actions/accounts/keys.ts'
export {
  acceptInvitation,
  changeMember,
  endInvitation,
  endMembersSessions,
  inviteMember,
  removeMember,
} from '../actions/accounts/members.ts'
export {
  askNewAddress,
  confirmNewAddress,
  stopNewAddress,
  takeBackAddress,
} from '../actions/accounts/move-address.ts'
export { keepName, reportHandle, resetName } from '../actions/accounts/names.ts'
export {
  consumeOAuthRecord,
  countOAuth,
  dropOAuthRecord,
  keepOAuthRecord,
} from '../actions/accounts/oauth-records.ts'
export {
  createKeyByOperator,
  creditAccount,
  liftCardBan,
  revokeKeyByOperator,
  setSuspended,
  verifyEmailByOperator,
} from '../actions/accounts/operate-account.ts'
export { changeAddress, requestVerification, setLowBalance, verifyEmail } from '../actions/accounts/owner.ts'
export {
  addPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  takeChallenge,
} from '../actions/accounts/passkeys.ts'
export { changeHandle, changeLanguage, changeName } from '../actions/accounts/rename.ts'
export { revokeKey } from '../actions/accounts/revoke-key.ts'
export {
  askReviewersSignIn,
  askSignIn,
  chooseAccount,
  countExport,
  endEverything,
  endReviewersSessions,
  endSessions,
  handOver,
  makeReviewersLink,
  openVerified,
  signInByCode,
  signInByLink,
  signOut,
} from '../actions/accounts/sessions.ts'
export { disableAutoRecharge } from '../actions/accounts/settings.ts'
export {
  addTestKey,
  furnishTestAccount,
  openTestWorld,
  saveTestWorld,
  setTestClock,
  submitTestRevision,
} from '../actions/accounts/test-worlds.ts'
export { claimBackup, holdBackup, noteBackup } from '../actions/backups.ts'
export { answer, forgetMail, settleMailResult, takeDeliveries, takeMail, takeQueued } from '../actions/claim-work.ts'
export { settleAnnouncements, takeAnnouncements } from '../actions/delivery/announcements.ts'
export { decideMessage, refuseReader, refuseSender } from '../actions/delivery/held-messages.ts'
export {
  createWebhook,
  deleteWebhook,
  replayWebhook,
  retryDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../actions/delivery/manage-webhooks.ts'
export { mailReaderCode, sendReaderMessage } from '../actions/delivery/reader-message.ts'
export { relayMessage } from '../actions/delivery/relay-message.ts'
export { replyToMessage } from '../actions/delivery/reply-to-message.ts'
export { resealWebhook } from '../actions/delivery/reseal-webhook.ts'
export { blockSender, reportMessage, seeMessages, unblockSender } from '../actions/delivery/senders.ts'
export { settleDelivery } from '../actions/delivery/settle-delivery.ts'
export { endSubscription, keepSubscription, makeChallenge } from '../actions/delivery/subscriptions.ts'
export { countModelCall } from '../actions/learning/count-model-call.ts'
export { claimModelStart, heartbeatOf, noteDecisions } from '../actions/learning/model-life.ts'
export { addModelVersion, rollBackModel } from '../actions/learning/model-versions.ts'
export { endShadow, noteShadow, startShadow } from '../actions/learning/shadow.ts'
export { loadPlacesIntoStore } from '../actions/lists/load-places.ts'
export { meterSearch } from '../actions/lists/meter-search.ts'
export { postponeStandingPost, settleStandingPosts } from '../actions/lists/standing-matches.ts'
export { createStandingSearch, deleteStandingSearch, keepStandingSearch } from '../actions/lists/standing-searches.ts'
export { setBilling } from '../actions/money/billing.ts'
export { donePayout, owePayoutByOperator } from '../actions/money/payouts.ts'
export { acknowledgePause, setAutoRecharge } from '../actions/money/recharge.ts'
export { settlePayment } from '../actions/money/settle-payment.ts'
export { recordPage, startPayment } from '../actions/money/start-payment.ts'
export { noteEvent, postponePayment, takePayments } from '../actions/money/take-payments.ts'
export { enterNode, keepCurrency, leaveNode } from '../actions/nodes.ts'
export { appealPost, refuseAppeal } from '../actions/posts/appeals.ts'
export { approveText, refuseText, renewWaiting } from '../actions/posts/approve.ts'
export { complainAboutReport } from '../actions/posts/complain.ts'
export { countDryRun } from '../actions/posts/count-dry-run.ts'
export { decideByPerson, postponeRevision, recordVerdicts } from '../actions/posts/decide.ts'
export { dismissReports, reportPost } from '../actions/posts/report-post.ts'
export { keepLogKey, resealLogKey, sealDecisions, tellLogEnd } from '../actions/posts/seal-decisions.ts'
export { seedPosts } from '../actions/posts/seed-posts.ts'
export { submitRevision } from '../actions/posts/submit-revision.ts'
export { cancelPost, deletePost } from '../actions/posts/withdraw-post.ts'
export { askPolicyLoad } from '../actions/review/ask-policy-load.ts'
export { noteGraveSeen } from '../actions/review/grave-seen.ts'
export {
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
export { addListEntries, countListHits, enforceListEntry, removeListEntry } from '../actions/review/list-entries.ts'
export { decideSample } from '../actions/review/sample-decisions.ts'
export { forgetAnswer, keepAnswer } from '../actions/review/saved-answers.ts'
export { sweep } from '../actions/sweep.ts'
