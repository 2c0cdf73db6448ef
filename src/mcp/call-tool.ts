// Calls a tool and writes its answer or its problem as a tool result, for direct answers and for the SDK.
import { setImmediate } from 'node:timers/promises'
import { onSite, toolsOf, untrustedNotice } from '../contract/operations/tool.ts'
import { type OperationRow, operations } from '../contract/operations.ts'
import { type ProblemExtras, unauthorized } from '../contract/problems/problem.ts'
import { problems } from '../contract/problems/problems.ts'
import { sentences, stateOf } from '../contract/sentences.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { bodyToSend } from '../edge/write-answer.ts'
import { holdsInvisibles, withoutStrayInvisibles } from '../moderation/prefilter/hidden-text.ts'
import type { Document } from '../usecases/documents.ts'
import type { Answer } from '../usecases/handlers/handler.ts'
import { problemOf } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'
import { problemBody } from '../usecases/problem-body.ts'
import { type CallContext, runOperation } from './run-operation.ts'
import type { SiteTool } from './site-tools.ts'

export type ToolAnswer = {
  /** Members of a tool result as JSON, without the braces around them: content, structuredContent, isError. */
  members: string
  /** The same as it is sent, where the answer is kept. */
  sent?: Buffer | string
  /** The link for the owner and the reason, when only the owner can take the next step. */
  handOff: { url: string; message: string } | null
}

/** Calls a tool; at once where the answer is kept. Never throws: an error becomes a problem in the answer. */
export function callTool(
  platform: Platform,
  tool: SiteTool,
  args: Record<string, unknown>,
  context: CallContext,
): ToolAnswer | Promise<ToolAnswer> {
  const fail = (thrown: unknown) => problemAnswer(platform, thrown, context)
  try {
    if (tool.row.auth === 'key' && !context.caller) throw unauthorized(sentences.needsKey)
    const answer = runOperation(platform, tool.row, context, tool.arguments.read(args))
    if (answer instanceof Promise) return answer.then(made => toolAnswer(platform, tool, context, made)).catch(fail)
    const written = toolAnswer(platform, tool, context, answer)
    return written instanceof Promise ? written.catch(fail) : written
  } catch (thrown) {
    return fail(thrown)
  }
}

/** The answer of a tool to what its operation answered. */
export function toolAnswer(
  platform: Platform,
  tool: SiteTool,
  context: CallContext,
  answer: Answer,
): ToolAnswer | Promise<ToolAnswer> {
  if (answer.document) return keptAnswer(platform, tool, context, answer.document)
  const { value, body = JSON.stringify(value), status = tool.row.status } = answer
  return answerOf(platform, tool, context, body, value ?? JSON.parse(body), status >= 400)
}

/** The answer of a document. The document keeps it, so that it is written once. */
function keptAnswer(
  platform: Platform,
  tool: SiteTool,
  context: CallContext,
  { body, forms }: Document,
): ToolAnswer | Promise<ToolAnswer> {
  const known = forms.get(tool.form) as ToolAnswer | undefined
  if (known) return known
  const text = body.toString()
  return answerOf(platform, tool, context, text, JSON.parse(text), false).then(answer => {
    const kept = { ...answer, sent: bodyToSend(Buffer.from(answer.members)) }
    forms.set(tool.form, kept)
    return kept
  })
}

/** Separates the posts of a list. Quotation marks in a post are escaped, so no post contains it. */
const betweenPosts = '},{"id":"'

/**
 * Posts without characters that a person cannot see and a model would read. The event loop gets a turn before each such post,
 * so that a page of long posts delays no other request.
 */
async function withoutInvisibles(json: string): Promise<string> {
  const posts: string[] = []
  for (const post of json.split(betweenPosts)) {
    if (posts.length > 0 && holdsInvisibles(post)) await setImmediate()
    posts.push(withoutStrayInvisibles(post))
  }
  return posts.join(betweenPosts)
}

type Members = { account_url?: string; for_human?: boolean; message?: string }

async function answerOf(
  platform: Platform,
  { tool }: SiteTool,
  { site: { id, baseUrl: mainUrl }, world }: CallContext,
  text: string,
  answer: Members,
  failed: boolean,
): Promise<ToolAnswer> {
  const site = platform.site(id)
  const baseUrl = world?.facts.sites.find(each => each.id === id)?.baseUrl ?? mainUrl
  const handedOn = tool.structured ? JSON.stringify(tool.structured.of(answer, site, baseUrl)) : text
  const json = tool.holdsPosts ? await withoutInvisibles(handedOn) : handedOn
  const summary = tool.summary(answer, site, baseUrl)
  const { account_url: url, for_human: forHuman, message } = answer
  const line = tool.holdsPosts ? `${summary}\n${tool.notice ?? untrustedNotice}` : summary
  return {
    members: members(tool.copied ? [line, json] : [line], json, failed),
    // An answer without a message has taken effect, such as a post that waits for its owner: the call must not be repeated.
    handOff: url && forHuman && message !== undefined ? { url, message } : null,
  }
}

function problemAnswer(platform: Platform, thrown: unknown, context: CallContext): ToolAnswer {
  const problem = problemOf(platform, thrown, { request_id: context.requestId, route: '/mcp' }, 'a tool failed')
  const { body, headers } = problemBody(platform, context, problem)
  const { code, title, detail, status, request_id: requestId, account_url: url, message_for_owner: ask } = body
  const { errors = [], refusal, existing_post: existing } = problem.extras
  const site = platform.site(context.site.id)
  const wait = headers['retry-after']
  const lines = [
    `${title} (${code}): ${errors.length > 1 ? errors.join('\n') : withToolNames(detail, site)}`,
    ...(refusal ? [`The rule is ${refusal.rule}.`] : []),
    ...(existing
      ? [
          `Your post ${existing.id} has this text; it ${stateOf(existing.status)}${existing.url ? `: ${existing.url}` : '.'}`,
        ]
      : []),
    ...proposalLines(problem.extras),
    withToolNames(problems[code].fix, site),
    ...(wait ? [`Try again in ${wait} seconds.`] : []),
    ...(status >= 500 ? [`The request was ${requestId}.`] : []),
    ...(typeof ask === 'string' ? [`Only the owner can take the next step. Forward this: ${ask}`] : []),
  ]
  return {
    members: members([lines.join('\n')], JSON.stringify(body), true),
    handOff: typeof url === 'string' ? { url, message: `${title}. ${detail}` } : null,
  }
}

/** What a dry run proposes, for clients that give their model only the text. The values are those of the caller. */
function proposalLines({ proposal, changes = [], choices = [] }: ProblemExtras): string[] {
  const written = (value: unknown) => JSON.stringify(value) ?? 'nothing'
  return [
    ...(proposal ? [`These arguments would be valid: ${JSON.stringify(proposal)}`] : []),
    ...changes.map(
      ({ at, to, moved_to: moved, why }) =>
        `Corrected ${at || 'the arguments'}${moved === undefined ? `: ${written(to)}` : ` to ${moved || 'the arguments'}`}. ${why}`,
    ),
    ...choices.flatMap(({ at, options }) => [
      `Choose a value for ${at}; only you know which is meant:`,
      ...options.map(({ value, why }) => `- ${written(value)}: ${why}`),
    ]),
  ]
}

/** Replaces the REST operations in a text by the names of their tools: a model can only call tools. */
function withToolNames(text: string, site: PricedSite): string {
  return text.replace(/\b(GET|POST|PATCH|DELETE) (\/v1\/[\w/{}]*\w\}?)/g, (call, method: string, path: string) => {
    const row = (Object.values(operations) as OperationRow[]).find(
      row => row.method === method.toLowerCase() && new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
    )
    const tool = row && toolsOf(row)[0]
    return tool ? onSite(tool.name, site) : call
  })
}

function members(texts: readonly string[], json: string, failed: boolean): string {
  const content = texts.map(text => `{"type":"text","text":${JSON.stringify(text)}}`)
  return `"content":[${content}],"structuredContent":${json}${failed ? ',"isError":true' : ''}`
}
