// The tools of a site, made from the rows of the operation table.

import { onSite, type Tool, toolsOf } from '../contract/operations/tool.ts'
import type { OperationId } from '../contract/operations.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { type Operation, operations } from '../usecases/handlers/handlers.ts'
import { type ToolArguments, toolArguments } from './tool-arguments.ts'
import { inputSchema, type ObjectSchema, outputSchema } from './tool-schemas.ts'

export type SiteTool = {
  name: string
  /** The form of a document that is its answer. */
  form: string
  tool: Tool
  row: Operation
  definition: ToolDefinition
  arguments: ToolArguments
}

type ToolDefinition = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  _meta: { operationId: OperationId }
}

export type ListedTool = Omit<ToolDefinition, 'outputSchema' | 'annotations' | '_meta'> & {
  outputSchema?: ObjectSchema
  securitySchemes?: SecurityScheme[]
  _meta: ToolDefinition['_meta'] & { securitySchemes?: SecurityScheme[] }
  annotations: Partial<ToolDefinition['annotations']>
}

/** Every tool of a site, in the order of the operation table. */
export function siteTools(site: PricedSite): SiteTool[] {
  const offered = operations.filter(row => row.offeredOn?.(site) ?? true)
  const all = offered.flatMap(row =>
    toolsOf(row).map(tool => ({ row, tool, name: onSite(tool.name, site), taken: toolArguments(site, row, tool) })),
  )
  return all.map(({ row, tool, name, taken }) => {
    const by = onSite(tool.describedBy, site)
    const describing = all.find(each => each.name === by)
    const definition: ToolDefinition = {
      name,
      title: onSite(tool.title, site),
      description: onSite(tool.description, site),
      inputSchema: inputSchema(taken.schema, describing && { by: describing.name, schema: describing.taken.schema }),
      outputSchema: outputSchema(site, row, tool),
      annotations: {
        readOnlyHint: tool.hints.readOnly,
        destructiveHint: tool.hints.destructive,
        idempotentHint: tool.hints.idempotent,
        openWorldHint: tool.hints.openWorld,
      },
      _meta: { operationId: row.id },
    }
    return { name, form: `tool ${name}`, tool, row, definition, arguments: taken }
  })
}

/** What tools/list shows beside what a model needs: output schemas with every hint, and how each tool is authorized. */
export type ListedWith = { outputs: boolean; security: boolean }

/** A tool as tools/list shows it. */
export function listed({ definition, row }: SiteTool, { outputs, security }: ListedWith): ListedTool {
  const { outputSchema, annotations, _meta, ...told } = definition
  const { readOnlyHint, destructiveHint } = annotations
  const securitySchemes = security && securityOf(row)
  return {
    ...told,
    ...(outputs && { outputSchema }),
    annotations: outputs ? annotations : readOnlyHint ? { readOnlyHint } : { destructiveHint },
    ...(securitySchemes && { securitySchemes }),
    // Where the SDK writes the list, it leaves out what it does not know.
    _meta: { ..._meta, ...(securitySchemes && { securitySchemes }) },
  }
}

type SecurityScheme = { type: 'noauth' } | { type: 'oauth2'; scopes: readonly string[] }

/** How a tool is authorized, as apps of ChatGPT read it. */
function securityOf({ auth, scope }: Operation): SecurityScheme[] {
  const oauth = { type: 'oauth2' as const, scopes: scope === null ? [] : [scope] }
  return auth === 'key' ? [oauth] : [{ type: 'noauth' }, ...(auth === 'optional' ? [oauth] : [])]
}
