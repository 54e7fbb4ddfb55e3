/** A rest of an older document that a page asks for again. */
export interface PageItem {
  invoice_id: number | null
  /** Where it is no invoice; pages that went out before there were adjustments do not say. */
  adjustment_id?: number | null
  /** The number it was sent under, an adjustment's as well. */
  invoice_number: string
  due_date: string
  balance: string
}
