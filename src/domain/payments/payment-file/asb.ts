import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { cleanReference, cleanText, linesOf, type WritePaymentFile } from './payment-batch.ts'

/** Direct credit CSV without a header; every line carries the batch. */
export const writeAsb: WritePaymentFile = ({ account, batch, payment_date, payments }) => ({
  name: `${batch}.csv`,
  text: linesOf(
    payments.map((payment) => [
      cleanText(batch, 20),
      payment_date.replaceAll('-', '/'),
      account,
      toDecimalString(wholeCents(payment.cents)),
      cleanReference(payment.particulars),
      cleanReference(payment.code),
      cleanReference(payment.reference),
      payment.account,
      cleanReference(payment.our_particulars),
      cleanReference(payment.our_code),
      cleanReference(payment.our_reference),
      cleanText(payment.payee, 32),
    ]),
  ),
})
