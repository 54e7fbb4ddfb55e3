import type { DocumentCode } from '#domain/kit/document.ts'

type Pdf = PDFKit.PDFDocument

/** Thirty millimetres: a phone reads it from an arm's length. */
export const CODE_SIZE = 85

interface Place {
  left: number
  width: number
  ink: string
}

/** Draws a code that a phone can read, with what it is for beside it. */
export async function codeModules({ text }: DocumentCode): Promise<boolean[][]> {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  )
}

export function drawCode(pdf: Pdf, block: DocumentCode, dark: boolean[][], place: Place): void {
  const step = CODE_SIZE / dark.length
  const top = pdf.y + 4
  for (const [row, cells] of dark.entries()) {
    for (const [column, isDark] of cells.entries())
      if (isDark) pdf.rect(place.left + column * step, top + row * step, step, step)
  }
  pdf.fillColor(place.ink).fill()
  const beside = place.left + CODE_SIZE + 14
  pdf.font('regular').fontSize(9.5)
  pdf.text(block.says, beside, top, { width: place.width - CODE_SIZE - 14, lineGap: 2 })
  pdf.x = place.left
  pdf.y = Math.max(pdf.y, top + CODE_SIZE) + 8
}
