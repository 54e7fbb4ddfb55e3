import type { PartKind } from '#domain/bank/candidate.ts'
import { commissionPart } from './commission-part.ts'
import { customerPart } from './customer-part.ts'
import { dishonourPart } from './dishonour-part.ts'
import { accountPart, asidePart } from './ledger-parts.ts'
import type { PartKindRules } from './part-kind.ts'
import { paymentPart } from './payment-part.ts'
import { payoutPart } from './payout-part.ts'
import { refundPart } from './refund-part.ts'
import { billPart, billPaymentPart, returnedPart, supplierRefundPart } from './supplier-parts.ts'
import { transferPart } from './transfer-part.ts'

/** What each kind of part does. */
export const partRules: Readonly<Partial<Record<PartKind, PartKindRules>>> = {
  customer: customerPart,
  payment: paymentPart,
  deposit: paymentPart,
  payout: payoutPart,
  billpayment: billPaymentPart,
  bill: billPart,
  supplier_refund: supplierRefundPart,
  returned: returnedPart,
  refund: refundPart,
  dishonour: dishonourPart,
  transfer: transferPart,
  account: accountPart,
  commission: commissionPart,
  aside: asidePart,
}
