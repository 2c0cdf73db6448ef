// The limits of callers, owners and reviewers that docs/contract.md does not name, written out by hand: a slip of the pen in one is seen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'

const promised = {
  headerBytes: 16_384,
  formBytes: 16_384,
  reportDetailsCodePoints: 2_000,
  relayMessageMinCodePoints: 10,
  relayMessageCodePoints: 2_000,
  verificationMailsPerAccountPerDay: 10,
  emailLength: 254,
  verificationMailsPerAddressPerDay: 20,
  addressChangesPerAccountPerDay: 10,
  topupsPerAccountPerDay: 50,
  paymentEventBytes: 262_144,
  keyNameCodePoints: 100,
  approvalReasonCodePoints: 500,
  signInsPerAddressPerDay: 20,
  signInMailsPerAddressPerDay: 60,
  signInsPerIpPerDay: 40,
  signInCodeLength: 8,
  signInCodeTries: 5,
  exportsPerAccountPerDay: 20,
  verificationLinkMs: 86_400_000,
  refuseSenderLinkMs: 7_776_000_000,
  searchQueryCodePoints: 200,
  placeQueryCodePoints: 100,
  nearKmMax: 500,
  textWaitingPerAccount: 2_000_000,
  appealCodePoints: 2_000,
  statementMailsPerDay: 20,
  webhookMailsPerDay: 5,
  reviewSkipMs: 3_600_000,
  reviewBulk: 200,
  reviewBulkUntyped: 20,
  modelAnswerBytes: 500_000,
  webhookUrlLength: 2_000,
  webhookAnswerBytes: 4_096,
  webhooksCreatedPerDay: 20,
  webhookTestsPerDay: 20,
  webhookTestsUnverifiedPerDay: 3,
  webhookRetriesPerDay: 100,
  webhookAttemptsPerEndpoint: 2,
  webhookAttemptsPerAccount: 6,
  webhookAttemptsPerHost: 16,
  webhookAttemptsUnprovenPerHost: 4,
  webhookReplayMax: 1_000,
}

test('each limit has the number that was promised', () => {
  for (const [name, value] of Object.entries(promised)) assert.equal(limits[name as keyof typeof limits], value, name)
})
