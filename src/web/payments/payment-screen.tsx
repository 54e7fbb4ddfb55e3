import { invoicepayment } from '#domain/payments/payment.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { RecordPayment } from './record-payment.tsx'

/** One payment from a customer; without an id in the address, the place to record one. */
export function Screen() {
  return (
    <RecordScreen entity={invoicepayment} title="Payment" none={<RecordPayment />}>
      {(answer) => <PaymentDetails answer={answer} />}
    </RecordScreen>
  )
}
