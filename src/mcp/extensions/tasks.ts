// The extension Tasks (SEP-2663): a post that waits for its decision is a task. A task has no state of its own: its id is that of the
// post, and every answer is made from the post (contract.md §16).
import { inputRequired, type McpServer } from '@modelcontextprotocol/server'
import type { OwnPost } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { isObject } from '../../domain/is-object.ts'
import { show } from '../../domain/shape.ts'
import { instant } from '../../domain/times/time.ts'
import type { Answer } from '../../usecases/handlers/handler.ts'
import { operation } from '../../usecases/handlers/handlers.ts'
import type { Platform } from '../../usecases/platform.ts'
import { askAgainSeconds } from '../../usecases/posts/ask-again.ts'
import { lastChange } from '../../usecases/posts/last-change.ts'
import { toolAnswer } from '../call-tool.ts'
import { type CallContext, runOperation } from '../run-operation.ts'
import type { SiteOffer } from '../site-offer.ts'
import type { SiteTool } from '../site-tools.ts'
import { addMethod, declareExtension, invalidParams, type MethodCall } from './add-method.ts'
import { declares, opensLinks } from './declared.ts'

type TaskStatus = 'working' | 'input_required' | 'completed' | 'cancelled'

/** What stands before the id of the post in the id of its task. */
const taskPrefix = 'task_'

/** The name of the only request that a task makes of its client. */
const ownerRequest = 'owner'

/** Adds the methods of tasks to a server of the 2026-07-28 revision, if it offers a tool that makes tasks. */
export function attachTasks(platform: Platform, server: McpServer, { tools }: SiteOffer): void {
  const [reading, making] = [tools.get('get_post'), [...tools.values()].some(({ tool }) => tool.becomesTask)]
  if (!reading || !making) return
  declareExtension(server, 'tasks')
  addMethod(platform, server, 'tasks', 'tasks/get', call => getTask(platform, reading, call))
  // The owner answers on the page behind the link, so an answer of the client changes nothing.
  addMethod(platform, server, 'tasks', 'tasks/update', async call => {
    await postOfTask(platform, call)
    return {}
  })
  addMethod(platform, server, 'tasks', 'tasks/cancel', call => cancelTask(platform, call))
}

/**
 * The task in place of the result of a tool, for a client that knows tasks; null where nothing waits. A text that waits for its owner
 * becomes a task only for a client that opens links: any other client has to show the sentence for the owner to its model.
 */
export function asTask(result: { structuredContent?: unknown; content?: unknown }, envelope: unknown) {
  const own = result.structuredContent
  if (!declares(envelope, 'tasks') || !isOwnPost(own)) return null
  const status = taskStatus(own, envelope)
  if (status === 'completed' || status === 'cancelled') return null
  if (own.status === 'awaiting_owner' && !opensLinks(envelope)) return null
  const [first] = result.content as { text: string }[]
  const createdAt = own.submitted_at
  return {
    // The SDK gives every tool result a list of content, which a task has not: sdk-answers.ts takes it away.
    content: [],
    resultType: 'task',
    ...taskOf(own, { status, message: first?.text ?? '', lastUpdatedAt: createdAt }),
  }
}

async function getTask(platform: Platform, reading: SiteTool, call: MethodCall) {
  const { context, envelope } = call
  const { own, answer } = await postOfTask(platform, call)
  const status = taskStatus(own, envelope)
  const site = platform.site(context.site.id)
  const changed = await lastChange(context.world ?? platform, own.id)
  const message = reading.tool.summary(own, site, context.site.baseUrl)
  return {
    ...taskOf(own, { status, message, lastUpdatedAt: changed === undefined ? own.submitted_at : instant(changed) }),
    ...(status === 'input_required' && { inputRequests: { [ownerRequest]: openLink(own) } }),
    ...(status === 'completed' && { result: await resultOf(platform, reading, context, answer) }),
  }
}

/** Asks for the cancellation. A post that has been decided meanwhile stays as it is, and the next `tasks/get` says so. */
async function cancelTask(platform: Platform, call: MethodCall) {
  const { own } = await postOfTask(platform, call)
  const { context } = call
  const cancelling = { params: { id: own.id }, query: {}, body: undefined }
  try {
    await runOperation(platform, operation('cancelPost'), context, cancelling)
  } catch (thrown) {
    if (!(thrown instanceof Problem && thrown.code === 'not_cancellable')) throw thrown
  }
  return {}
}

function taskStatus({ status }: OwnPost, envelope: unknown): TaskStatus {
  if (status === 'queued' || status === 'review') return 'working'
  if (status === 'awaiting_owner') return opensLinks(envelope) ? 'input_required' : 'working'
  return status === 'cancelled' ? 'cancelled' : 'completed'
}

function taskOf(own: OwnPost, at: { status: TaskStatus; message: string; lastUpdatedAt: string }) {
  const seconds = askAgainSeconds(own)
  return {
    taskId: taskPrefix + own.id,
    status: at.status,
    statusMessage: at.message,
    createdAt: own.submitted_at,
    lastUpdatedAt: at.lastUpdatedAt,
    ttlMs: null,
    ...(seconds !== undefined && { pollIntervalMs: seconds * 1000 }),
  }
}

const openLink = ({ message_for_owner: message = '', account_url: url = '' }: OwnPost) =>
  inputRequired.elicitUrl({ message, url })

/** The result of a finished task: the answer of get_post, with its notice about text of strangers. */
async function resultOf(platform: Platform, reading: SiteTool, context: CallContext, answer: Answer) {
  const { members } = await toolAnswer(platform, reading, context, answer)
  return JSON.parse(`{${members}}`)
}

/** The post of a task, as the key that created it sees it. Throws the error of an unknown task for any other caller. */
async function postOfTask(platform: Platform, { params: { taskId }, context }: MethodCall) {
  const unknown = () =>
    invalidParams(
      `/params/taskId: this key has no task ${show(taskId)}. A task is known to the key that created its post.`,
    )
  if (typeof taskId !== 'string' || !taskId.startsWith(taskPrefix) || !context.caller) throw unknown()
  const asked = { params: { id: taskId.slice(taskPrefix.length) }, query: {}, body: undefined }
  try {
    const answer = await runOperation(platform, operation('getPost'), context, asked)
    if (answer.document || !isOwnPost(answer.value)) throw unknown()
    return { own: answer.value, answer }
  } catch (thrown) {
    if (thrown instanceof Problem && (thrown.code === 'not_found' || thrown.code === 'gone')) throw unknown()
    throw thrown
  }
}

/** Whether a value is a post as its key sees it. A problem has a number as its status. */
function isOwnPost(value: unknown): value is OwnPost {
  return isObject(value) && typeof value.id === 'string' && typeof value.status === 'string'
}
