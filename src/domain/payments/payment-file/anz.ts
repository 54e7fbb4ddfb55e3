import {
  cleanReference,
  cleanText,
  compactDay,
  hashTotal,
  linesOf,
  totalCents,
  type WritePaymentFile,
} from './payment-batch.ts'

const CREDIT_CODE = 50

/** CSV with control records: credits, one debit a payment on the statement. */
export const writeAnz: WritePaymentFile = ({
  account,
  batch,
  payment_date,
  created_date,
  payments,
}) => {
  const accounts = payments.map((payment) => payment.account)
  const total = totalCents(payments)
  return {
    name: `${batch}.csv`,
    text: linesOf([
      [
        1,
        'C',
        compactDay(payment_date),
        '',
        compactDay(created_date),
        account,
        '',
        'M',
        '',
        cleanReference(batch),
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      ...payments.map((payment) => [
        2,
        payment.account,
        CREDIT_CODE,
        payment.cents,
        cleanText(payment.payee, 32),
        cleanReference(payment.particulars),
        cleanReference(payment.code),
        cleanReference(payment.reference),
        cleanReference(payment.our_particulars),
        cleanReference(payment.our_code),
        cleanReference(payment.our_reference),
        '',
        '',
        '',
      ]),
      [3, 0, total, payments.length, hashTotal(accounts), '', '', ''],
    ]),
  }
}
