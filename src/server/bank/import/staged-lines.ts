import type { ImportSource } from '#domain/bank/bank-line.ts'
import { bankimport, rowStatuses, stagedbankline } from '#domain/bank/bankimport.ts'
import type { BankFileRow, ReadFields } from '#domain/bank/file/bank-file.ts'
import { fragment } from '#server/kit/database/sql.ts'
import type { HeldImport } from '#server/kit/import/import-kind.ts'
import { stagedRows } from '#server/kit/import/staged-rows.ts'
import { staging } from '#server/kit/import/staging.ts'

/** A file of a bank on its way in, as the server works on it. */
export interface HeldBankFile extends HeldImport {
  layout: ImportSource
  bankaccount_id: number
  received_date: string
}

// All rows of a file are understood together: twins are counted, and days told before compared.
const staged = {
  batch: bankimport,
  row: stagedbankline,
  group: 'bankimport_id',
  verdict: 'row_status',
  verdicts: rowStatuses,
  held: ['layout', 'bankaccount_id', 'received_date'],
  isSealed: true,
}
export const bankStaging = staging<HeldBankFile>(staged)
export const stagedLines = stagedRows(staged)

export type PlacedRow = BankFileRow & { bankimport_id: number }

/** A row while it waits. */
export interface StagedLine extends ReadFields {
  id: number
  row_number: number
  row_status: (typeof rowStatuses)[number]
  message: string | null
  decision: 'same' | 'new' | null
  banktransaction_id: number | null
}

export const STAGED = fragment`id, row_number, row_status, message, decision, banktransaction_id,
  transaction_date, processed_date, amount::text, balance_after::text, other_party, null as other_account,
  particulars, code, reference, memo, bank_type, bank_line_id`
