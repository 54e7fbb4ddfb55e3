import {
  accountParts,
  cleanReference,
  cleanText,
  linesOf,
  type WritePaymentFile,
} from './payment-batch.ts'

const CREDIT_CODE = 50
const FIRST_DETAIL = 2

/** Deskbank: a header, then numbered details with both accounts in their parts. */
export const writeWestpac: WritePaymentFile = ({
  account,
  name,
  batch,
  payment_date,
  payments,
}) => {
  const ours = accountParts(account)
  const [year = '', month = '', day = ''] = payment_date.split('-')
  return {
    name: `${batch}.csv`,
    text: linesOf([
      [
        'A',
        1,
        ours.bank,
        ours.branch,
        cleanText(name, 30),
        '',
        cleanText(batch, 20),
        `${day}${month}${year.slice(2)}`,
        '',
      ],
      ...payments.map((payment, place) => {
        const theirs = accountParts(payment.account)
        return [
          'D',
          place + FIRST_DETAIL,
          theirs.bank,
          theirs.branch,
          theirs.base,
          theirs.suffix,
          CREDIT_CODE,
          'DC',
          payment.cents,
          cleanText(payment.payee, 20),
          cleanReference(payment.particulars),
          cleanReference(payment.code),
          cleanReference(payment.reference),
          ours.bank,
          ours.branch,
          ours.base,
          ours.suffix,
          cleanText(name, 20),
          '',
        ]
      }),
    ]),
  }
}
