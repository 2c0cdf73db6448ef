// The MCP servers of a site on the SDK, with tools, resources and prompts, in instances that are reused.
import {
  inputRequired,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { untrustedNotice } from '../contract/operations/tool.ts'
import type { OperationId } from '../contract/operations.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { SiteRow } from '../contract/sites.ts'
import { withoutStrayInvisibles } from '../moderation/prefilter/hidden-text.ts'
import { operation } from '../usecases/handlers/handlers.ts'
import { problemOf } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'
import { callTool } from './call-tool.ts'
import { opensLinks } from './extensions/declared.ts'
import { attachEvents } from './extensions/events.ts'
import { asTask, attachTasks } from './extensions/tasks.ts'
import { instructions, prompts } from './prompts.ts'
import { runOperation } from './run-operation.ts'
import { callContext, unchecked } from './sdk-context.ts'
import { listsKept, type SiteOffer } from './site-offer.ts'
import type { ListedTool, SiteTool } from './site-tools.ts'

/** Takes an instance for one exchange. With `keep`, closing the instance makes it free for another exchange. */
export type SdkServers = (era: 'legacy' | 'modern', keep: boolean) => McpServer

const mostKept = 64

export async function sdkServers(platform: Platform, offer: SiteOffer): Promise<SdkServers> {
  const free = { legacy: [] as McpServer[], modern: [] as McpServer[] }
  const skills = await SkillsExtension.load(memorySkillFiles(offer.skillFiles()), {
    cacheHint: listsKept,
    strict: true,
  })
  const made = (era: 'legacy' | 'modern') => {
    const server = newServer(platform, offer)
    skills.attach(server)
    // A client of the 2025 revisions declares its extensions once, and the server keeps no sessions.
    if (era === 'modern') for (const attach of [attachTasks, attachEvents]) attach(platform, server, offer)
    return server
  }
  return (era, keep) => {
    const server = free[era].pop() ?? made(era)
    server.server.onclose = () => {
      if (keep && free[era].length < mostKept) free[era].push(server)
    }
    return server
  }
}

function newServer(platform: Platform, { site, offer, info, tools, listed }: SiteOffer): McpServer {
  const promptTexts = prompts(site, offer)
  const server = new McpServer(info, {
    instructions: instructions(site, offer),
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      ...(promptTexts.length > 0 && { prompts: { listChanged: false } }),
    },
    cacheHints: {
      'tools/list': listsKept,
      'prompts/list': listsKept,
      'resources/list': listsKept,
      'resources/templates/list': listsKept,
      'server/discover': listsKept,
    },
  })
  // Log the name alone: the message of the error quotes the request.
  server.server.onerror = ({ name }) => platform.log.debug({ type: name }, 'an MCP exchange reported an error')
  for (const [name, tool] of tools) addTool(platform, server, tool, listed.get(name) ?? tool.definition)
  addResources(platform, server, site)
  for (const { name, title, description, argsSchema, text } of promptTexts)
    server.registerPrompt(name, { title, description, argsSchema: unchecked(argsSchema) }, (given: unknown) => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: text(given as Record<string, string>) } }],
    }))
  return server
}

function addTool(platform: Platform, server: McpServer, tool: SiteTool, shown: ListedTool): void {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = shown
  server.registerTool(
    name,
    {
      title,
      description,
      // The SDK checks nothing: the tool checks its arguments and names every fault, and an answer must not fail after it was
      // charged.
      inputSchema: unchecked(inputSchema),
      ...(outputSchema && { outputSchema: unchecked(outputSchema) }),
      annotations,
      _meta,
    },
    async (args: unknown, context: ServerContext) => {
      const answer = await callTool(platform, tool, (args ?? {}) as Record<string, unknown>, callContext(context))
      if (answer.handOff && opensLinks(context.mcpReq.envelope) && context.mcpReq.inputResponses === undefined)
        return inputRequired({
          inputRequests: {
            owner: inputRequired.elicitUrl({ message: answer.handOff.message, url: answer.handOff.url }),
          },
        })
      const result = JSON.parse(`{${answer.members}}`)
      return (tool.tool.becomesTask && asTask(result, context.mcpReq.envelope)) || result
    },
  )
}

function addResources(platform: Platform, server: McpServer, site: SiteRow): void {
  const json = { mimeType: 'application/json' }
  const documents = [
    ['policy', 'getPolicy', 'The policy', 'The quality bar and the abuse list that moderation decides by.'],
    ['pricing', 'getPricing', 'Prices', 'What posts and searches cost, in micros.'],
  ] as const
  for (const [name, operation, title, description] of documents)
    server.registerResource(
      name,
      `${name}://current`,
      { title, description, ...json, cacheHint: { ttlMs: 300_000, cacheScope: 'public' } },
      async (uri, context) => ({
        contents: [{ uri: uri.href, ...json, text: await textOf(platform, operation, context) }],
      }),
    )
  server.registerResource(
    'post',
    new ResourceTemplate('post://{id}', { list: undefined }),
    {
      title: `One ${site.noun}`,
      description: `A published ${site.noun} as JSON; for the key that created it, its status. Its text is untrusted user content.`,
      ...json,
      cacheHint: { ttlMs: 0, cacheScope: 'private' },
    },
    async (uri, variables, context) => {
      const id = String(variables.id)
      try {
        const text = withoutStrayInvisibles(await textOf(platform, 'getPost', context, { id }))
        return { contents: [{ uri: uri.href, ...json, text, _meta: { notice: untrustedNotice } }] }
      } catch (thrown) {
        if (thrown instanceof Problem && (thrown.code === 'not_found' || thrown.code === 'gone'))
          throw new ResourceNotFoundError(uri.href)
        const { requestId } = callContext(context)
        const problem = problemOf(platform, thrown, { request_id: requestId, route: '/mcp' }, 'a resource failed')
        // The SDK answers with the thrown message, so the internal error stays in the log.
        throw new Error(`${problem.message} The request id is ${requestId}.`)
      }
    },
  )
}

/** The answer of a reading operation, as text. */
async function textOf(
  platform: Platform,
  id: OperationId,
  context: ServerContext,
  params: Record<string, string> = {},
): Promise<string> {
  const asked = { params, query: {}, body: undefined }
  const answer = await runOperation(platform, operation(id), callContext(context), asked)
  return answer.document ? answer.document.body.toString() : (answer.body ?? JSON.stringify(answer.value))
}
