// Handlers of reports.

import type { reportsOperations } from '../../contract/operations/reports.ts'
import { sentences } from '../../contract/sentences.ts'
import { reportView } from '../posts/reports.ts'
import type { Handlers } from './handler.ts'

export const reportsHandlers: Handlers<typeof reportsOperations> = {
  async reportPost({ platform, request, body }) {
    const { post_id: postId, reason, details, law, name, good_faith: goodFaith = null, email } = body
    const { site, caller: account, ip } = request
    const reporter = account?.accountId ?? platform.links.pseudonym(`${ip} ${email?.toLowerCase() ?? ''}`)
    const said = { postId, reason, details: details || null, law: law || null, name: name || null, goodFaith }
    const by = { site: site.id, email: email ?? null, language: request.language?.() ?? null, reporter, account, ip }
    const { id, counted } = await platform.act('reportPost', { ...said, ...by })
    const message = counted ? sentences.reportCounted : sentences.reported
    return { value: { received: true, report_id: id, message, ...(counted && { counted }) } }
  },

  async reportHandle({ platform, request, params: { handle }, body: { reason, details } }) {
    const { site, caller, ip } = request
    const reporter = platform.links.pseudonym(caller?.accountId ?? ip)
    const report = { handle, site: site.id, reason, details: details?.trim() || null, reporter, ip }
    const { counted } = await platform.act('reportHandle', report)
    const message = counted ? sentences.handleCounted : sentences.handleReported
    return { value: { received: true, handle, message, ...(counted && { counted }) } }
  },

  async getReport({ platform, request, params }) {
    return { value: await reportView(platform, request.site.id, params.id) }
  },
}
