// Commits the groups of actions that come through a port. Actions that arrive during a commit share the next commit.

import type { MessagePort } from 'node:worker_threads'
import type { PlatformFacts } from '../actions/scope.ts'
import { useMoney } from '../contract/currency.ts'
import { useFace } from '../contract/sites.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { type ActionStates, begin } from './action-states.ts'
import { groupCommitter, type Outcomes } from './commit-group.ts'
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts'
import type { ActionMessage } from './run-action.ts'

export type WriterData = { url: string; facts: PlatformFacts; states: ActionStates }

/** What the port gets: a group of actions, other facts, a question for the delay of this thread, or the end. */
export type ToWriter = ActionMessage[] | { facts: PlatformFacts } | 'delay' | 'close'
export type FromWriter = Outcomes | LoopDelay

/** Opens the one connection that writes, and closes it and the port on the message `close`. */
export function serveWriter(port: MessagePort, { url, facts: first, states }: WriterData): void {
  useMoney(first.money)
  useFace(first.face)
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  const committer = (facts: PlatformFacts) => groupCommitter(connection, dialect, facts, ({ id }) => begin(states, id))
  let commit = committer(first)
  /** Watching begins with the first question: a thread that nobody asks about is not woken for it. */
  let delay: ReturnType<typeof watchLoopDelay> | undefined
  const close = async () => {
    delay?.stop()
    await connection.close()
    port.close()
  }
  /** The end of the last group. A group that arrives during a commit waits for it. */
  let last: Promise<unknown> = Promise.resolve()
  port.on('message', (message: ToWriter) => {
    if (message === 'delay') {
      delay ??= watchLoopDelay()
      port.postMessage(delay.read() satisfies FromWriter)
      return
    }
    last = last.then(async () => {
      if (message === 'close') return close()
      if ('facts' in message) commit = committer(message.facts)
      else port.postMessage(await commit(message))
    })
  })
}
