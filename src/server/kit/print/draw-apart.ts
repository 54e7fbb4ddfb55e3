import type { PrintedDocument } from '#domain/kit/document.ts'
import { runApart } from '#server/kit/apart/run-apart.ts'
import type { Pictures } from './render-pdf.ts'

/** What the thread is given. */
export interface Drawing {
  document: PrintedDocument
  pictures: Pictures
}

const script = new URL('./drawing-thread.ts', import.meta.url)

/** Draws a document in a thread of its own: thousands of lines take seconds. */
export async function drawApart(
  document: PrintedDocument,
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<Buffer> {
  const asked: Drawing = { document, pictures }
  return Buffer.from(await runApart<Uint8Array>(script, asked, { signal }))
}
