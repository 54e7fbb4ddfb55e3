import { Worker } from 'node:worker_threads'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { Pictures } from './render-pdf.ts'

/** What the thread is given. */
export interface Drawing {
  document: PrintedDocument
  pictures: Pictures
}

/**
 * Draws a document in a thread of its own: thousands of lines take seconds, and nobody else’s call
 * waits for them. A signal ends it midway.
 */
export function drawApart(
  document: PrintedDocument,
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<Buffer> {
  const workerData: Drawing = { document, pictures }
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { workerData })
    const end = () => void thread.terminate()
    signal?.addEventListener('abort', end, { once: true })
    thread.once('exit', () => signal?.removeEventListener('abort', end))
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`Drawing ended with ${code} and no paper.`)))
  })
}
