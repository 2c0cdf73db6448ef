// A platform that a command has opened: to close it ends everything that it has started, the threads that read texts too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPlatform } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { postText } from '../../src/domain/posts/post-text.ts'
import { ownTurn } from '../../src/moderation/text-reader.ts'
import { freshFolder } from '../databases.ts'
import { bodyFor, onEveryDatabase } from '../harness.ts'

onEveryDatabase('an open platform', ({ fresh }) => {
  test('an open platform reads no text after it is closed', async () => {
    const config = readConfig({ DATABASE_URL: await fresh(), DATA_DIR: freshFolder() })
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const { platform, ready, close } = await openPlatform(config, Buffer.alloc(32, 7), log)
    await ready
    const body = `${'A walk along the river, and soup at the end of it. '.repeat(40)}`
    const text = postText(siteRow('events'), bodyFor.events({ body }) as never)
    await platform.reader.read(ownTurn, text)
    await close()
    await assert.rejects(platform.reader.read(ownTurn, text), { code: 'overloaded' })
  })
})
