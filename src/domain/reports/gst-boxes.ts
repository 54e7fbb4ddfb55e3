import { Exact } from '#domain/kit/decimal.ts'
import { gstInsideOf } from '#domain/kit/figure.ts'
import { type Cents, sumCents, wholeCents } from '#domain/kit/money.ts'

/** What one document adds to a box of the return. */
export interface GstDocument {
  box: 5 | 9 | 11 | 13
  key: string
  name: string
  detail: string | null
  to: string | null
  /** With GST; of bad debts what was given up or came after all. */
  amount: Cents
  /** The GST that was booked with it. */
  gst: Cents
  /** What it was taxed at, of the percentages that have held. */
  percent: string
  is_zero_rated: boolean
}

/** An adjustment of the tax that somebody wrote in, with the reason and the paper for it. */
export interface GstByHand {
  box: 9 | 13
  amount: Cents
}

export const gstBoxNumbers = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const
export type GstBox = (typeof gstBoxNumbers)[number]
export type GstBoxes = Record<GstBox, Cents>

/** What stands in each box of the return, in its own words. */
export const gstBoxWords: Record<GstBox, string> = {
  5: 'Sales and income, with GST',
  6: 'Of it zero-rated',
  7: 'Box 5 less box 6',
  8: 'GST in box 7',
  9: 'Adjustments to pay',
  10: 'GST collected',
  11: 'Purchases and expenses, with GST',
  12: 'GST in box 11',
  13: 'Adjustments to get back',
  14: 'GST credit',
  15: 'GST to pay, or refund',
}

/** The boxes of the return from its documents. */
export function gstBoxes(
  documents: readonly GstDocument[],
  byHand: readonly GstByHand[] = [],
): GstBoxes {
  const inBox = (box: number) => documents.filter((one) => one.box === box)
  const amounts = (list: readonly GstDocument[]) => sumCents(list.map((one) => one.amount))
  const adjusted = (box: 9 | 13) =>
    sumCents([
      ...inBox(box).map((one) => one.gst),
      ...byHand.filter((one) => one.box === box).map((one) => one.amount),
    ])
  const box5 = amounts(inBox(5))
  const box6 = amounts(inBox(5).filter((one) => one.is_zero_rated))
  const box7 = wholeCents(box5 - box6)
  const box8 = contentOf(inBox(5).filter((one) => !one.is_zero_rated))
  const box9 = adjusted(9)
  const box10 = sumCents([box8, box9])
  const box11 = amounts(inBox(11))
  const box12 = contentOf(inBox(11))
  const box13 = adjusted(13)
  const box14 = sumCents([box12, box13])
  return {
    ...{ 5: box5, 6: box6, 7: box7, 8: box8, 9: box9, 10: box10 },
    ...{ 11: box11, 12: box12, 13: box13, 14: box14, 15: wholeCents(box10 - box14) },
  }
}

/** The GST inside documents: one fraction of all taxed alike, as Inland Revenue has it. */
function contentOf(documents: readonly GstDocument[]): Cents {
  const alike = [...Map.groupBy(documents, (one) => new Exact(one.percent).toFixed())]
  return sumCents(
    alike.map(
      ([percent, own]) => gstInsideOf(sumCents(own.map(({ amount }) => amount)), percent).cents,
    ),
  )
}

/** What the books have beside a box, and whether rounding alone explains the rest. */
export interface GstRounding {
  booked: Cents
  difference: Cents
  is_rounding: boolean
  /** Documents whose own GST is more than half a cent away; named where rounding is no reason. */
  documents: readonly GstDocument[]
}

/** Box 8 beside 2300, or box 12 beside 2310: up to half a cent a document is rounding. */
export function gstRounding(
  documents: readonly GstDocument[],
  box: 5 | 11,
  computed: Cents,
): GstRounding {
  const taxed = documents.filter((one) => one.box === box && !one.is_zero_rated)
  const booked = sumCents(taxed.map((one) => one.gst))
  const difference = wholeCents(computed - booked)
  const is_rounding = Math.abs(difference) * 2 <= taxed.length
  return { booked, difference, is_rounding, documents: is_rounding ? [] : taxed.filter(isOut) }
}

// More than half a cent from the fraction of the amount, which is 3 ÷ 23 at 15 %.
function isOut({ amount, gst, percent }: GstDocument): boolean {
  const whole = new Exact(100).plus(percent)
  return whole.times(gst).minus(new Exact(percent).times(amount)).abs().times(2).gt(whole)
}

/** A supply and what the period's entries did to it: sales are positive. */
export interface PeriodSupply {
  amount: Cents
  gst: Cents
  /** Its first entry is of this period. */
  is_first_booked: boolean
  /** It credits a supply that was first booked in this period too. */
  credits_this_period: boolean
}

/**
 * Where a supply belongs. What lowers a supply of this period lowers box 5; what lowers one of an
 * earlier period, or is a credit by itself, is claimed in box 11; what raises one is a sale.
 */
export function supplyBox(supply: PeriodSupply): { box: 5 | 11; amount: Cents; gst: Cents } {
  const { amount, gst, is_first_booked, credits_this_period } = supply
  const isSale = amount > 0 || (is_first_booked && credits_this_period)
  if (isSale) return { box: 5, amount, gst }
  return { box: 11, amount: wholeCents(-amount), gst: wholeCents(-gst) }
}

/** A statement books its GST alone, on what was booked before: so much was taxed by it. */
export function taxedBy(gst: Cents, percent: string): Cents {
  if (new Exact(percent).isZero()) return wholeCents(0)
  return wholeCents(Math.sign(gst) * Math.round((Math.abs(gst) * 100) / Number(percent)))
}

/**
 * Of money that came or went out again, the part with our GST in it: the supplier's block of an invoice
 * through us is paid first. Both are sums up to a day, so that the parts of two periods add up.
 */
export function oursOf(paid: Cents, suppliers: Cents): Cents {
  return wholeCents(paid - paidOf(paid, suppliers))
}

/** As much of a part that is paid first as money reaches. */
export function paidOf(paid: Cents, part: Cents): Cents {
  return wholeCents(Math.min(Math.max(paid, Math.min(0, part)), Math.max(0, part)))
}
