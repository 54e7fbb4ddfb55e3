import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type {
  DocumentBlock,
  DocumentChart,
  DocumentCode,
  DocumentTable,
  FactList,
  PrintedDocument,
  SignatureBlock,
} from '#domain/kit/document.ts'
import { pathOf, SHEET } from '#domain/kit/drawing.ts'
import { CODE_SIZE, codeModules, drawCode } from './draw-code.ts'

type Pdf = PDFKit.PDFDocument

// A4 in points, with margins that survive every printer and a punch.
const PAGE = { width: 595.28, height: 841.89, left: 56, right: 48, top: 52, bottom: 68 }
const WIDTH = PAGE.width - PAGE.left - PAGE.right
const END = PAGE.height - PAGE.bottom
const INK = '#15191d'
const QUIET = '#59636d'
const LINE = '#d5dade'
const ACCENT = '#14666f'
const PALE = '#9cc4c8'
const LABEL_WIDTH = 150

const fontAt = (name: string) => readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))
let fonts: { regular: Buffer; semibold: Buffer } | null = null

function loadedFonts() {
  fonts ??= { regular: fontAt('inter-regular'), semibold: fontAt('inter-semibold') }
  return fonts
}

/** Draws the description as a PDF. The same description gives the same bytes at any time. */
export async function renderPdf(document: PrintedDocument): Promise<Buffer> {
  return renderBundle([document], `${document.title} ${document.reference}`)
}

/** Draws several documents into one file; each begins on a page of its own and counts its own. */
export async function renderBundle(
  documents: readonly PrintedDocument[],
  title: string,
): Promise<Buffer> {
  const [first] = documents
  if (!first) throw new Error('A file of no documents has no pages.')
  // Loaded with the first document: a server that draws none does without its memory.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    bufferPages: true,
    lang: 'en-NZ',
    displayTitle: true,
    margins: PAGE,
    // Not the standard font, which would be written into every file without being used.
    font: '',
    info: {
      Title: title,
      Author: first.sender[0] ?? '',
      // The document's day and not the clock's: both would end up in the bytes and the file's id.
      CreationDate: new Date(`${first.day}T00:00:00Z`),
    },
  })
  const { regular, semibold } = loadedFonts()
  pdf.registerFont('regular', regular)
  pdf.registerFont('semibold', semibold)
  const bytes = collect(pdf)
  for (const [place, document] of documents.entries()) {
    if (place > 0) pdf.addPage()
    const firstPage = pdf.bufferedPageRange().count - 1
    await write(pdf, document)
    finishPages(pdf, document, firstPage)
  }
  pdf.end()
  return bytes
}

async function write(pdf: Pdf, document: PrintedDocument): Promise<void> {
  head(pdf, document)
  for (const section of document.sections) {
    heading(pdf, section.heading)
    for (const block of section.blocks) await draw(pdf, block)
  }
  if (document.signature) signature(pdf, document.signature)
}

/** What identifies the bytes of a file. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

// Letters with their accents as one character: the font has those, and draws nothing else as well.
const clean = (text: string) => text.normalize('NFC')

function head(pdf: Pdf, document: PrintedDocument): void {
  const [name = '', ...lines] = document.sender
  const half = WIDTH / 2
  pdf.fillColor(ACCENT).font('semibold').fontSize(13)
  pdf.text(clean(name), PAGE.left, PAGE.top, { width: half })
  pdf.fillColor(QUIET).font('regular').fontSize(8.5)
  pdf.text(clean(lines.join('\n')), PAGE.left + half, PAGE.top + 2, { width: half, align: 'right' })
  pdf.x = PAGE.left
  pdf.y = Math.max(pdf.y, PAGE.top + 48) + 14
  pdf.fillColor(INK).fontSize(10)
  pdf.text(clean(document.recipient.join('\n')), { width: half, lineGap: 1 })
  pdf.y += 20
  pdf.font('semibold').fontSize(18).text(clean(document.title), { width: WIDTH })
  pdf.fillColor(QUIET).font('regular').fontSize(9.5)
  pdf.text(clean(`${document.reference} · ${formatDayShort(document.day)}`), { width: WIDTH })
  pdf.y += 4
}

/** Keeps what belongs together on one page. */
function needRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > END) {
    pdf.addPage()
    pdf.x = PAGE.left
    pdf.y = PAGE.top
  }
}

function heading(pdf: Pdf, text: string): void {
  // A heading at the foot of a page would lose its first lines.
  needRoom(pdf, 64)
  pdf.y += 12
  pdf.fillColor(ACCENT).font('semibold').fontSize(11)
  pdf.text(clean(text), PAGE.left, pdf.y, { width: WIDTH })
  pdf.y += 3
}

async function draw(pdf: Pdf, block: DocumentBlock): Promise<void> {
  if (block.kind === 'paragraph') paragraph(pdf, block.text)
  else if (block.kind === 'facts') factList(pdf, block)
  else if (block.kind === 'chart') chart(pdf, block)
  else if (block.kind === 'code') await code(pdf, block)
  else table(pdf, block)
}

async function code(pdf: Pdf, block: DocumentCode): Promise<void> {
  needRoom(pdf, CODE_SIZE + 12)
  const modules = await codeModules(block)
  drawCode(pdf, block, modules, { left: PAGE.left, width: WIDTH, ink: INK })
}

function paragraph(pdf: Pdf, text: string): void {
  pdf.fillColor(INK).font('regular').fontSize(9.5)
  pdf.text(clean(text), PAGE.left, pdf.y, { width: WIDTH, lineGap: 2 })
  pdf.y += 4
}

function factList(pdf: Pdf, { facts }: FactList): void {
  for (const { label, value } of facts) {
    const widths = [LABEL_WIDTH - 10, WIDTH - LABEL_WIDTH]
    row(pdf, [label, value], { widths, lefts: [PAGE.left, PAGE.left + LABEL_WIDTH] })
  }
  pdf.y += 4
}

interface Columns {
  widths: readonly number[]
  lefts: readonly number[]
  numbers?: readonly boolean[]
  isHead?: boolean
  isTotal?: boolean
}

/** One row of cells that wrap on their own; the next begins below the longest of them. */
function row(pdf: Pdf, cells: readonly string[], columns: Columns): void {
  const styled = (place: number) => {
    const isQuiet = columns.isHead || (!columns.numbers && place === 0)
    return pdf
      .font(columns.isHead || columns.isTotal ? 'semibold' : 'regular')
      .fontSize(columns.isHead ? 8.5 : 9.5)
      .fillColor(isQuiet ? QUIET : INK)
  }
  const heights = cells.map((cell, place) =>
    styled(place).heightOfString(clean(cell), { width: columns.widths[place] ?? 0 }),
  )
  const height = Math.max(...heights)
  needRoom(pdf, height + 6)
  const top = pdf.y
  for (const [place, cell] of cells.entries()) {
    const width = columns.widths[place] ?? 0
    const align = columns.numbers?.[place] ? 'right' : 'left'
    styled(place).text(clean(cell), columns.lefts[place] ?? 0, top, { width, align })
  }
  pdf.x = PAGE.left
  pdf.y = top + height + 4
}

function table(pdf: Pdf, { columns, rows, totals = [] }: DocumentTable): void {
  const gap = 10
  const numbers = columns.map((column) => column.isNumber)
  // The first column holds the words and gets what the others leave.
  const narrow = Math.min(88, (WIDTH * 0.7) / Math.max(1, columns.length - 1))
  const first = WIDTH - narrow * (columns.length - 1)
  const widths = columns.map((_, place) => (place === 0 ? first : narrow) - gap)
  const lefts = columns.map((_, place) =>
    place === 0 ? PAGE.left : PAGE.left + first + narrow * (place - 1) + gap,
  )
  const line = () => {
    const top = pdf.y - 2
    pdf.lineWidth(0.5).strokeColor(LINE)
    pdf
      .moveTo(PAGE.left, top)
      .lineTo(PAGE.left + WIDTH, top)
      .stroke()
    pdf.y += 2
  }
  needRoom(pdf, 40)
  pdf.y += 2
  row(
    pdf,
    columns.map((column) => column.label),
    { widths, lefts, numbers, isHead: true },
  )
  line()
  for (const [place, cells] of rows.entries()) {
    row(pdf, cells, { widths, lefts, numbers, isTotal: totals.includes(place) })
    line()
  }
  pdf.y += 4
}

const CHART = { height: 82, gap: 4, label: 16 }

/** Bars with their values above them; what was estimated is drawn paler. */
function chart(pdf: Pdf, { bars }: DocumentChart): void {
  needRoom(pdf, CHART.height + CHART.label + 26)
  const top = pdf.y + 12
  const foot = top + CHART.height
  const step = WIDTH / Math.max(1, bars.length)
  // Only how tall a bar is: what is printed above it stays the exact text.
  const tallest = Math.max(1, ...bars.map((bar) => Number(bar.value ?? 0)))
  for (const [place, bar] of bars.entries()) {
    const left = PAGE.left + step * place
    const height = (Math.max(0, Number(bar.value ?? 0)) / tallest) * CHART.height
    pdf.rect(left + CHART.gap, foot - height, step - CHART.gap * 2, height)
    pdf.fillColor(bar.isEstimated ? PALE : ACCENT).fill()
    const beside = { width: step, align: 'center', lineBreak: false } as const
    pdf.fillColor(INK).font('regular').fontSize(7)
    pdf.text(clean(bar.value ?? '–'), left, foot - height - 10, beside)
    pdf
      .fillColor(QUIET)
      .fontSize(7.5)
      .text(clean(bar.label), left, foot + 4, beside)
  }
  pdf.lineWidth(0.5).strokeColor(LINE)
  pdf
    .moveTo(PAGE.left, foot)
    .lineTo(PAGE.left + WIDTH, foot)
    .stroke()
  pdf.x = PAGE.left
  pdf.y = foot + CHART.label + 4
  if (bars.some((bar) => bar.isEstimated)) paragraph(pdf, 'Pale bars are mostly estimated.')
}

const SIGNATURE_HEIGHT = 54

function signature(pdf: Pdf, { statement, signed }: SignatureBlock): void {
  needRoom(pdf, SIGNATURE_HEIGHT + 120)
  heading(pdf, 'Signature')
  paragraph(pdf, statement)
  const top = pdf.y + 4
  const bottom = top + SIGNATURE_HEIGHT
  if (signed?.strokes) {
    const scale = SIGNATURE_HEIGHT / SHEET.height
    pdf.save().translate(PAGE.left, top).scale(scale)
    pdf.path(pathOf(signed.strokes)).lineWidth(7).lineCap('round').lineJoin('round')
    pdf.stroke(INK).restore()
  } else if (signed) {
    pdf.fillColor(INK).font('regular').fontSize(20)
    pdf.text(clean(signed.name), PAGE.left, bottom - 30, { width: WIDTH, height: 28 })
  }
  pdf.lineWidth(0.7).strokeColor(QUIET)
  pdf
    .moveTo(PAGE.left, bottom)
    .lineTo(PAGE.left + 230, bottom)
    .stroke()
  pdf
    .moveTo(PAGE.left + 260, bottom)
    .lineTo(PAGE.left + WIDTH, bottom)
    .stroke()
  pdf.fillColor(QUIET).font('regular').fontSize(8.5)
  const under = { width: 230 }
  pdf.text(clean(signed ? signed.name : 'Name and signature'), PAGE.left, bottom + 4, under)
  pdf.text(signed ? signed.at : 'Date', PAGE.left + 260, bottom + 4, under)
  if (signed) pdf.text(clean(signed.evidence), PAGE.left, pdf.y + 6, { width: WIDTH })
}

/** What stands on each page of a document, once it is known how many there are. */
function finishPages(pdf: Pdf, { footer, mark }: PrintedDocument, first: number): void {
  const count = pdf.bufferedPageRange().count - first
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(first + page)
    // Below the margin the library would begin another page.
    pdf.page.margins.bottom = 0
    if (mark) drawMark(pdf, mark)
    pdf.fillColor(QUIET).font('regular').fontSize(8)
    const top = PAGE.height - 40
    pdf.text(clean(footer), PAGE.left, top, { width: WIDTH - 80, height: 12, ellipsis: true })
    const place = `Page ${page + 1} of ${count}`
    pdf.text(place, PAGE.left + WIDTH - 80, top, { width: 80, align: 'right' })
  }
}

function drawMark(pdf: Pdf, mark: string): void {
  const middle: [number, number] = [PAGE.width / 2, PAGE.height / 2]
  pdf.save().rotate(-35, { origin: middle }).fillColor(QUIET).fillOpacity(0.14)
  pdf.font('semibold').fontSize(96)
  pdf.text(clean(mark), 0, middle[1] - 56, { width: PAGE.width, align: 'center' })
  pdf.restore().fillOpacity(1)
}
