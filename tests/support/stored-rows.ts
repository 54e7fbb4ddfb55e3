import { debitRows } from './debit-rows.ts'
import { statementRows } from './ready-statements.ts'

/** Rows that do not come about by a call of their own: stored as what leads to them leaves them. */
export const storedRows = { ...debitRows, ...statementRows }
