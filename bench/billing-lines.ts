import type { BillingSizes } from './billing-data.ts'
import { paymentsLines } from './billing-payments.ts'
import { pdfLine } from './billing-pdf.ts'
import { billingRunLine } from './billing-run.ts'
import { verifyLine } from './billing-verify.ts'
import type { Line } from './report.ts'
import type { Bench } from './scenarios.ts'

// In the order in which each needs what the one before has left behind.
const parts = { g: billingRunLine, n: pdfLine, p: verifyLine, o: paymentsLines }

/** What billing costs, beside the least it could. */
export async function billingLines(
  bench: Bench,
  sizes: BillingSizes,
  isWanted: (key: string) => boolean,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const [key, measure] of Object.entries(parts)) {
    if (!isWanted(key)) continue
    console.log(`${key}. …`)
    lines.push(...[await measure(bench, sizes)].flat())
  }
  return lines
}
