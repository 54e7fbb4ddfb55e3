import {
  cleanReference,
  cleanText,
  compactDay,
  hashTotal,
  linesOf,
  totalCents,
  type WritePaymentFile,
} from './payment-batch.ts'

const DIRECT_CREDIT = 7
const CREDIT_CODE = 50

/** Internet Banking for Business: header, one line a payment, trailer with the hash total. */
export const writeBnz: WritePaymentFile = ({
  account,
  name,
  batch,
  payment_date,
  created_date,
  payments,
}) => {
  const day = (text: string) => compactDay(text).slice(2)
  const accounts = payments.map((payment) => payment.account)
  return {
    name: `${batch}.afi`,
    text: linesOf([
      // The statement lists each payment by itself.
      [1, '', '', '', account, DIRECT_CREDIT, day(payment_date), day(created_date), 'I'],
      ...payments.map((payment) => [
        2,
        payment.account,
        CREDIT_CODE,
        payment.cents,
        cleanText(payment.payee, 20),
        cleanReference(payment.reference),
        cleanReference(payment.code),
        '',
        cleanReference(payment.particulars),
        cleanText(name, 20),
        cleanReference(payment.our_code),
        cleanReference(payment.our_reference),
        cleanReference(payment.our_particulars),
      ]),
      [3, totalCents(payments), payments.length, hashTotal(accounts)],
    ]),
  }
}
