// Calls the operation behind a tool, and writes its answer or its problem as a tool result.

import { onSite, toolsOf, untrustedNotice } from '../contract/operations/tool.ts'
import { type OperationRow, operations } from '../contract/operations.ts'
import { Problem, unauthorized } from '../contract/problem.ts'
import { problems } from '../contract/problems.ts'
import type { SiteRow } from '../contract/sites.ts'
import { siteRow } from '../contract/sites.ts'
import { withoutStrayInvisibles } from '../moderation/prefilter/hidden-text.ts'
import type { OperationRequest } from '../usecases/handlers/handler.ts'
import type { Platform } from '../usecases/platform.ts'
import { internalProblem, problemBody } from '../usecases/problem-body.ts'
import type { SiteTool } from './site-tools.ts'

/** Who calls: the same for every message of a request. */
export type Asker = Pick<OperationRequest, 'site' | 'caller' | 'ip'> & { requestId: string }

export type ToolAnswer = {
  /** Members of a tool result as JSON, without the braces around them: content, structuredContent, isError. */
  members: string
  /** The same as bytes, where the answer is kept. */
  bytes?: Buffer
  /** Where only the owner can go on: the link and why. */
  handOff: { url: string; message: string } | null
}

/** Calls a tool. Never throws: whatever goes wrong is a problem in the answer. */
export async function callTool(
  platform: Platform,
  tool: SiteTool,
  args: Record<string, unknown>,
  asker: Asker,
): Promise<ToolAnswer> {
  try {
    if (tool.row.auth === 'key' && !asker.caller)
      throw unauthorized('This tool needs an API key, sent as bearer token; create_account makes one.')
    const { query, body, ...call } = tool.read(args)
    const request = { site: asker.site, caller: asker.caller, ip: asker.ip, ...call }
    const answer = await tool.row.handler({ platform, request, query, body })
    const failed = (answer.status ?? tool.row.status) >= 400
    if (Buffer.isBuffer(answer.body)) return kept(tool, answer.body, () => written(tool, asker, answer, failed))
    return written(tool, asker, answer, failed)
  } catch (thrown) {
    return problemAnswer(platform, thrown, asker)
  }
}

/** Public answers are the same bytes until a publication touches them; what is written from them is as well. */
const answers = new WeakMap<SiteTool, WeakMap<Buffer, ToolAnswer>>()

function kept(tool: SiteTool, bytes: Buffer, write: () => ToolAnswer): ToolAnswer {
  let ofTool = answers.get(tool)
  if (!ofTool) {
    ofTool = new WeakMap()
    answers.set(tool, ofTool)
  }
  let known = ofTool.get(bytes)
  if (!known) {
    const answer = write()
    known = { ...answer, bytes: Buffer.from(answer.members) }
    ofTool.set(bytes, known)
  }
  return known
}

type Written = { body?: Buffer | string; value?: unknown }

function written({ tool }: SiteTool, asker: Asker, { body, value }: Written, failed: boolean): ToolAnswer {
  const text = body === undefined ? JSON.stringify(value) : body.toString()
  // What a person cannot see a model would read.
  const json = tool.holdsPosts ? withoutStrayInvisibles(text) : text
  const answer = (value ?? JSON.parse(json)) as { account_url?: string; for_human?: boolean; message?: string }
  const summary = tool.summary(answer, siteRow(asker.site.id))
  const { account_url: url, for_human: forHuman } = answer
  return {
    members: members(tool.holdsPosts ? `${summary}\n${untrustedNotice}` : summary, json, failed),
    handOff: url && forHuman ? { url, message: answer.message ?? summary } : null,
  }
}

function problemAnswer(platform: Platform, thrown: unknown, asker: Asker): ToolAnswer {
  if (!(thrown instanceof Problem))
    platform.log.error({ err: thrown, request_id: asker.requestId, url: '/mcp' }, 'a tool failed')
  const problem = thrown instanceof Problem ? thrown : internalProblem()
  const { body, headers } = problemBody(platform, asker, problem)
  const { code, title, detail, account_url: url } = body
  const wait = headers['retry-after']
  const lines = [
    `${title} (${code}): ${detail}`,
    inToolNames(problems[code].fix, siteRow(asker.site.id)),
    ...(wait ? [`Try again in ${wait} seconds.`] : []),
    ...(typeof url === 'string' ? [`Show this link to the owner, who alone can go on: ${url}`] : []),
  ]
  return {
    members: members(lines.join('\n'), JSON.stringify(body), true),
    handOff: typeof url === 'string' ? { url, message: `${title}. ${detail}` } : null,
  }
}

/** A text that names operations as REST does, with the tools in their place where there are any: a model has no other way to call. */
function inToolNames(text: string, site: SiteRow): string {
  return text.replace(/\b(GET|POST|PATCH|DELETE) (\/v1\/[\w/{}]*\w\}?)/g, (call, method: string, path: string) => {
    const row = (Object.values(operations) as OperationRow[]).find(
      row => row.method === method.toLowerCase() && row.path.replace(/:(\w+)/g, '{$1}') === path,
    )
    const tool = row && toolsOf(row)[0]
    return tool ? onSite(tool.name, site) : call
  })
}

/** The answer stands as text too, after the summary: not every client hands structured content to its model. */
function members(summary: string, json: string, failed: boolean): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(summary)}},{"type":"text","text":${JSON.stringify(json)}}]`
  return `${content},"structuredContent":${json}${failed ? ',"isError":true' : ''}`
}
