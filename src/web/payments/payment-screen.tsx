import { invoicepayment } from '#domain/payments/payment.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { type DebitOf, PaymentDetails } from './payment-details.tsx'
import { RecordPayment } from './record-payment.tsx'

interface Props {
  /** What the provider says of a debit, shown by a module that comes after this one. */
  debitOf: DebitOf
}

/** One payment from a customer; without an id in the address, the place to record one. */
export function PaymentScreen({ debitOf }: Props) {
  return (
    <RecordScreen entity={invoicepayment} title="Payment" none={<RecordPayment />}>
      {(answer) => <PaymentDetails answer={answer} debitOf={debitOf} />}
    </RecordScreen>
  )
}
