import { parentPort, workerData } from 'node:worker_threads'
import type { Drawing } from './draw-apart.ts'
import { renderPdf } from './render-pdf.ts'

// What a thread is given has lost its classes: pictures are plain bytes here.
const { document, pictures }: Drawing = workerData
const drawn = new Map([...pictures].map(([sha256, bytes]) => [sha256, Buffer.from(bytes)]))
parentPort?.postMessage(await renderPdf(document, drawn))
