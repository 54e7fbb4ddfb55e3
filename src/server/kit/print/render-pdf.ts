import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type {
  DocumentBlock,
  DocumentCode,
  DocumentTable,
  FactList,
  PrintedDocument,
  SignatureBlock,
} from '#domain/kit/document.ts'
import { pathOf, SHEET } from '#domain/kit/drawing.ts'
import { type Look, palerColour, standardLook } from '#domain/kit/look.ts'
import { CHART_HEIGHT, drawChart } from './draw-chart.ts'
import { CODE_SIZE, codeModules, drawCode } from './draw-code.ts'
import { clean, END, INK, LINE, PAGE, QUIET, WIDTH } from './sheet.ts'

type Pdf = PDFKit.PDFDocument

const LABEL_WIDTH = 150
const LOGO: [width: number, height: number] = [190, 48]

/** The pictures of documents, by the digests they name. */
export type Pictures = ReadonlyMap<string, Buffer>

const fontAt = (name: string) => readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))
let fonts: { regular: Buffer; semibold: Buffer } | null = null

function loadedFonts() {
  fonts ??= { regular: fontAt('inter-regular'), semibold: fontAt('inter-semibold') }
  return fonts
}

/** Draws the description as a PDF. The same description gives the same bytes at any time. */
export async function renderPdf(
  document: PrintedDocument,
  pictures: Pictures = new Map(),
): Promise<Buffer> {
  return renderBundle([document], `${document.title} ${document.reference}`, pictures)
}

/** Draws several documents into one file; each begins on a page of its own and counts its own. */
export async function renderBundle(
  documents: readonly PrintedDocument[],
  title: string,
  pictures: Pictures = new Map(),
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
    await write(pdf, document, pictures)
    finishPages(pdf, document, firstPage)
  }
  pdf.end()
  return bytes
}

async function write(pdf: Pdf, document: PrintedDocument, pictures: Pictures): Promise<void> {
  const look = document.look ?? standardLook
  head(pdf, document, look, pictures)
  for (const section of document.sections) {
    heading(pdf, section.heading, look)
    for (const block of section.blocks) await draw(pdf, block, look)
  }
  if (document.signature) signature(pdf, document.signature, look)
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

function head(pdf: Pdf, document: PrintedDocument, look: Look, pictures: Pictures): void {
  const [name = '', ...lines] = document.sender
  const half = WIDTH / 2
  const logo = pictures.get(look.logo ?? '')
  pdf.fillColor(look.colour).font('semibold').fontSize(13)
  if (logo) pdf.image(logo, PAGE.left, PAGE.top, { fit: LOGO })
  else pdf.text(clean(name), PAGE.left, PAGE.top, { width: half })
  // Beside a picture the name is told as well: it is who the law knows.
  const told = logo ? [name, ...lines] : lines
  pdf.fillColor(QUIET).font('regular').fontSize(8.5)
  pdf.text(clean(told.join('\n')), PAGE.left + half, PAGE.top + 2, { width: half, align: 'right' })
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

function heading(pdf: Pdf, text: string, { colour }: Look): void {
  // A heading at the foot of a page would lose its first lines.
  needRoom(pdf, 64)
  pdf.y += 12
  pdf.fillColor(colour).font('semibold').fontSize(11)
  pdf.text(clean(text), PAGE.left, pdf.y, { width: WIDTH })
  pdf.y += 3
}

async function draw(pdf: Pdf, block: DocumentBlock, look: Look): Promise<void> {
  if (block.kind === 'paragraph') paragraph(pdf, block.text)
  else if (block.kind === 'facts' && block.isLarge) largeFacts(pdf, block, look)
  else if (block.kind === 'facts') factList(pdf, block)
  else if (block.kind === 'chart') {
    needRoom(pdf, CHART_HEIGHT)
    drawChart(pdf, block, look)
    if (block.bars.some((bar) => bar.isEstimated)) paragraph(pdf, 'Pale bars are mostly estimated.')
  } else if (block.kind === 'code') await code(pdf, block)
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

const LARGE = { height: 52, inside: 12, gap: 10 }

/** Boxes beside each other, an amount in each: nobody has to look for it. */
function largeFacts(pdf: Pdf, { facts }: FactList, { colour }: Look): void {
  needRoom(pdf, LARGE.height + 12)
  const top = pdf.y + 2
  const step = (WIDTH + LARGE.gap) / Math.max(2, facts.length)
  for (const [place, { label, value }] of facts.entries()) {
    const left = PAGE.left + step * place
    pdf.roundedRect(left, top, step - LARGE.gap, LARGE.height, 5)
    pdf.fillColor(palerColour(colour, place === 0 ? 0.86 : 0.94)).fill()
    const inside = { width: step - LARGE.gap - LARGE.inside * 2, lineBreak: false }
    pdf.fillColor(INK).font('regular').fontSize(9)
    pdf.text(clean(label), left + LARGE.inside, top + 9, inside)
    pdf.font('semibold').fontSize(18)
    pdf.text(clean(value), left + LARGE.inside, top + 23, inside)
  }
  pdf.x = PAGE.left
  pdf.y = top + LARGE.height + 8
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

const SIGNATURE_HEIGHT = 54

function signature(pdf: Pdf, { statement, signed }: SignatureBlock, look: Look): void {
  needRoom(pdf, SIGNATURE_HEIGHT + 120)
  heading(pdf, 'Signature', look)
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
function finishPages(pdf: Pdf, { footer, mark, look }: PrintedDocument, first: number): void {
  const count = pdf.bufferedPageRange().count - first
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(first + page)
    // Below the margin the library would begin another page.
    pdf.page.margins.bottom = 0
    if (mark) drawMark(pdf, mark)
    pdf.fillColor(QUIET).font('regular').fontSize(7)
    const words = { width: WIDTH, height: 18, ellipsis: true }
    if (look?.footer) pdf.text(clean(look.footer), PAGE.left, END + 5, words)
    pdf.fontSize(8)
    const top = PAGE.height - 40
    pdf.text(clean(footer), PAGE.left, top, { width: WIDTH - 80, height: 12, ellipsis: true })
    const place = `Page ${page + 1} of ${count}`
    pdf.text(place, PAGE.left + WIDTH - 80, top, { width: 80, align: 'right' })
  }
}

const MARK = { size: 96, width: 560 }

function drawMark(pdf: Pdf, mark: string): void {
  const middle: [number, number] = [PAGE.width / 2, PAGE.height / 2]
  pdf.save().rotate(-35, { origin: middle }).fillColor(QUIET).fillOpacity(0.14)
  pdf.font('semibold').fontSize(MARK.size)
  const width = pdf.widthOfString(clean(mark))
  // A long word is written smaller, and still on one line.
  if (width > MARK.width) pdf.fontSize(Math.floor((MARK.size * MARK.width) / width))
  pdf.text(clean(mark), 0, middle[1] - 56, { width: PAGE.width, align: 'center' })
  pdf.restore().fillOpacity(1)
}
