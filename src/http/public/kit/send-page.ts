// Sends a page; where there is none, or none for such parameters, a page that says so.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problem.ts'
import { sendDocument } from '../../../edge/send-document.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'
import { htmlHeaders } from './layout.ts'
import { redirectTo } from './list-routes.ts'

/** What a page is made of. */
export const page = (body: string): Draft => ({ body, headers: htmlHeaders, dated: true })

/** Sends a page, leads to where it is for good, or with the status of a problem what stands in its place; `insteadOf` is null for problems that are no page. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  load: () => Document | Promise<Document | { movedTo: string }>,
  insteadOf: (problem: Problem) => string | null,
) {
  try {
    const loaded = await load()
    if ('movedTo' in loaded) return redirectTo(request, reply, loaded.movedTo)
    return await sendDocument(request, reply, loaded)
  } catch (error) {
    const body = error instanceof Problem && insteadOf(error)
    if (!body) throw error
    const headers = { ...htmlHeaders, 'cache-control': 'public, max-age=0, must-revalidate' }
    return reply.code(error.status).headers(headers).send(body)
  }
}
