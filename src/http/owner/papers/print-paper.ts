// Makes PDFs in a thread of their own, which starts with the first: reading the fonts takes longer than a request may hold the loop.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../../contract/problems/problem.ts'
import type { Paper } from './paper.ts'

/** The extension is that of this file: .ts in the sources, .js when compiled. */
const file = new URL(`./paper-thread${extname(import.meta.filename)}`, import.meta.url)
/** So many are made within the time limit of a request. */
const mostWaiting = 20

let thread: Worker | undefined
const waiting: PromiseWithResolvers<Buffer>[] = []

/** The PDF of a paper: the same bytes for the same paper. Throws `overloaded` while too many wait. */
export function printPaper(paper: Paper): Promise<Buffer> {
  if (waiting.length >= mostWaiting)
    return Promise.reject(
      new Problem('overloaded', 'Too many documents wait to be made.', { headers: { 'retry-after': '5' } }),
    )
  thread ??= start()
  thread.ref()
  const printed = Promise.withResolvers<Buffer>()
  waiting.push(printed)
  thread.postMessage(paper)
  return printed.promise
}

function start(): Worker {
  const started = new Worker(file)
  const failed = (error: Error) => {
    thread = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  started.on('message', (pdf: Uint8Array | string) => {
    const printed = waiting.shift()
    if (typeof pdf === 'string') printed?.reject(new Error(pdf))
    else printed?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    // The thread keeps the process alive only while a document is awaited.
    if (waiting.length === 0) started.unref()
  })
  started.on('error', failed)
  started.on('exit', code => failed(new Error(`the thread that makes documents ended with ${code}`)))
  return started
}
