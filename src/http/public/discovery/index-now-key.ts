// Serves the key of IndexNow, by which search engines know that its addresses come from the site itself.
import type { FastifyInstance } from 'fastify'
import type { AnnouncerConfig } from '../../../contract/announcements.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { keyPath } from '../../../integrations/announcements/announcer.ts'
import type { Platform } from '../../../usecases/platform.ts'

/** Mounts `/KEY.txt` where there is a key. */
export function registerIndexNowKey(
  app: FastifyInstance,
  { documents }: Platform,
  { indexNow }: AnnouncerConfig,
): void {
  if (indexNow === null) return
  const { key } = indexNow
  const path = keyPath(key)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  app.get(path, (request, reply) =>
    sendDocument(
      request,
      reply,
      documents.lasting(path, () => ({ body: key, headers, dated: true })),
    ),
  )
}
