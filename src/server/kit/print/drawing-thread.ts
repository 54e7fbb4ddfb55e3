import { answerApart } from '#server/kit/apart/answer-apart.ts'
import type { Drawing } from './draw-apart.ts'
import { renderPdf } from './render-pdf.ts'

await answerApart(async ({ document, pictures }: Drawing): Promise<Uint8Array> => {
  // What a thread is given has lost its classes: pictures are plain bytes here.
  const drawn = new Map([...pictures].map(([sha256, bytes]) => [sha256, Buffer.from(bytes)]))
  return renderPdf(document, drawn)
})
