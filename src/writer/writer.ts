// Runs actions in the writer thread with its group commit, or each in a transaction of its own.
import type { EventEmitter } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Call, PlatformFacts } from '../actions/scope.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { Dialect } from '../store/database/dialect.ts'
import { retrying } from '../store/database/retry.ts'
import { actionStates, enqueue, takeBack } from './action-states.ts'
import { createLanes } from './lanes.ts'
import type { LoopDelay } from './loop-delay.ts'
import type { ActionInput, ActionName, ActionOutput } from './registry.ts'
import { type ActionMessage, type ActionOutcome, runAction, type Signalled, unwrap } from './run-action.ts'
import type { FromWriter, ToWriter, WriterData } from './serve-writer.ts'

export type Writer = {
  /**
   * Runs an action in a transaction; resolves once it is durable. Throws its Problem, or `overloaded`. When `late` is aborted, an
   * action that can still be cancelled is cancelled, and the reason is thrown. Otherwise this waits for the action.
   */
  act<N extends ActionName>(
    name: N,
    input: ActionInput<N>,
    call: Call,
    late?: AbortSignal | undefined,
  ): Promise<ActionOutput<N>>
  /** The facts of the actions that begin from now on. */
  setFacts(facts: PlatformFacts): void
  /** The number of actions without an answer. */
  pending(): number
  /** How late the event loop of the writer thread is; null where the writer has no thread, or before it was watched. */
  delay(): Promise<LoopDelay | null>
  close(): Promise<void>
}

/** Milliseconds: of an action in its transaction, which it began at `at` (epoch), and from its call to the commit. */
export type ActionTimes = { at: number; insideMs: number; wholeMs: number }

/** The most actions that share one commit. */
const groupSize = 128
/** The most actions that may wait for an answer. Past it callers get 503. */
const maxPending = 4_096

export type WriterOptions = {
  url: string
  dialect: Dialect
  facts: PlatformFacts
  onSignals(signals: Signalled): void
  /** Called after each successful action, in the context of its caller. */
  onActed?: ((name: ActionName, times: ActionTimes) => void) | undefined
  /** Called when a database thread ends by itself: the process cannot go on. */
  onCrash(error: Error): void
  startThread?: StartThread | undefined
}

/** Starts a database thread. It serves `data` until the message `close`, and then ends with the event `exit`. */
export type StartThread = (role: keyof typeof threads, data: unknown) => Thread
type Thread = Pick<EventEmitter, 'on'> & { postMessage(message: unknown): void }

/** How long the writer thread may take to say how late it is, milliseconds. */
const delayAnswerMs = 1_000

/** Opens the writer of a store. */
export function openWriter(options: WriterOptions): Writer {
  return options.dialect.singleWriter ? threadWriter(options) : transactionWriter(options)
}

function overloaded(): Problem {
  return new Problem('overloaded', 'Too many writes are waiting.', { headers: { 'retry-after': '1' } })
}

/** Transactions of one account at once: the second reads while the first commits. */
const laneWidth = 2

/** The key of the rows that an action locks: the account, or the key that acts for it, or else the post. */
function laneOf(input: unknown): string | undefined {
  const { accountId, keyId, postId } = input as Partial<Record<'accountId' | 'keyId' | 'postId', string>>
  return accountId ?? keyId ?? postId
}

/**
 * The outcome of an action, or a rejection with the reason of `late` once it is aborted and `takeBack` has cancelled the action.
 */
function unlessLate<T>(outcome: Promise<T>, late: AbortSignal | undefined, takeBack: () => boolean): Promise<T> {
  if (!late) return outcome
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      if (takeBack()) reject(late.reason)
    }
    late.addEventListener('abort', giveUp)
    outcome.then(resolve, reject).finally(() => late.removeEventListener('abort', giveUp))
  })
}

function transactionWriter({ url, dialect, facts: first, onSignals, onActed }: WriterOptions): Writer {
  let facts = first
  let pending = 0
  const connection = dialect.open(url, 'write')
  const lanes = createLanes(laneWidth, 'locked')
  const connections = createLanes(dialect.connections, 'away')
  /** Rolls a late action back before its commit, as soon as the database answers. Nobody waits for the rollback. */
  const run = (message: Omit<ActionMessage, 'id'>, late?: AbortSignal) => {
    let committing = false
    const transaction = async () => {
      committing = false
      late?.throwIfAborted()
      return connection.transaction(async db => {
        const done = await runAction(db, dialect, facts, message)
        late?.throwIfAborted()
        committing = true
        return done
      })
    }
    pending++
    const outcome = lanes(laneOf(message.input), () => connections('all', () => retrying(dialect, transaction)))
    return unlessLate(
      outcome.finally(() => pending--),
      late,
      () => !committing,
    )
  }
  return {
    async act<N extends ActionName>(name: N, input: ActionInput<N>, call: Call, late?: AbortSignal) {
      late?.throwIfAborted()
      if (pending >= maxPending) throw overloaded()
      const begun = performance.now()
      const { value, signals, at, ms } = await run({ name, input, call }, late)
      onActed?.(name, { at, insideMs: ms, wholeMs: performance.now() - begun })
      onSignals(signals)
      return value as ActionOutput<N>
    },
    setFacts(next) {
      facts = next
    },
    pending: () => pending,
    delay: async () => null,
    close: () => connection.close(),
  }
}

/** The file of a thread, with the extension of this file: compiled or not. */
const threadFile = (path: string) => new URL(path + extname(import.meta.filename), import.meta.url)

/** The most groups sent to the thread: one in work, and one ready when it is done. */
const maxGroups = 2

/** The file and the young generation of each thread, in megabytes. V8's default is 48 for each, most of it unused. */
const threads = {
  writer: { file: './writer-thread', youngMb: 32 },
  checkpointer: { file: '../store/database/checkpoint-thread', youngMb: 3 },
} as const

const startOwnThread: StartThread = (role, workerData) => {
  const { file, youngMb } = threads[role]
  return new Worker(threadFile(file), { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMb } })
}

/**
 * Collects actions until the event loop turns, or until the thread is free, and sends them as one message: a message costs more than
 * an action.
 */
function groupSender(thread: Pick<Thread, 'postMessage'>) {
  const gathering: ActionMessage[] = []
  let groups = 0
  let sending = false
  const send = () => {
    if (gathering.length === 0 || groups >= maxGroups) return
    groups++
    thread.postMessage(gathering.splice(0, groupSize))
  }
  return {
    add(action: ActionMessage) {
      gathering.push(action)
      if (sending || groups >= maxGroups) return
      sending = true
      setImmediate(() => {
        sending = false
        send()
      })
    },
    groupDone() {
      groups--
      send()
    },
  }
}

/** Asks the thread how late its event loop is. A thread that does not answer is at least as late as the question. */
function delayAsker(thread: Pick<Thread, 'postMessage'>) {
  let watched = false
  let asked: { at: number; answer: PromiseWithResolvers<LoopDelay> } | null = null
  return {
    answered(delay: LoopDelay) {
      asked?.answer.resolve(delay)
      asked = null
    },
    async ask(): Promise<LoopDelay | null> {
      if (!asked) {
        asked = { at: performance.now(), answer: Promise.withResolvers() }
        thread.postMessage('delay' satisfies ToWriter)
      }
      const { at, answer } = asked
      const late = Promise.withResolvers<LoopDelay>()
      const timer = setTimeout(() => {
        const waited = (performance.now() - at) / 1000
        late.resolve({ p50: waited, p99: waited, max: waited })
      }, delayAnswerMs)
      const delay = await Promise.race([answer.promise, late.promise]).finally(() => clearTimeout(timer))
      const first = !watched
      watched = true
      return first ? null : delay
    },
  }
}

function threadWriter({
  url,
  facts,
  onSignals,
  onActed,
  onCrash,
  startThread = startOwnThread,
}: WriterOptions): Writer {
  const answers = new Map<number, (outcome: ActionOutcome) => void>()
  let nextId = 1
  let closing = false
  const states = actionStates(maxPending)
  const thread = startThread('writer', { url, facts, states } satisfies WriterData)
  const checkpointer = startThread('checkpointer', { url })
  const crash = (error: Error) => {
    if (closing) return
    closing = true
    const outcome: ActionOutcome = { ok: false, error: { message: error.message, stack: error.stack, code: undefined } }
    for (const answer of answers.values()) answer(outcome)
    answers.clear()
    onCrash(error)
  }
  for (const worker of [thread, checkpointer]) {
    worker.on('error', crash)
    worker.on('exit', code => crash(new Error(`a database thread ended with ${code}`)))
  }
  const sender = groupSender(thread)
  const delays = delayAsker(thread)
  thread.on('message', (message: FromWriter) => {
    if (!Array.isArray(message)) return delays.answered(message)
    sender.groupDone()
    for (const [id, outcome] of message) {
      answers.get(id)?.(outcome)
      answers.delete(id)
    }
  })
  return {
    async act<N extends ActionName>(name: N, input: ActionInput<N>, call: Call, late?: AbortSignal) {
      late?.throwIfAborted()
      if (closing || answers.size >= maxPending) throw overloaded()
      const begun = performance.now()
      const id = nextId++
      enqueue(states, id)
      const outcome = new Promise<ActionOutcome>(answer => {
        answers.set(id, answer)
        sender.add({ id, name, call, input })
      })
      const { value, signals, at, ms } = unwrap(await unlessLate(outcome, late, () => takeBack(states, id)))
      onActed?.(name, { at, insideMs: ms, wholeMs: performance.now() - begun })
      onSignals(signals)
      return value as ActionOutput<N>
    },
    setFacts: facts => thread.postMessage({ facts } satisfies ToWriter),
    pending: () => answers.size,
    delay: async () => (closing ? null : delays.ask()),
    async close() {
      closing = true
      while (answers.size > 0) await new Promise(resolve => setImmediate(resolve))
      checkpointer.postMessage('close')
      thread.postMessage('close')
      await Promise.all([thread, checkpointer].map(worker => new Promise(done => worker.on('exit', done))))
    },
  }
}
