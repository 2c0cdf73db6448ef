// Serves the key of IndexNow, by which search engines verify that the site itself announces its addresses.
import type { FastifyInstance } from 'fastify'
import type { AnnouncerConfig } from '../../../contract/announcements.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import { keyPath } from '../../../integrations/announcements/announcer.ts'
import type { Platform } from '../../../usecases/platform.ts'

/** Mounts `/KEY.txt` if a key is configured. */
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
