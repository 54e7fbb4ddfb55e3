import type { DocumentChart } from '#domain/kit/document.ts'
import { type Look, palerColour } from '#domain/kit/look.ts'
import { clean, INK, LINE, PAGE, QUIET, WIDTH } from './sheet.ts'

const CHART = { height: 82, gap: 4, label: 16 }

/** With the values above the bars and what stands below them. */
export const CHART_HEIGHT = CHART.height + CHART.label + 26

/** Bars with their values above them; what was estimated is drawn paler. */
export function drawChart(
  pdf: PDFKit.PDFDocument,
  { bars }: DocumentChart,
  { colour }: Look,
): void {
  const top = pdf.y + 12
  const foot = top + CHART.height
  const step = WIDTH / Math.max(1, bars.length)
  // Only how tall a bar is: what is printed above it stays the exact text.
  const tallest = Math.max(1, ...bars.map((bar) => Number(bar.value ?? 0)))
  for (const [place, bar] of bars.entries()) {
    const left = PAGE.left + step * place
    const height = (Math.max(0, Number(bar.value ?? 0)) / tallest) * CHART.height
    pdf.rect(left + CHART.gap, foot - height, step - CHART.gap * 2, height)
    pdf.fillColor(bar.isEstimated ? palerColour(colour) : colour).fill()
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
}
