// Mounts the page of saved posts and the service worker that keeps them.
import type { FastifyInstance } from 'fastify'
import { savedPath } from '../../../domain/posts/list-paths.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { mountPage } from '../kit/mount-page.ts'
import { savedMarkdown, savedPageHtml } from './saved-page.ts'
import { workerText } from './saved-scripts.ts'

/** Mounts `/saved/` and `/sw.js` (contract.md §17). The edge has set the site. */
export function registerSaved(app: FastifyInstance, platform: Platform): void {
  mountPage({ app, platform }, savedPath, ({ site }) => ({
    key: 'saved',
    lasting: () => ({ html: () => savedPageHtml(site), markdown: () => savedMarkdown(site) }),
  }))
  app.get('/sw.js', (request, reply) => {
    const worker = platform.documents.lasting('sw.js', () => ({
      body: workerText(),
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'cache-control': 'no-cache',
      },
    }))
    return sendDocument(request, reply, worker)
  })
}
