// What the handlers of the SDK get: the call context of the request, and schemas that the SDK shows without applying them.
import type { ServerContext } from '@modelcontextprotocol/server'
import type { CallContext } from './run-operation.ts'

/** The call context that sdk-answers.ts passed on. */
export function callContext(context: ServerContext): CallContext {
  return context.http?.authInfo?.extra?.context as CallContext
}

/** A schema that the SDK shows and does not apply. */
export function unchecked(schema: Record<string, unknown>) {
  const shown = () => schema
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'handbill',
      jsonSchema: { input: shown, output: shown },
      validate: (value: unknown) => ({ value }),
    },
  }
}
