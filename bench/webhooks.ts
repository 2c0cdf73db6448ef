// Measures how long an honest caller's deliveries take while others try to delay them. Prints p50 and p99 alone and under each
// attack, the ratio to the p99 alone, and the longest wait of a new endpoint for its first delivery. Usage: node
// bench/webhooks.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { limits } from '../src/contract/limits.ts'
import { topUp } from '../test/kit/top-up.ts'

/** Honest accounts in a measurement. Each sends its daily tests one after the other. */
const honest = 5
const crowd = 60

const folder = mkdtempSync(join(tmpdir(), 'handbill-webhooks-'))
const quiet = () => {}
const config = readConfig({
  DATA_DIR: folder,
  DATABASE_URL: `sqlite:${join(folder, 'handbill.db')}`,
  PORT: '0',
  PLATFORM_RPS: '0',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_TARGETS: 'any',
})
const app = await buildApp(config, config.secretKey as Buffer, { debug: quiet, info: quiet, warn: quiet, error: quiet })
const { platform } = app

const arrived = new Map<string, () => void>()
const hung = new Set<ServerResponse>()
/** /hang never answers, /turns answers every second request, and any other path answers at once. */
let turn = 0
const receiver = createServer((request, reply) => {
  if (request.url === '/hang' || (request.url === '/turns' && turn++ % 2 === 1)) {
    hung.add(reply)
    return
  }
  reply.end()
  arrived.get(request.headers['webhook-id'] as string)?.()
})
await new Promise<void>(resolve => receiver.listen(0, '0.0.0.0', resolve))
const { port } = receiver.address() as AddressInfo

let accounts = 0
async function account(pays: boolean): Promise<string> {
  const n = accounts++
  const signUp = { name: `Caller ${n}`, email: `caller${n}@example.org`, ip: `10.0.${n >> 8}.${n & 255}` }
  const { accountId } = await platform.act('createAccount', signUp)
  await platform.act('verifyEmail', { accountId, email: null })
  if (pays) await topUp(platform, { accountId })
  return accountId
}

/** Every loopback address leads here, and counts as a separate host. */
async function register(accountId: string, host: number, path: string): Promise<string> {
  const url = `http://127.1.${host >> 8}.${host & 255}:${port}${path}`
  const sealedSecret = platform.webhooks.secrets.seal(platform.webhooks.secrets.fresh(), accountId)
  const { id } = await platform.act('createWebhook', { accountId, url, events: ['post.published'], sealedSecret })
  return id
}

async function testUntilItArrives(accountId: string, webhookId: string): Promise<number> {
  const startedAt = performance.now()
  const { delivery_id: id } = await platform.act('testWebhook', { accountId, webhookId })
  // The test may have arrived before its id was known here. The delivery log shows that.
  await new Promise<void>(resolve => {
    arrived.set(id, resolve)
    void platform.db
      .selectFrom('webhook_deliveries')
      .select('state')
      .where('message_id', '=', id)
      .executeTakeFirst()
      .then(row => row?.state === 'delivered' && resolve())
  })
  arrived.delete(id)
  return performance.now() - startedAt
}

async function measure(): Promise<{ p50: number; p99: number; first: number }> {
  const times: number[] = []
  const first: number[] = []
  for (let i = 0; i < honest; i++) {
    const accountId = await account(true)
    const webhookId = await register(accountId, accounts, '/fine')
    first.push(await testUntilItArrives(accountId, webhookId))
    for (let n = 1; n < limits.webhookTestsPerDay; n++) times.push(await testUntilItArrives(accountId, webhookId))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] as number
  return { p50: at(0.5), p99: at(0.99), first: Math.max(...first) }
}

/** Accounts with as many endpoints and tests as they may have. The path decides how the receivers answer. */
async function attack(path: string, oneHost = false, renew = false): Promise<void> {
  for (let i = 0; i < crowd; i++) {
    const accountId = await account(false)
    for (let n = 0; n < limits.webhookTestsPerDay; n++) {
      if (n % 4 > 0) continue
      const webhookId = await register(accountId, oneHost ? 0 : accounts, path)
      for (let tests = 0; tests < 4; tests++) await platform.act('testWebhook', { accountId, webhookId })
      if (renew && n < 12) await platform.act('deleteWebhook', { accountId, webhookId })
    }
  }
}

await app.start()
await measure()
const alone = await measure()
const line = (name: string, { p50, p99, first }: typeof alone) =>
  console.log(
    `${name.padEnd(46)} p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms  ${(p99 / alone.p99).toFixed(2)} times the quiet p99; of a new endpoint ${first.toFixed(0)} ms`,
  )
line('quiet', alone)
for (const [name, run] of [
  ['new endpoints that hang, each at its own host', () => attack('/hang')],
  ['new endpoints that hang, all at one host', () => attack('/hang', true)],
  ['endpoints registered and deleted in a loop', () => attack('/hang', false, true)],
  ['endpoints that answer every second time', () => attack('/turns')],
] as const) {
  await run()
  line(name, await measure())
}
for (const reply of hung) reply.destroy()
await app.close()
receiver.close()
receiver.closeAllConnections()
rmSync(folder, { recursive: true, force: true })
process.exit()
