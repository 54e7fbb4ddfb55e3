// Rows of a table become lines by the columns that hold their fields.

import { type CsvRecord, OPEN_QUOTE } from '#domain/kit/csv-reader.ts'
import { type BankFileRow, emptyFields, type ReadFields, rowProblem } from './bank-file.ts'
import type { ColumnField } from './csv-layouts.ts'
import { bankAmount, bankDay, cell, type DayOrder, readAccount } from './file-values.ts'

/** For each field the numbers of its columns, from 0. */
export type FieldColumns = Partial<Record<ColumnField, readonly number[]>>

interface Reading {
  columns: FieldColumns
  dayOf: (text: string) => string | null
  today: string
}

/** Reads days of one order; a file has few different ones, and each is read once. */
export function dayReader(days: DayOrder): (text: string) => string | null {
  const known = new Map<string, string | null>()
  return (text) => {
    let day = known.get(text)
    if (day === undefined) {
      day = bankDay(text, days)
      known.set(text, day)
    }
    return day
  }
}

/** One row with its fields; what cannot be read is told in its message, to be mended in place. */
export function rowOf(record: CsvRecord, { columns, dayOf, today }: Reading): BankFileRow {
  const problems: string[] = record.isBroken ? [OPEN_QUOTE] : []
  const at = (field: ColumnField) => textAt(record.fields, columns[field])
  const day = (field: ColumnField) => read(at(field), dayOf, 'a day', problems)
  const money = (field: ColumnField) =>
    read(at(field), bankAmount, 'an amount in dollars and cents', problems)
  const fields: ReadFields = {
    ...emptyFields,
    transaction_date: day('transaction_date'),
    processed_date: day('processed_date'),
    amount: money('amount') ?? twoSided(money('amount_in'), money('amount_out')),
    balance_after: money('balance_after'),
    other_party: at('other_party'),
    other_account: accountAt(at('other_account')),
    particulars: at('particulars'),
    code: at('code'),
    reference: at('reference'),
    memo: at('memo'),
    bank_type: at('bank_type'),
    bank_line_id: at('bank_line_id'),
  }
  const message = problems[0] ?? rowProblem(fields, today)
  return { row_number: record.line, fields, message }
}

export function textAt(cells: readonly string[], columns?: readonly number[]): string | null {
  if (columns === undefined) return null
  const [only = 0] = columns
  if (columns.length === 1) return cell(cells[only])
  const texts = columns.flatMap((column) => cell(cells[column]) ?? [])
  return texts.length === 0 ? null : texts.join(' ')
}

/** Banks print dashes or blanks where they do not know the other account. */
function accountAt(text: string | null): string | null {
  if (text === null || !/[0-9]/.test(text)) return null
  return readAccount(text) ?? text
}

function read(
  text: string | null,
  understand: (text: string) => string | null,
  expected: string,
  problems: string[],
): string | null {
  if (text === null) return null
  const value = understand(text)
  if (value === null) problems.push(`“${text.slice(0, 40)}” is not ${expected}.`)
  return value
}

/** Money in and money out in columns of their own; what goes out may be written without a sign. */
function twoSided(incoming: string | null, outgoing: string | null): string | null {
  if (incoming !== null && /[1-9]/.test(incoming)) return incoming
  if (outgoing === null) return incoming
  return outgoing.startsWith('-') || !/[1-9]/.test(outgoing) ? outgoing : `-${outgoing}`
}
