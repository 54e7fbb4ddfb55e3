import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { gstInside } from './postings.ts'

/** A rest that is given up, and what is known of the invoice it is of. */
export interface GivenUp {
  rest: Cents
  /** What was asked, as the discount stands, less what was forgiven before. */
  asked: Cents
  /** The GST in that. */
  gst: Cents
  gst_percent: string
  /** Our own part of it, where the rest of the invoice is the supplier's; else null. */
  own: Cents | null
}

/**
 * The GST that comes back with a rest that is given up. Where nothing was paid it is all of the
 * document's; else the content of the rest, of which our own part is the last to be paid, and never
 * more than the document has left.
 */
export function gstGivenUp({ rest, asked, gst, gst_percent, own }: GivenUp): Cents {
  if (rest === asked && rest > 0) return gst
  const ours = own === null ? rest : wholeCents(Math.min(rest, Math.max(0, own)))
  return wholeCents(Math.min(gstInside(ours, gst_percent), Math.max(0, gst)))
}
