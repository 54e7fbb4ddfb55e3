import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import type { DocumentBlock, PrintedDocument } from '#domain/kit/document.ts'
import { contentOf } from '#server/invoices/invoice-document.ts'
import { invoiceFacts } from '#server/invoices/invoice-facts.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { middle } from './api-call.ts'
import type { BillingSizes } from './billing-data.ts'
import { openOffice, processorTime } from './billing-office.ts'
import { billedInvoices } from './billing-run.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

const PAGES = 60
const ROUNDS = 3
const GOAL_MS = 40

/** Invoices drawn as they are at sending, beside pdfkit putting the same words on a page. */
export async function pdfLine(bench: Bench, sizes: BillingSizes): Promise<Line> {
  const ids = await billedInvoices(bench, sizes, PAGES)
  const documents = await documentsOf(bench, ids)
  const ours: number[] = []
  const bare: number[] = []
  // The first round warms up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const each = async (draw: (document: PrintedDocument) => Promise<Buffer>) =>
      (await processorTime(async () => {
        for (const document of documents) await draw(document)
      })) / documents.length
    const [drawn, plain] = [await each(renderPdf), await each(bareDrawing)]
    if (round === 0) continue
    ours.push(drawn)
    bare.push(plain)
  }
  const [oursMs, bareMs] = [middle(ours), middle(bare)]
  return {
    key: 'n',
    title: 'PDF of an invoice',
    ours: `${oursMs.toFixed(1)} ms of one core`,
    reference: `bare pdfkit ${bareMs.toFixed(1)} ms`,
    reached: `${oursMs.toFixed(1)} ms, ${(oursMs / bareMs).toFixed(2)} × bare pdfkit`,
    goal: `≤ ${GOAL_MS} ms`,
    isMet: oursMs <= GOAL_MS,
    figures: { ours, bare },
  }
}

async function documentsOf(bench: Bench, ids: readonly number[]): Promise<PrintedDocument[]> {
  const office = openOffice(bench)
  try {
    const documents: PrintedDocument[] = []
    for (const id of ids)
      documents.push(
        await office.read(async (conn) =>
          contentOf(office.ctx, conn, await invoiceFacts(conn, id)),
        ),
      )
    return documents
  } finally {
    await office.close()
  }
}

const font = readFileSync(
  new URL('../src/server/kit/print/fonts/inter-regular.ttf', import.meta.url),
)

/** The same words in the same font, one under the other: nothing measured, nothing aligned. */
function bareDrawing(document: PrintedDocument): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', font: '' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
  })
  pdf.registerFont('regular', font)
  pdf.font('regular').fontSize(9.5)
  for (const [place, text] of wordsOf(document).entries())
    pdf.text(text, 50 + (place % 4) * 120, 40 + ((place * 3) % 700), { lineBreak: false })
  pdf.end()
  return done
}

function wordsOf({ sender, recipient, title, reference, sections, footer }: PrintedDocument) {
  const told = sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(wordsIn)])
  return [...sender, ...recipient, title, reference, ...told, footer]
}

function wordsIn(block: DocumentBlock): string[] {
  if (block.kind === 'paragraph') return [block.text]
  if (block.kind === 'facts') return block.facts.flatMap(({ label, value }) => [label, value])
  if (block.kind === 'chart') return block.bars.flatMap(({ label, value }) => [label, value ?? ''])
  if (block.kind === 'code') return [block.says]
  return [...block.columns.map((column) => column.label), ...block.rows.flat()]
}
