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

export type ListedTool = Omit<ToolDefinition, 'outputSchema' | 'annotations'> & {
  outputSchema?: ObjectSchema
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

/** A tool as tools/list shows it: with output schema and every hint only where a client asks for them. */
export function listed({ definition }: SiteTool, outputs: boolean): ListedTool {
  if (outputs) return definition
  const { outputSchema: _, annotations, _meta, ...told } = definition
  const { readOnlyHint, destructiveHint } = annotations
  return { ...told, annotations: readOnlyHint ? { readOnlyHint } : { destructiveHint }, _meta }
}
