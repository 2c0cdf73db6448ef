// The worlds of test keys: found by a key, opened from their stored state, and closed when others are used.
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { SignUp } from '../actions/accounts/create-account.ts'
import { Problem } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { testMode } from '../contract/test-mode.ts'
import { sha256 } from '../domain/ids.ts'
import type { ModerationModel } from '../moderation/model.ts'
import { accountById, oldestAccount } from '../store/accounts/accounts.ts'
import { stateOfWorld, type WorldRow, worldById, worldOfAccount, worldOfKey } from '../store/accounts/test-worlds.ts'
import { openMemory } from '../store/database/dialect.ts'
import { migrate } from '../store/database/migrate.ts'
import type { NewTestAccount, Platform, TestWorlds } from '../usecases/platform.ts'
import { createTurns } from './turns.ts'
import { openWorld, type World } from './world.ts'

const compressed = promisify(brotliCompress)
const decompressed = promisify(brotliDecompress)
/** Quality 3 takes two milliseconds for an empty world and finds most of what a higher one finds. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

const packed = async (state: Buffer) => (await compressed(state, options)).toString('base64')
const unpacked = (state: string) => decompressed(Buffer.from(state, 'base64'))

/** The worlds of a platform. `embedded` is the packaged model: a test never asks a model that costs money. */
export function createTestWorlds(main: Platform, embedded: ModerationModel): TestWorlds {
  const open = new LRUCache<string, Promise<World>>({
    max: testMode.openWorlds,
    dispose: world => void world.then(({ close }) => close()).catch(() => {}),
  })
  let empty: Promise<Buffer> | undefined
  const turns = createTurns(testMode.waitingClocks)

  const load = async (id: string): Promise<World> => {
    const stored = await stateOfWorld(main.db, id)
    if (!stored) throw new Problem('not_found', 'The test account does not exist any more.')
    const save = async (version: number, state: Buffer) => {
      const fits = state.length <= testMode.worldBytes
      const kept = fits && (await main.act('saveTestWorld', { id, version, state: await packed(state) }))
      if (kept) return
      // What was not stored must not be seen: the next request reads the stored state.
      open.delete(id)
      throw fits ? changedElsewhere() : full()
    }
    const state = await migrated(await unpacked(stored.state))
    return openWorld(main, embedded, { id, state, version: stored.version, save, turns })
  }
  const world = async ({ id, version }: WorldRow): Promise<World> => {
    const known = await open.get(id)
    if (known && known.version() < version && !known.saving()) open.delete(id)
    let opened = open.get(id)
    if (!opened) {
      opened = load(id)
      open.set(id, opened)
      opened.catch(() => open.delete(id))
    }
    const found = await opened
    found.wake()
    return found
  }
  const found = (row: WorldRow | undefined) => (row ? world(row) : undefined)
  const known = async (id: string) => (await found(await worldById(main.db, id))) as World

  /** Opens a world: a new one, or that of the account. */
  const create = async (accountId: string | null): Promise<World> => {
    empty ??= emptyWorld()
    const { id } = await main.act('openTestWorld', { accountId, state: await packed(await empty) })
    return known(id)
  }
  /** Signs the owner up in a world. */
  const settle = async ({ platform }: World, signUp: SignUp): Promise<NewTestAccount> => {
    const made = await platform.act('createAccount', signUp)
    await platform.act('verifyEmail', { accountId: made.accountId, email: null })
    await platform.act('furnishTestAccount', { accountId: made.accountId })
    return { platform, ...made }
  }
  const withoutKey = async (at: World, signUp: SignUp): Promise<string> => {
    const { accountId, apiKey } = await settle(at, signUp)
    const holder = await at.platform.keyHolders.find(apiKey)
    if (holder) await at.platform.act('revokeKey', { accountId, keyId: holder.keyId })
    return accountId
  }
  /** The account of the owner in a world; made when it is missing, by one request at a time. */
  const settling = new Map<string, Promise<string>>()
  const accountIn = async (at: World, signUp: SignUp): Promise<string> => {
    const account = await oldestAccount(at.platform.db)
    if (account) return account.id
    const under = settling.get(at.id) ?? withoutKey(at, signUp)
    settling.set(at.id, under)
    return under.finally(() => settling.delete(at.id))
  }
  const learn = (apiKey: string, { id }: World) => main.act('addTestKey', { hash: sha256(apiKey), worldId: id })

  return {
    async ofKey(key) {
      const at = await found(await worldOfKey(main.db, sha256(key)))
      const holder = at && (await at.platform.keyHolders.find(key))
      return holder && { platform: at.platform, holder }
    },
    byId: async id => (await found(await worldById(main.db, id)))?.platform,
    ofAccount: async accountId => (await found(await worldOfAccount(main.db, accountId)))?.platform,
    async signUp(signUp) {
      const opened = await create(null)
      const made = await settle(opened, signUp)
      await learn(made.apiKey, opened)
      return made
    },
    async addKey(accountId, key) {
      const owned = await accountById(main.db, accountId)
      if (!owned) throw new Problem('not_found', sentences.accountGone)
      const at = (await found(await worldOfAccount(main.db, accountId))) ?? (await create(accountId))
      const made = await at.platform.act('createKey', { accountId: await accountIn(at, ownerOf(owned)), ...key })
      await learn(made.apiKey, at)
      return made
    },
    async learnKey(accountId, apiKey) {
      await learn(apiKey, await known((await worldOfAccount(main.db, accountId))?.id ?? ''))
    },
    async letGo() {
      await Promise.all(
        [...open.values()].map(each =>
          each.then(
            ({ platform }) => platform.waiters.close(),
            () => {},
          ),
        ),
      )
    },
    async close() {
      const worlds = [...open.values()]
      open.clear()
      for (const each of worlds) (await each.catch(() => undefined))?.close()
    },
  }
}

const ownerOf = ({ name, email, handle }: { name: string; email: string; handle: string }): SignUp => ({
  name,
  email: email === '' ? 'owner@example.org' : email,
  handle,
})

const changedElsewhere = () =>
  new Problem('overloaded', 'Another request has changed the test account at the same time.', {
    headers: { 'retry-after': '1' },
  })
const full = () =>
  new Problem(
    'rate_limited',
    'The test account is full: nothing was stored. Sign up for a new one, which costs nothing.',
  )

/** The state of a world without an account. */
async function emptyWorld(): Promise<Buffer> {
  const { writing, dialect, content } = openMemory(null)
  await migrate(writing, dialect)
  return content()
}

/** A state that an older version of the program stored, brought up to date. */
async function migrated(state: Buffer): Promise<Buffer> {
  const { writing, dialect, content } = openMemory(state)
  const applied = await migrate(writing, dialect)
  return applied.length === 0 ? state : content()
}
