import type { Invoice } from '#domain/invoices/invoice.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Opening } from '#server/books/opening-balance.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { supplierRest } from './supplier-rest.ts'

type OpeningColumns = Pick<
  Invoice,
  | ('billing' | 'split_collection' | 'supplier_difference' | 'supplier_opening_balance')
  | ('supplier_discounted_total' | 'supplier_undiscounted_total')
  | ('discounted_total_this_period' | 'undiscounted_total_this_period')
>

/** What a page asks from before, as it stands when it goes out, and the totals that follow. */
export async function refreshedOpening(conn: Conn, row: OpeningColumns, opening: Opening) {
  const isThroughUs = row.billing === 'split' && row.split_collection === 'through_us'
  const theirs = isThroughUs ? await supplierSide(conn, row, opening) : null
  const rest = theirs?.supplier_rest ?? cents('0.00')
  const difference = isThroughUs ? cents(row.supplier_difference ?? '0.00') : cents('0.00')
  const balance = sumCents([cents(opening.amount), difference])
  const total = (thisPeriod: string | null) =>
    toDecimalString(sumCents([balance, cents(thisPeriod ?? '0.00')]))
  return {
    ...theirs?.columns,
    reliance_opening_balance: toDecimalString(wholeCents(cents(opening.amount) - rest)),
    opening_balance: toDecimalString(balance),
    discounted_total: total(row.discounted_total_this_period),
    undiscounted_total: total(row.undiscounted_total_this_period),
  }
}

/** Payments since may have covered the supplier's part of what the page carries. */
async function supplierSide(conn: Conn, row: OpeningColumns, { items }: Opening) {
  const supplier_rest = cents(await supplierRest(conn, items))
  const difference = cents(row.supplier_difference ?? '0.00')
  const balance = sumCents([supplier_rest, difference])
  const change = wholeCents(balance - cents(row.supplier_opening_balance ?? '0.00'))
  const moved = (total: string | null) =>
    toDecimalString(sumCents([cents(total ?? '0.00'), change]))
  return {
    supplier_rest,
    columns: {
      supplier_opening_balance: toDecimalString(balance),
      supplier_discounted_total: moved(row.supplier_discounted_total),
      supplier_undiscounted_total: moved(row.supplier_undiscounted_total),
    },
  }
}
