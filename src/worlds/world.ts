// One world of test keys: a platform of its own on a database in memory, with its own clock, workers and people.

import type { Submission } from '../actions/posts/submission.ts'
import type { PlatformFacts } from '../actions/scope.ts'
import { keyPrefixes } from '../contract/ids.ts'
import { testMode, testOutcomeIn } from '../contract/test-mode.ts'
import { createSandboxPayments } from '../integrations/payments/sandbox.ts'
import type { ModerationModel } from '../moderation/model.ts'
import { type MemoryDatabase, openMemory } from '../store/database/dialect.ts'
import { readMeta } from '../store/database/meta.ts'
import { nextDue } from '../store/database/next-due.ts'
import { createKeyHolders } from '../usecases/accounts/key-holders.ts'
import { createDocuments } from '../usecases/documents.ts'
import { noShadow } from '../usecases/learning/shadow.ts'
import type { Platform } from '../usecases/platform.ts'
import { createUnderWay } from '../usecases/posts/under-way.ts'
import { createSignals } from '../usecases/signals.ts'
import { createWaiters } from '../usecases/waiters.ts'
import * as mailWorker from '../workers/mail.ts'
import * as moderationWorker from '../workers/moderation.ts'
import * as paymentsWorker from '../workers/payments.ts'
import * as standingWorker from '../workers/standing.ts'
import * as webhookWorker from '../workers/webhooks.ts'
import { memoryWriter } from '../writer/memory-writer.ts'
import type { ActionInput, ActionName, ActionOutput } from '../writer/registry.ts'
import { actAsPeople, nextAct } from './people.ts'
import { createTestModel } from './test-model.ts'
import type { Turns } from './turns.ts'

export type World = {
  id: string
  platform: Platform
  /** The version of the state that was stored last. */
  version(): number
  /** Whether the state is being stored. */
  saving(): boolean
  /** Notes a request: the world moves on by itself for a minute. */
  wake(): void
  /** Does what is due. */
  work(): Promise<void>
  close(): void
}

/** Stores the state that follows a version. Throws a Problem when it cannot be stored: the world is then opened anew. */
export type SaveState = (version: number, state: Buffer) => Promise<void>

type Opened = {
  id: string
  state: Buffer
  version: number
  save: SaveState
  /** The turns of the clocks of all worlds. */
  turns: Turns
}

const sweepBatch = 500

/** Opens a world on its state. `main` is the platform around it, `embedded` the packaged model. */
export async function openWorld(
  main: Platform,
  embedded: ModerationModel,
  { id, state, version, save, turns }: Opened,
): Promise<World> {
  const database = openMemory(state)
  const { dialect } = database
  const facts = factsOf(main.facts, id)
  const { onSignal, onSignals } = createSignals()
  const run = memoryWriter(database.writing, { dialect, facts, onSignals })
  let ahead = Number((await readMeta(database.reading, 'test-clock')) ?? 0)
  const now = () => main.now() + ahead
  const keeper = keepState(database, version, save)
  const act = async <N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> => {
    const value = await run(...asked(name, input), { now: now(), seed: main.seed(), trace: main.tracing.current() })
    await keeper.save()
    return value as ActionOutput<N>
  }
  const platform: Platform = {
    ...main,
    ...{ facts, db: database.reading, dialect, now, onSignal, act },
    site: id => main.siteAt(id, now()),
    documents: createDocuments({ now, onSignal, turns: facts.leastPriceSteps.map(({ from }) => from) }),
    waiters: createWaiters(database.reading, dialect, { onSignal }),
    keyHolders: createKeyHolders(database.reading, { now, onSignal, noteUse: async () => {} }),
    ...{
      queues: { last: null, next: null },
      reviewers: [],
      hub: null,
      startModel: null,
      standIn: null,
      underWay: createUnderWay(),
    },
    trust: { firstPosts: 0, after: 0 },
    lists: { ...main.lists, note() {} },
    shadow: noShadow,
    model: createTestModel(embedded, main.policy),
    payments: createSandboxPayments(),
    mailer: { send: async () => ({ where: 'nowhere: a test world' }), forget: async () => {}, close() {} },
    testWorlds: null,
    testClock: { aheadMs: () => ahead, advance: ms => turns(() => clock.advance(ms)) },
  }
  const worker = createWorker(platform, onSignal)
  const clock = createClock(platform, worker.work, async ms => {
    ahead += ms
    await act('setTestClock', { aheadMs: ahead })
  })
  return {
    id,
    platform,
    version: keeper.version,
    saving: keeper.saving,
    wake: worker.wake,
    work: worker.work,
    close() {
      void platform.waiters.close()
      worker.close()
    },
  }
}

/** The facts of a world: its addresses are below the address of the world, which only its keys know. */
const factsOf = (main: PlatformFacts, id: string): PlatformFacts => {
  const sites = main.sites.map(site => ({ ...site, baseUrl: `${site.baseUrl}/test/${id}` }))
  return {
    ...main,
    // The main platform may load another policy.
    get policyVersion() {
      return main.policyVersion
    },
    get severities() {
      return main.severities
    },
    sites,
    announced: [],
    keyPrefix: keyPrefixes.test,
    samples: { every: 0, reviewers: [] },
  }
}

/** A call of an action; a submission whose words choose an outcome becomes one that brings the outcome about. */
function asked<N extends ActionName>(name: N, input: ActionInput<N>): [ActionName, never] {
  if (name !== 'submitRevision') return [name, input as never]
  const submission = input as Submission
  const outcome = testOutcomeIn(submission.fields)
  return outcome === null ? [name, input as never] : ['submitTestRevision', { submission, outcome } as never]
}

/** Stores the state after changes. Changes that are made while a state is being stored share the next one. */
function keepState({ writing, content }: MemoryDatabase, first: number, save: SaveState) {
  let version = first
  let saved = writing.changes?.() ?? 0
  let running: Promise<void> | null = null
  const store = async () => {
    while ((writing.changes?.() ?? 0) !== saved) {
      const changes = writing.changes?.() ?? 0
      const state = content()
      await save(version, state)
      version++
      saved = changes
    }
  }
  return {
    version: () => version,
    saving: () => running !== null,
    save(): Promise<void> {
      running ??= store().finally(() => {
        running = null
      })
      const under = running
      return under.then(() => ((writing.changes?.() ?? 0) === saved ? undefined : this.save()))
    },
  }
}

/** Does the work of a world: after each change, and every second for a while after a request. */
function createWorker(platform: Platform, onSignal: Platform['onSignal']) {
  let closed = false
  let awakeUntil = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  const once = async () => {
    for (let done = 1; done > 0 && !closed; ) {
      done = await moderationWorker.runOnce(platform)
      done += await actAsPeople(platform)
      done += await standingWorker.runOnce(platform)
      done += await paymentsWorker.runOnce(platform)
      done += await webhookWorker.runOnce(platform)
      done += await mailWorker.runOnce(platform)
    }
  }
  const work = () => {
    running ??= once()
      .catch(error => platform.log.warn({ err: error }, 'a test world could not go on'))
      .finally(() => {
        running = null
      })
    return running
  }
  const tick = () => {
    timer = undefined
    if (closed || performance.now() > awakeUntil) return
    void work().then(() => schedule())
  }
  const schedule = (wait = 1_000) => {
    if (closed || timer) return
    timer = setTimeout(tick, wait)
    timer.unref()
  }
  for (const signal of ['queue', 'webhooks', 'payments', 'mail', 'publications', 'additions'] as const) {
    onSignal(signal, () => {
      clearTimeout(timer)
      timer = undefined
      schedule(0)
    })
  }
  return {
    work,
    wake() {
      awakeUntil = performance.now() + testMode.awakeMs
      schedule()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Advances the clock of a world from one due time to the next. */
function createClock(platform: Platform, work: () => Promise<void>, forward: (ms: number) => Promise<void>) {
  const sweep = async () => {
    while ((await platform.act('sweep', { limit: sweepBatch })).more);
  }
  return {
    async advance(ms: number): Promise<number> {
      const until = platform.now() + ms
      const began = performance.now()
      await work()
      while (platform.now() < until) {
        if (performance.now() - began > testMode.advancingMs) return until - platform.now()
        const times = [await nextDue(platform.db), await nextAct(platform)].filter(at => at !== null)
        const next = Math.min(until, ...times.filter(at => at > platform.now()))
        await forward(next - platform.now())
        await sweep()
        await work()
      }
      return 0
    },
  }
}
