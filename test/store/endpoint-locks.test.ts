// Every change of a webhook endpoint waits while events of its account are appended, so that no event is lost or queued twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { lockEvents } from '../../src/store/delivery/events.ts'
import type { Platform } from '../../src/usecases/platform.ts'
import { onEveryDatabase, startApp } from '../harness.ts'

type Owned = { accountId: string; webhookId: string }

const url = 'https://hooks.example.org/in'
const changes: Record<string, (platform: Platform, owned: Owned) => Promise<unknown>> = {
  createWebhook: (platform, { accountId }) => platform.act('createWebhook', { accountId, url, sealedSecret: 'x' }),
  updateWebhook: (platform, owned) => platform.act('updateWebhook', { ...owned, active: true }),
  testWebhook: (platform, owned) => platform.act('testWebhook', owned),
  rotateWebhookSecret: (platform, owned) => platform.act('rotateWebhookSecret', { ...owned, sealedSecret: 'y' }),
  retryDelivery: (platform, owned) => platform.act('retryDelivery', { ...owned, messageId: 'msg_none' }),
  replayWebhook: (platform, owned) => platform.act('replayWebhook', { ...owned, past: 0, since: 0 }),
  deleteWebhook: (platform, owned) => platform.act('deleteWebhook', owned),
  requestDeletion: (platform, { accountId }) => {
    const eraseAt = platform.now() + 1
    return platform.act('requestDeletion', { accountId, eraseAt, link: 'https://events.test/' })
  },
}

onEveryDatabase('a change of an endpoint', ({ kind, fresh }) => {
  // SQLite has one writer, which runs one transaction after another.
  if (kind === 'SQLite') return

  test('a change of an endpoint waits for the lock of the events of its account, and for that of no other account', async t => {
    const app = await startApp(await fresh())
    const { platform } = app
    const holder = platform.dialect.open(app.databaseUrl, 'write')
    t.after(async () => {
      await holder.close()
      await app.close()
    })
    const [one, other] = [await app.account(), await app.account()]
    for (const [name, change] of Object.entries(changes)) {
      const owned = async ({ accountId }: { accountId: string }) => {
        const { id } = await platform.act('createWebhook', { accountId, url, sealedSecret: 'x' })
        return { accountId, webhookId: id }
      }
      const [ours, theirs] = [await owned(one), await owned(other)]
      let waiting: Promise<unknown> | undefined
      await holder.transaction(async db => {
        await lockEvents(db, one.accountId)
        await change(platform, theirs).catch(() => {})
        let settled = false
        waiting = change(platform, ours).catch(error => error)
        void waiting.then(() => {
          settled = true
        })
        const locked = sql<{ n: number }>`select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
        while (!settled && Number((await locked.execute(platform.db)).rows[0]?.n) === 0);
        assert.equal(settled, false, name)
      })
      await waiting
      for (const { accountId } of [ours, theirs])
        for (const { id } of await platform.db
          .selectFrom('webhooks')
          .select('id')
          .where('account_id', '=', accountId)
          .execute())
          await platform.act('deleteWebhook', { accountId, webhookId: id })
    }
  })
})
