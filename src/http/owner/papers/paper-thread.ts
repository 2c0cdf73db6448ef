// The thread that makes PDFs: it answers each paper with the bytes of its document, in the order of arrival.
import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import type { Paper } from './paper.ts'

let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (paper: Paper) => {
  last = last.then(async () => {
    parentPort?.postMessage(await drawPaper(paper).catch((error: unknown) => `a document failed: ${String(error)}`))
  })
})
