// Adds a method of an extension to a server, for clients that declare the extension.
import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Problem } from '../../contract/problems/problem.ts'
import { type ExtensionName, extensions } from '../../contract/protocol-versions.ts'
import { problemOf } from '../../usecases/outage.ts'
import type { Platform } from '../../usecases/platform.ts'
import type { CallContext } from '../run-operation.ts'
import { callContext, unchecked } from '../sdk-context.ts'
import { declares } from './declared.ts'

/** A request with its unchecked parameters. `envelope` has what its client declares. */
export type MethodCall = { params: Record<string, unknown>; context: CallContext; envelope: unknown }

/** Declares an extension in `server/discover`. */
export function declareExtension(server: McpServer, name: ExtensionName): void {
  server.server.registerCapabilities({ extensions: { [extensions[name]]: {} } })
}

/** Adds a method. A client that does not declare the extension gets the error for a missing capability. */
export function addMethod(
  platform: Platform,
  server: McpServer,
  extension: ExtensionName,
  method: string,
  run: (call: MethodCall) => Promise<Record<string, unknown>>,
): void {
  const params = unchecked({ type: 'object' })
  server.server.setRequestHandler(method, { params }, async (given: unknown, { mcpReq, ...rest }: ServerContext) => {
    const { envelope } = mcpReq
    if (!declares(envelope, extension)) throw undeclared(extension)
    const context = callContext({ mcpReq, ...rest })
    try {
      return await run({ params: given as Record<string, unknown>, context, envelope })
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown
      if (thrown instanceof Problem && thrown.code === 'invalid')
        throw invalidParams((thrown.extras.errors ?? [thrown.message]).join('\n'))
      const known = { request_id: context.requestId, route: '/mcp' }
      const problem = problemOf(platform, thrown, known, `${method} failed`)
      // The SDK answers with the thrown message, so an internal error stays in the log.
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `${problem.message} The request id is ${context.requestId}.`,
        { code: problem.code },
      )
    }
  })
}

function undeclared(extension: ExtensionName): ProtocolError {
  const name = extensions[extension]
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [name]: {} } } },
    `This method is for clients that declare the extension ${name} in the capabilities of the request.`,
  )
}

/** The error for a parameter that is no value of its kind. */
export const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
