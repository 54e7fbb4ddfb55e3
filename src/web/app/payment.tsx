import { DebitPanel } from '#web/directdebit/payment/debit-panel.tsx'
import { PaymentScreen } from '#web/payments/payment-screen.tsx'

/** A payment from a customer, with what the provider says of a direct debit. */
export function Screen() {
  return <PaymentScreen debitOf={(row, titles) => <DebitPanel row={row} titles={titles} />} />
}
