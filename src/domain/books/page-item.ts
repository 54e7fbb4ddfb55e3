/** A rest of an older invoice that a page asks for again. */
export interface PageItem {
  invoice_id: number
  invoice_number: string
  due_date: string
  balance: string
}
