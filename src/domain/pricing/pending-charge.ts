/** A fee or credit that waits for a customer's next invoice, without GST. */
export interface PendingCharge {
  id: number
  charge_type: string
  name: string
  amount: string
}
