// Says what is wrong with the parameters of a message in words, where the SDK gives its validator's or calls it an internal error.
import { show, suggestion } from '../domain/shape.ts'

/** What a site offers by name. */
export type Offered = {
  tools: readonly string[]
  /** Tools that the site has and this selection of them leaves out. */
  elsewhere: readonly string[]
  prompts: readonly string[]
}

type Members = Record<string, unknown>
type RpcAnswer = { id?: unknown; error?: { code: number; message: string } & Members } & Members

const invalidParams = -32_602
const internalError = -32_603

/** The answer to a message, with its error in words where its parameters are at fault; anything else stays as it is. */
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
      return leftOut(given, offered.elsewhere) ?? named('tool', given, offered.tools) ?? argumentsFault(given)
    case 'prompts/get':
      return named('prompt', given, offered.prompts) ?? argumentsFault(given) ?? argumentTextFault(given)
    case 'resources/read':
      return typeof given.uri === 'string' ? null : fault('uri', given.uri, 'the URI of a resource')
    case 'initialize':
      return introductionFault(given)
    default:
      return null
  }
}

function named(kind: string, { name }: Members, known: readonly string[]): string | null {
  if (typeof name !== 'string') return fault('name', name, `the name of a ${kind}`)
  return known.includes(name) ? null : `There is no ${kind} ${show(name)} here; ${suggestion(name, known)}`
}

function leftOut({ name }: Members, elsewhere: readonly string[]): string | null {
  return elsewhere.includes(name as string)
    ? `The tool ${show(name)} is not among those that ?tools= selects; connect to /mcp without it for all of them.`
    : null
}

function argumentsFault({ arguments: args }: Members): string | null {
  return args === undefined || isObject(args) ? null : fault('arguments', args, 'an object')
}

function argumentTextFault({ arguments: args = {} }: Members): string | null {
  const wrong = Object.entries(args as Members).find(([, value]) => typeof value !== 'string')
  return wrong ? fault(`arguments/${wrong[0].slice(0, 80).toWellFormed()}`, wrong[1], 'text') : null
}

function introductionFault({ protocolVersion, capabilities, clientInfo }: Members): string | null {
  if (typeof protocolVersion !== 'string')
    return fault('protocolVersion', protocolVersion, 'a revision of the protocol')
  if (!isObject(capabilities)) return fault('capabilities', capabilities, 'an object')
  if (!isObject(clientInfo) || typeof clientInfo.name !== 'string' || typeof clientInfo.version !== 'string')
    return fault('clientInfo', clientInfo, 'an object with name and version')
  return null
}

function fault(name: string, value: unknown, right: string): string {
  return `/params/${name}: ${value === undefined ? 'is missing' : `got ${show(value)}`}; it takes ${right}`
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
