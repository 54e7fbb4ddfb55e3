import { parentPort, workerData } from 'node:worker_threads'
import type { Drawing } from './draw-apart.ts'
import { renderPdf } from './render-pdf.ts'

// Read by itself, as a check of all files does, there is nothing to draw.
const asked: Drawing | null = workerData
if (asked) {
  // What a thread is given has lost its classes: pictures are plain bytes here.
  const drawn = new Map([...asked.pictures].map(([sha256, bytes]) => [sha256, Buffer.from(bytes)]))
  parentPort?.postMessage(await renderPdf(asked.document, drawn))
}
