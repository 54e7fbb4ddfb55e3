/** Something that must hold of the books, and does not. */
export interface Violation {
  code: string
  title: string
  customer_id: number | null
  detail: string
}
