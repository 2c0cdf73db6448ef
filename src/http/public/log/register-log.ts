// Mounts the public form of the log of decisions: its entries as JSON, a page at a time, and the page of one entry.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { logEntry, logPage } from '../../../usecases/review/public-log.ts'
import { dataDraft } from '../feeds/data-draft.ts'
import { type Mounted, mountPage } from '../kit/mount-page.ts'
import { missingPageHtml, wrongParametersPageHtml } from '../pages/post-page.ts'
import { logEntryPath } from './checked-line.ts'
import { logEntryHtml, logEntryMarkdown } from './log-entry-page.ts'

type EntryRequest = FastifyRequest<{ Params: { entry: string } }>

const number = (text: unknown) => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)

/** Mounts `/transparency/log/entries.json` and `/transparency/log/:entry` (contract.md §17). The edge has set the site. */
export function registerLog(app: FastifyInstance, platform: Platform): void {
  const mounted: Mounted = {
    app,
    platform,
    instead: ({ site }, { status, extras }) =>
      status === 400 ? wrongParametersPageHtml(site, extras.errors ?? []) : missingPageHtml(site, 404),
  }
  app.get('/transparency/log/entries.json', async (request, reply) => {
    const after = number((request.query as { after?: unknown }).after ?? '0')
    const draft = async () =>
      dataDraft('application/json; charset=utf-8', `${JSON.stringify(await logPage(platform, after))}\n`)
    return sendDocument(request, reply, await platform.documents.get(`log after ${after}`, draft, []))
  })
  mountPage(mounted, logEntryPath(':entry'), ({ site, params }: EntryRequest) => ({
    key: `log entry ${params.entry}`,
    of: [],
    async make() {
      const view = await logEntry(platform, number(params.entry))
      return { html: () => logEntryHtml(site, view), markdown: () => logEntryMarkdown(site, view) }
    },
  }))
}
