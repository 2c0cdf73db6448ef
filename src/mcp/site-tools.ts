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
  /** As tools/list shows it. */
  definition: ToolDefinition
  arguments: ToolArguments
}

type ToolDefinition = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Record<string, boolean>
  _meta: { operationId: OperationId }
}

/** Every tool of a site, in the order of the operation table. */
export function siteTools(site: PricedSite): SiteTool[] {
  const offered = operations.filter(row => row.offeredOn?.(site) ?? true)
  return offered.flatMap(row => toolsOf(row).map(tool => siteTool(site, row, tool)))
}

function siteTool(site: PricedSite, row: Operation, tool: Tool): SiteTool {
  const { readOnly, destructive, idempotent, openWorld } = tool.hints
  const toolArgs = toolArguments(site, row, tool)
  const name = onSite(tool.name, site)
  const title = onSite(tool.title, site)
  const definition: ToolDefinition = {
    name,
    title,
    description: onSite(tool.description, site),
    inputSchema: inputSchema(toolArgs.schema),
    outputSchema: outputSchema(site, row, tool),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    _meta: { operationId: row.id },
  }
  return { name, form: `tool ${name}`, tool, row, definition, arguments: toolArgs }
}
