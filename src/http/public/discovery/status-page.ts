// The state of the service in words.

import { limits } from '../../../contract/limits.ts'
import { markdownList } from '../../../contract/markdown.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { counted, span } from '../../../contract/words.ts'
import { moment } from '../../../domain/times/moment.ts'
import { serviceState } from '../../../usecases/learning/moderation-state.ts'
import type { Platform } from '../../../usecases/platform.ts'

const states = {
  running: `is running: a decision usually comes within ${span(limits.decisionMs.running)}.`,
  starting: `is starting: a decision usually comes within ${span(limits.decisionMs.starting)}.`,
  idle: 'is idle until a post comes.',
} as const

const waitFor = (texts: number) =>
  texts === 0 ? 'no text waits' : `${counted(texts, 'text')} ${texts === 1 ? 'waits' : 'wait'}`

export async function statusMarkdown(platform: Platform, { baseUrl }: SiteContext): Promise<string> {
  const { state, at, queued, waiting } = await serviceState(platform)
  const lines = [
    '**API:** up',
    `**Moderation** ${states[state]}`,
    `**Queue of the model:** ${waitFor(queued)}`,
    `**Queue of people:** ${waitFor(waiting)}`,
    `**Last sign of life of moderation:** ${at === null ? 'none yet' : moment(at)}`,
  ]
  return `# Status\n\nAs of ${moment(platform.now())}. The same as JSON: [/v1/status](${baseUrl}/v1/status).\n\n${markdownList(lines)}\n`
}
