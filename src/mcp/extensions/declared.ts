// Says what the client of a request declares that it can do. Only requests of the 2026-07-28 revision say so.
import { type ExtensionName, extensions, metaKeys } from '../../contract/protocol-versions.ts'
import { isObject } from '../../domain/is-object.ts'

/** Whether an envelope declares an extension. */
export function declares(envelope: unknown, name: ExtensionName): boolean {
  const { extensions: declared } = capabilitiesOf(envelope)
  return isObject(declared) && declared[extensions[name]] !== undefined
}

/** Whether an envelope says that its client can open links for its user. */
export function opensLinks(envelope: unknown): boolean {
  const { elicitation } = capabilitiesOf(envelope)
  return isObject(elicitation) && elicitation.url !== undefined
}

function capabilitiesOf(envelope: unknown): Record<string, unknown> {
  const capabilities = isObject(envelope) ? envelope[metaKeys.clientCapabilities] : undefined
  return isObject(capabilities) ? capabilities : {}
}
