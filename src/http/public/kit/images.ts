// Draws share images in a thread of their own, one image at a time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../../contract/problems/problem.ts'
import type { Document, Draft } from '../../../usecases/documents.ts'

export type Images = {
  /** Draws an SVG as PNG. Throws `overloaded` while too many images wait. */
  draw(svg: string): Promise<Buffer>
  close(): Promise<void>
}

/** The previous document if it was made from the same SVG, else a new one. */
export async function drawUnlessSame(
  svg: string,
  before: Document | undefined,
  draw: () => Promise<Draft>,
): Promise<Draft> {
  return before?.madeOf === svg ? before : { ...(await draw()), madeOf: svg }
}

/** A burst of so many links in one message or page is drawn within the time limit of a request. */
const mostWaiting = 250

/**
 * Starts the thread with the first image, and again after the thread has ended. The thread keeps fonts that it unpacks in a folder
 * of its own.
 */
export function createImages(file: URL): Images {
  let worker: Worker | undefined
  let folder: string | undefined
  const waiting: PromiseWithResolvers<Buffer>[] = []

  const start = (): Worker => {
    folder ??= mkdtempSync(join(tmpdir(), 'handbill-fonts-'))
    const started = new Worker(file, { workerData: folder })
    started.on('message', (png: Uint8Array) => {
      waiting.shift()?.resolve(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
      // The thread keeps the process alive only while an image is awaited.
      if (waiting.length === 0) started.unref()
    })
    started.on('error', failed)
    started.on('exit', code => failed(new Error(`the thread that draws images ended with ${code}`)))
    return started
  }
  const failed = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  return {
    draw(svg) {
      if (waiting.length >= mostWaiting)
        return Promise.reject(
          new Problem('overloaded', 'Too many images wait to be drawn.', { headers: { 'retry-after': '5' } }),
        )
      worker ??= start()
      worker.ref()
      const image = Promise.withResolvers<Buffer>()
      waiting.push(image)
      worker.postMessage(svg)
      return image.promise
    },
    async close() {
      await worker?.terminate()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
