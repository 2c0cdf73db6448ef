// The kinds of event that clients of MCP can have (the extension Events): one row a kind, made from the kinds of webhooks.
import { type TObject, Type } from 'typebox'
import { type EventKind, eventKinds, eventMeanings } from './event-kinds.ts'
import { idSchema } from './ids.ts'
import { AskedOnSite } from './operations/searches.ts'
import { closed } from './posts.ts'
import { perSite, type SiteRow } from './sites.ts'

/** The ways in which the service hands events to clients of MCP. */
export const deliveryModes = ['poll', 'webhook'] as const

export type McpEventKind = {
  name: EventKind
  description: string
  /** What a subscription to the kind is about; a kind without arguments takes an empty object. */
  arguments: TObject
}

const noArguments = Type.Object({}, closed)

/** The argument that names a search that stands; every other one of `search.match` is a member of a search. */
export const searchArgument = 'search_id'

/** The arguments of the kinds that take any. */
const argumentsOf: Partial<Record<EventKind, (site: SiteRow) => TObject>> = {
  'search.match': site =>
    Type.Object(
      {
        [searchArgument]: Type.Optional(idSchema('standingSearch')),
        ...AskedOnSite(site).properties,
      },
      {
        ...closed,
        description: `${searchArgument}, or the words and filters of a search, which then stands; none for all searches of the account.`,
      },
    ),
}

/** The kinds of event as a site offers them: a search has the filters of its site. */
export const mcpEventKinds: (site: SiteRow['id']) => readonly McpEventKind[] = perSite(site =>
  eventKinds.map(name => ({
    name,
    description: eventMeanings[name],
    arguments: argumentsOf[name]?.(site) ?? noArguments,
  })),
)

/** Whether arguments of a kind are those of a search, which are to stand. */
export const isSearch = (kind: string, args: object) =>
  kind === 'search.match' && Object.keys(args).some(name => name !== searchArgument)
