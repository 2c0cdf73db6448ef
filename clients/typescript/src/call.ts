// The types of a call of any operation: what it takes, and what it answers.
import type { Operations } from './operations.ts'
import type { SiteId } from './types.ts'

export type OperationId = keyof Operations

/** What an operation takes; `signal` ends the call. */
export type CallInput<Id extends OperationId, Site extends SiteId = SiteId> = Part<
  'path',
  Operations<Site>[Id]['path']
> &
  Part<'query', Operations<Site>[Id]['query']> &
  Part<'headers', Operations<Site>[Id]['headers']> &
  (Operations<Site>[Id]['body'] extends undefined ? unknown : { body: Operations<Site>[Id]['body'] }) & {
    signal?: AbortSignal | undefined
  }

type Part<Name extends string, Members> = [keyof Members] extends [never]
  ? unknown
  : Partial<Members> extends Members
    ? { [name in Name]?: Members }
    : { [name in Name]: Members }

export type CallAnswer<Id extends OperationId, Site extends SiteId = SiteId> = Operations<Site>[Id]['answer']

/** The operations that answer page by page, each page with the cursor of the next. */
export type PagedId = {
  [Id in OperationId]: 'cursor' extends keyof Operations[Id]['query'] ? Id : never
}[OperationId]

export type PagedQuery<Id extends PagedId> = Omit<Operations[Id]['query'], 'cursor'>

/** An item of the pages of an operation. */
export type PagedItem<Id extends PagedId, Site extends SiteId = SiteId> =
  CallAnswer<Id, Site> extends {
    items: infer Items
  }
    ? Items extends Array<infer Item>
      ? Item
      : never
    : never
