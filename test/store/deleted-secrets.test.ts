// Deleted secrets disappear from the files of the database, not only from its tables.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sqlite } from '../../src/store/database/sqlite.ts'
import { freshDatabase } from '../databases.ts'
import { startApp } from '../harness.ts'

test('deleted webhook secrets and the tokens of sent mails leave no bytes once the write-ahead log is empty', async t => {
  const url = await freshDatabase('SQLite')
  const path = url.slice('sqlite:'.length)
  const app = await startApp(url)
  t.after(() => app.close())
  const { accountId, email } = await app.account({ verified: false })
  const { platform } = app
  const secrets: string[] = []
  const webhooks: string[] = []
  for (let i = 0; i < 4; i++) {
    const sealedSecret = platform.webhooks.secrets.seal(platform.webhooks.secrets.fresh(), accountId)
    const endpoint = { url: 'https://example.org/', events: ['post.published'] as const, sealedSecret }
    const { id } = await platform.act('createWebhook', { accountId, ...endpoint })
    webhooks.push(id)
    secrets.push(sealedSecret)
  }
  const token = platform.links.sign({ account: accountId, grade: 'agent' }, app.clock.now())
  const text = `${token}\n`.repeat(100)
  await platform.act('requestVerification', { accountId, email, subject: 'Verify', body: text, html: text })
  secrets.push(token)
  const found = () => {
    const bytes = [path, `${path}-wal`].filter(existsSync).map(file => readFileSync(file, 'latin1'))
    return secrets.filter(secret => bytes.some(text => text.includes(secret)))
  }
  assert.deepEqual(found(), secrets)

  for (const webhookId of webhooks) await platform.act('deleteWebhook', { accountId, webhookId })
  await app.sendMail()
  const checkpoint = sqlite.checkpoint!(url)
  // The write-ahead log has old pages. Nobody writes, so a few checkpoints empty it.
  while (readFileSync(`${path}-wal`).length > 0) {
    checkpoint.run()
    await new Promise(setImmediate)
  }
  checkpoint.close()
  assert.deepEqual(found(), [])
})
