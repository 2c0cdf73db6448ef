// Answers the plain cases of tools/call and tools/list without the SDK.
import type { IncomingHttpHeaders } from 'node:http'
import type { Platform } from '../actions/platform.ts'
import type { Asker } from './call-tool.ts'
import type { SiteServer } from './site-server.ts'

export type DirectAnswers = (message: unknown, headers: IncomingHttpHeaders, asker: Asker) => Promise<Buffer | null>

export function directAnswers(_platform: Platform, _server: SiteServer): DirectAnswers {
  return async () => null
}
