// The tables banks export, one row for each: which column holds what, and how days are written.

import type { BankLayout, BankLineFields } from '#domain/bank/bank-line.ts'
import type { DayOrder } from './file-values.ts'

export type CsvLayout = Exclude<BankLayout, 'ofx' | 'camt053' | 'qif' | 'generic'>

/** What columns may hold; some banks part an amount in two, or say whose account it is. */
export type ColumnField = keyof BankLineFields | 'account' | 'amount_in' | 'amount_out'

export interface CsvTable {
  header: string
  /** By name; several columns of one field are joined. */
  columns: Partial<Record<ColumnField, readonly string[]>>
  days: DayOrder | 'by data'
}

export const csvTables: Record<CsvLayout, CsvTable> = {
  anz: {
    header:
      'Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge',
    columns: {
      bank_type: ['Type'],
      other_party: ['Details'],
      particulars: ['Particulars'],
      code: ['Code'],
      reference: ['Reference'],
      amount: ['Amount'],
      transaction_date: ['Date'],
    },
    days: 'day first',
  },
  anz2: {
    header:
      'Transaction Date,Unique Id,Transaction Type,Cheque Number,Payee,Particulars,Code,Reference,Amount,Date Processed,Foreign Currency Amount,Conversion Charge',
    columns: {
      transaction_date: ['Transaction Date'],
      bank_line_id: ['Unique Id'],
      bank_type: ['Transaction Type'],
      memo: ['Cheque Number'],
      other_party: ['Payee'],
      particulars: ['Particulars'],
      code: ['Code'],
      reference: ['Reference'],
      amount: ['Amount'],
      processed_date: ['Date Processed'],
    },
    days: 'day first',
  },
  asb: {
    header: 'Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount',
    columns: {
      transaction_date: ['Date'],
      bank_line_id: ['Unique Id'],
      bank_type: ['Tran Type'],
      reference: ['Cheque Number'],
      other_party: ['Payee'],
      memo: ['Memo'],
      amount: ['Amount'],
    },
    days: 'year first',
  },
  bnz: {
    header:
      'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date',
    columns: {
      transaction_date: ['Date'],
      amount: ['Amount'],
      other_party: ['Payee'],
      particulars: ['Particulars'],
      code: ['Code'],
      reference: ['Reference'],
      bank_type: ['Tran Type'],
      account: ['This Party Account'],
      other_account: ['Other Party Account'],
      processed_date: ['Processed Date'],
    },
    days: 'day first',
  },
  westpac: {
    header: 'Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code',
    columns: {
      transaction_date: ['Date'],
      amount: ['Amount'],
      other_party: ['Other Party'],
      bank_type: ['Description'],
      reference: ['Reference'],
      particulars: ['Particulars'],
      code: ['Analysis Code'],
    },
    days: 'by data',
  },
  kiwibank: {
    header:
      'Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,OP ref,OP part,OP code,OP name,OP Bank Account Number,Amount (credit),Amount (debit),Amount,Balance',
    columns: {
      account: ['Account number'],
      transaction_date: ['Date'],
      // Both parties' fields are searched: what is ours stands with the description.
      memo: ['Memo/Description', 'TP part', 'TP code', 'TP ref'],
      bank_type: ['Source Code (payment type)'],
      reference: ['OP ref'],
      particulars: ['OP part'],
      code: ['OP code'],
      other_party: ['OP name'],
      other_account: ['OP Bank Account Number'],
      amount: ['Amount'],
      balance_after: ['Balance'],
    },
    days: 'day first',
  },
  tsb: {
    header: 'Date,Description,Amount,Balance',
    columns: {
      transaction_date: ['Date'],
      memo: ['Description'],
      amount: ['Amount'],
      balance_after: ['Balance'],
    },
    days: 'day first',
  },
}

/** A header as it is compared: no quotes, no case, no blanks around names. */
export function headerKey(cells: readonly string[]): string {
  const names = cells.map((name) => name.replaceAll('"', '').trim().toLowerCase())
  while (names.at(-1) === '') names.pop()
  return names.join(',')
}

// The keys of an object that was written out above are exactly its layouts.
const layouts = Object.keys(csvTables) as CsvLayout[]
const byHeader = new Map(
  layouts.map((name) => [headerKey(csvTables[name].header.split(',')), name]),
)

/** The layout a line is the header of. */
export function layoutOfHeader(cells: readonly string[]): CsvLayout | undefined {
  return byHeader.get(headerKey(cells))
}
