// Rewrites the SDK's errors about parameters: the SDK quotes its validator or reports an internal error.
import { isObject } from '../domain/is-object.ts'
import { show, suggestion } from '../domain/shape.ts'

/** The names that an offer of a site has. */
export type Offered = {
  tools: readonly string[]
  /** Tools of the site that this offer leaves out. */
  excluded: readonly string[]
  prompts: readonly string[]
}

type Members = Record<string, unknown>
type RpcAnswer = { id?: unknown; error?: { code: number; message: string } & Members } & Members

const invalidParams = -32_602
const internalError = -32_603

/** The answer to a message, with a readable error if its parameters are at fault. Other answers stay unchanged. */
export function withParameterFault(answer: RpcAnswer, message: unknown, offered: Offered): RpcAnswer {
  const code = answer.error?.code
  if (code !== invalidParams && code !== internalError) return answer
  const fault = isObject(message) ? parameterFault(message, offered) : null
  return fault === null ? answer : { ...answer, error: { code: invalidParams, message: fault } }
}

function parameterFault({ method, params }: Members, offered: Offered): string | null {
  const given = isObject(params) ? params : {}
  switch (method) {
    case 'tools/call':
      return exclusionFault(given, offered.excluded) ?? nameFault('tool', given, offered.tools) ?? argumentsFault(given)
    case 'prompts/get':
      return nameFault('prompt', given, offered.prompts) ?? argumentsFault(given) ?? argumentTextFault(given)
    case 'resources/read':
      return typeof given.uri === 'string' ? null : fault('uri', given.uri, 'the URI of a resource')
    case 'initialize':
      return initializeFault(given)
    default:
      return null
  }
}

function nameFault(kind: string, { name }: Members, known: readonly string[]): string | null {
  if (typeof name !== 'string') return fault('name', name, `the name of a ${kind}`)
  return known.includes(name) ? null : `There is no ${kind} ${show(name)} here; ${suggestion(name, known)}`
}

function exclusionFault({ name }: Members, excluded: readonly string[]): string | null {
  return excluded.includes(name as string)
    ? `The tool ${show(name)} is not among the tools that ?tools= selects; connect to /mcp without that parameter for all tools.`
    : null
}

function argumentsFault({ arguments: args }: Members): string | null {
  return args === undefined || isObject(args) ? null : fault('arguments', args, 'an object')
}

function argumentTextFault({ arguments: args = {} }: Members): string | null {
  const wrong = Object.entries(args as Members).find(([, value]) => typeof value !== 'string')
  return wrong ? fault(`arguments/${wrong[0].slice(0, 80).toWellFormed()}`, wrong[1], 'text') : null
}

function initializeFault({ protocolVersion, capabilities, clientInfo }: Members): string | null {
  if (typeof protocolVersion !== 'string')
    return fault('protocolVersion', protocolVersion, 'a revision of the protocol')
  if (!isObject(capabilities)) return fault('capabilities', capabilities, 'an object')
  if (!isObject(clientInfo) || typeof clientInfo.name !== 'string' || typeof clientInfo.version !== 'string')
    return fault('clientInfo', clientInfo, 'an object with name and version')
  return null
}

function fault(name: string, value: unknown, expected: string): string {
  return `/params/${name}: ${value === undefined ? 'is missing' : `got ${show(value)}`}; it takes ${expected}`
}
