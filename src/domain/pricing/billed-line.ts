import type { LineKey } from './line-key.ts'

/** A line of a bill or an invoice as it is kept, printed and compared. */
export interface BilledLine {
  key: string
  name: string
  quantity: string
  unit: string
  rate: string
  amount: string
  discountable: boolean
  /** Where it comes from: our rates, the supplier's bill, somebody's hand, or our own charges. */
  source: 'rate' | 'bill' | 'given' | 'own'
  connection: string | null
  from: string | null
  to: string | null
  estimated_share: string
  missing_days: number
  /** Only where it bills a charge that waited. */
  pending_charge_id?: number
  /** Only where it was typed over one of our lines. */
  replaces?: LineKey
}

/** Written by somebody, and so kept when everything else is read anew. */
export const isByHand = ({ source, pending_charge_id }: BilledLine) =>
  source === 'given' && !pending_charge_id
