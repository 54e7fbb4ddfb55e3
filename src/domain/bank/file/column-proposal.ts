// A table of no known bank: which column holds what is proposed from the header and corrected by
// people; what they chose is remembered by the header.

import { type ColumnMapping, fileColumns } from '#domain/kit/import/file-columns.ts'
import type { ColumnField } from './csv-layouts.ts'
import type { FieldColumns } from './csv-lines.ts'

/** The columns of a table that no bank is known by, with the headings people really use. */
export const bankColumns = fileColumns<ColumnField>(
  {
    transaction_date: 'transactiondate, date, valuedate, bookingdate, posted, day',
    processed_date: 'dateprocessed, processeddate, processed',
    amount: 'amount, value, transactionamount, amountnzd, total',
    amount_in: 'credit, moneyin, deposit, deposits, credits, in, paidin, amountcredit',
    amount_out: 'debit, moneyout, withdrawal, withdrawals, debits, out, paidout',
    balance_after: 'balance, runningbalance, closingbalance, accountbalance',
    other_party: 'otherparty, payee, payer, name, details, counterparty, opname',
    other_account: 'otherpartyaccount, otheraccount, counterpartyaccount, fromaccount',
    particulars: 'particulars, particular, part',
    code: 'code, analysiscode',
    reference: 'reference, ref, chequenumber',
    memo: 'memo, description, narrative, text, transactiondetails, comment',
    bank_type: 'type, transactiontype, trantype',
    bank_line_id: 'uniqueid, transactionid, fitid, id',
    account: 'accountnumber, account, thispartyaccount',
  },
  (mapping) => (isWholeMapping(mapping) ? null : 'Say which columns hold the date and the amount.'),
)

export type BankMapping = ColumnMapping<ColumnField>

export interface MappingProposal {
  /** Under this the mapping is remembered for the next file. */
  header_key: string
  header: string[]
  sample: string[][]
  mapping: BankMapping
}

/** A mapping tells lines apart when it has a date and an amount, whole or by its two sides. */
export function isWholeMapping(mapping: BankMapping): boolean {
  const hasAmount =
    mapping.amount !== undefined ||
    mapping.amount_in !== undefined ||
    mapping.amount_out !== undefined
  return mapping.transaction_date !== undefined && hasAmount
}

export function columnsOf(mapping: BankMapping): FieldColumns {
  return Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, [column]]))
}
