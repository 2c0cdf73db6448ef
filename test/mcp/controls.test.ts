// The limits of a key as a model reads them: the tools say which limit applies, and that the owner decides first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approve, waitingForOwner } from '../../src/usecases/posts/approvals.ts'
import { eventBody, type TestAccount, withPresentation } from '../harness.ts'
import { setKeyLimits } from '../kit/key-controls.ts'
import { callTool, connect, eras } from './clients.ts'

withPresentation('a model that posts with a limited key', app => {
  for (const era of eras) {
    const clientOf = ({ key }: TestAccount) => connect(app(), { era, key })

    test(`a model reads the budget of its key from get_account and check_event, and the rest of it from a refusal (${era})`, async () => {
      const owner = await app().account()
      await setKeyLimits(app(), owner, { daily_budget: 1_500_000, post_limit: 1_000_000, sites: ['events'] })
      const client = await clientOf(owner)
      const budget = 'Budget of this key: 1.50 USD of 1.50 USD left today'
      const account = await callTool(client, 'get_account')
      assert.ok(account.text.includes(budget), account.text)
      assert.match(
        account.text,
        /anew at 2026-11-22T00:00:00Z.*1\.00 USD on one post.*may post on: events.*It is ready to post\./,
      )
      assert.ok((await callTool(client, 'check_event', eventBody())).text.includes(budget))
      await callTool(client, 'post_event', eventBody())
      const checked = await callTool(client, 'check_event', eventBody())
      assert.match(
        checked.text,
        /0\.50 USD of .* this costs more.*Blocked by budget_exhausted: .*forward this: Handbill needs you to raise the \$1\.50 a day .* \$0\.50 left today: http/,
      )
      const refused = await callTool(client, 'post_event', eventBody())
      assert.deepEqual([refused.isError, refused.value.code, refused.value.for_human], [true, 'budget_exhausted', true])
      await client.close()
    })

    test(`a model learns that the owner decides first, and then the owner’s decision (${era})`, async () => {
      const owner = await app().account()
      await setKeyLimits(app(), owner, { ask_first: true })
      const client = await clientOf(owner)
      assert.match((await callTool(client, 'get_account')).text, /waits until the owner approves it/)
      assert.match(
        (await callTool(client, 'check_event', eventBody())).text,
        /post_event would take it\..*waits until the owner/,
      )
      const asked = await callTool(client, 'post_event', eventBody())
      assert.equal(asked.value.status, 'awaiting_owner')
      assert.match(
        asked.text,
        /waits for its owner; it would cost 1\.00 USD.*Nothing was charged\. Until 2026-11-28.*Do not send it again.*Tell the owner: Your agent asks you to approve an event that costs \$1\.00;/,
      )
      const { id } = asked.value
      assert.match((await callTool(client, 'get_post', { id })).text, /waits for its owner; it would cost/)
      const { accountId } = owner
      await app().platform.act('refuseText', { accountId, revisionId: id, reason: 'Not now.' })
      const refused = (await callTool(client, 'get_post', { id })).text
      assert.match(
        refused,
        /is cancelled; it has cost nothing\. The owner has refused it\. .*The owner says: "Not now\."/,
      )
      assert.match(
        (await callTool(client, 'list_outcomes')).text,
        /approval\.decided p_\w+ .*The owner says: "Not now\."/,
      )

      const next = (await callTool(client, 'post_event', eventBody())).value.id
      const [text] = (await waitingForOwner(app().platform, accountId)).texts
      assert.equal(await approve(app().platform, { accountId, revisionId: next, seen: text!.seen }), 'approved')
      await app().moderate()
      assert.match((await callTool(client, 'get_post', { id: next })).text, /is published; it cost 1\.00 USD/)
      const edited = await callTool(client, 'edit_event', { id: next, title: 'Another evening of paint' })
      assert.match(edited.text, /The edit of p_\w+ waits for its owner; it would cost 0\.50 USD/)
      await client.close()
    })

    test(`a model reads events about the account in the stream of outcomes (${era})`, async () => {
      const owner = await app().account({ balance: 2_000_000 })
      await setKeyLimits(app(), owner, { daily_budget: 1_000_000 })
      const client = await clientOf(owner)
      await callTool(client, 'post_event', eventBody())
      const { text } = await callTool(client, 'list_outcomes')
      assert.match(
        text,
        /account\.balance_low \(2026-11-21T12:00:00Z\): the balance is 1\.00 USD, below the 2\.00 USD /,
      )
      assert.match(
        text,
        /budget\.threshold \(.*\): 100 % of the 1\.00 USD .* are spent; 0\.00 USD are left until 2026-11-22T00:00:00Z/,
      )
      await client.close()
    })
  }
})
