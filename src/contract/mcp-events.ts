// The kinds of event that clients of MCP can have (the extension Events): one row a kind, made from the kinds of webhooks.
import { type TObject, Type } from 'typebox'
import { type EventKind, eventKinds, eventMeanings } from './event-kinds.ts'
import { idSchema } from './ids.ts'
import { closed } from './posts.ts'

/** The ways in which the service hands events to clients of MCP. */
export const deliveryModes = ['poll', 'webhook'] as const

export type McpEventKind = {
  name: EventKind
  description: string
  /** What a subscription to the kind is about; a kind without arguments takes an empty object. */
  arguments: TObject
}

const noArguments = Type.Object({}, closed)

/** The arguments of the kinds that take any. */
const argumentsOf: Partial<Record<EventKind, TObject>> = {
  'search.match': Type.Object({ search_id: Type.Optional(idSchema('standingSearch')) }, closed),
}

export const mcpEventKinds: readonly McpEventKind[] = eventKinds.map(name => ({
  name,
  description: eventMeanings[name],
  arguments: argumentsOf[name] ?? noArguments,
}))
