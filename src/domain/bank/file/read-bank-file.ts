// A file of a bank, from its bytes to its rows. Files that cannot be taken in at all are refused;
// single rows that cannot be read are kept with the reason, to be mended in place.

import type { BankLayout } from '#domain/bank/bank-line.ts'
import { type CsvRecord, csvRecords } from '#domain/kit/csv-reader.ts'
import { Problem } from '#domain/kit/problem.ts'
import { checkBalances } from './balance-chain.ts'
import type { BankFile } from './bank-file.ts'
import { isCamt, readCamt053 } from './camt053.ts'
import {
  type BankMapping,
  bankColumns,
  columnsOf,
  isWholeMapping,
  type MappingProposal,
} from './column-proposal.ts'
import { type CsvLayout, csvTables, headerKey, layoutOfHeader } from './csv-layouts.ts'
import { dayReader, type FieldColumns, rowOf, textAt } from './csv-lines.ts'
import { bankFileText } from './file-text.ts'
import { bankAmount, type DayOrder, dayOrderOf, readAccount } from './file-values.ts'
import { isOfx, readOfx } from './ofx.ts'
import { oneAccount } from './one-account.ts'
import { isQif, readQif } from './qif.ts'

export interface ReadOptions {
  today: string
  /** Chosen by hand; generic reads a known header by the mapping all the same. */
  layout?: BankLayout | undefined
  mapping?: BankMapping | undefined
}

export type ReadResult = { file: BankFile } | { proposal: MappingProposal }

const LINES_LOOKED_AT = 10
const MAX_ROWS = 50_000
const SAMPLE_ROWS = 5

/** Reads a file of any layout; a table of no known bank answers with a proposal of its columns. */
export function readBankFile(bytes: Uint8Array, options: ReadOptions): ReadResult {
  const text = bankFileText(bytes)
  const tagged = readTagged(text, options)
  if (tagged) return { file: finished(tagged) }
  const records = recordsOf(text)
  const found = options.layout === 'generic' ? undefined : findHeader(records)
  if (found) return { file: finished(readTable(records, found, options)) }
  return readUnknown(records, options)
}

function readTagged(text: string, { layout, today }: ReadOptions): BankFile | undefined {
  if (layout === 'ofx' || isOfx(text)) return readOfx(text, today)
  if (layout === 'camt053' || isCamt(text)) return readCamt053(text, today)
  if (layout === 'qif' || isQif(text)) return readQif(text, today)
  return undefined
}

function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  for (const record of csvRecords(text)) {
    records.push(record)
    if (records.length > MAX_ROWS + LINES_LOOKED_AT) tooManyRows()
  }
  if (records.length === 0) throw new Problem('badRequest', { message: 'This file is empty.' })
  return records
}

function tooManyRows(): never {
  throw new Problem('tooLarge', { fill: { limit: '50,000 rows' } })
}

interface FoundHeader {
  layout: CsvLayout
  at: number
}

function findHeader(records: readonly CsvRecord[]): FoundHeader | undefined {
  for (const [at, { fields }] of records.slice(0, LINES_LOOKED_AT).entries()) {
    const layout = layoutOfHeader(fields)
    if (layout) return { layout, at }
  }
  return undefined
}

function readTable(
  records: readonly CsvRecord[],
  { layout, at }: FoundHeader,
  { today }: ReadOptions,
): BankFile {
  const { columns: names, days } = csvTables[layout]
  const header = headerKey(records[at]?.fields ?? []).split(',')
  const columns: FieldColumns = Object.fromEntries(
    Object.entries(names).map(([field, of]) => [
      field,
      of.map((name) => header.indexOf(name.toLowerCase())),
    ]),
  )
  const said = preambleOf(records.slice(0, at))
  const file = tableOf(records.slice(at + 1), { layout, columns, days, today })
  return {
    ...file,
    account: said.account ?? file.account,
    closing_balance: said.closing_balance ?? file.closing_balance,
  }
}

/** What stands above the table: whose account it is, and its balance. */
function preambleOf(records: readonly CsvRecord[]) {
  const text = records.map(({ fields }) => fields.join(',')).join('\n')
  const [, bank = '', branch = '', account = ''] =
    /Bank (\d+);\s*Branch (\d+);\s*Account (\d+-\d+)/i.exec(text) ?? []
  const [, balance = ''] = /Ledger Balance\s*:\s*(-?[\d,]+\.\d\d(?: DR)?)/i.exec(text) ?? []
  return {
    account: readAccount(`${bank}-${branch}-${account}`),
    closing_balance: bankAmount(balance),
  }
}

interface Table {
  layout: BankLayout
  columns: FieldColumns
  days: DayOrder | 'by data'
  today: string
}

function tableOf(records: readonly CsvRecord[], { layout, columns, days, today }: Table): BankFile {
  const order =
    days === 'by data'
      ? dayOrderOf(
          new Set(records.map(({ fields }) => textAt(fields, columns.transaction_date) ?? '')),
          today,
        )
      : days
  const reading = { columns, dayOf: dayReader(order), today }
  const rows = records.map((record) => rowOf(record, reading))
  const accounts = records.map(({ fields }) => readAccount(textAt(fields, columns.account) ?? ''))
  return {
    layout,
    account: oneAccount(accounts),
    period_from: null,
    period_to: null,
    rows,
    ...checkBalances(rows),
  }
}

function readUnknown(records: readonly CsvRecord[], options: ReadOptions): ReadResult {
  const { mapping, today } = options
  if (mapping && isWholeMapping(mapping)) {
    const columns = columnsOf(mapping)
    const rows = records.slice(1)
    return { file: finished(tableOf(rows, { layout: 'generic', columns, days: 'by data', today })) }
  }
  const [header, ...rest] = records.slice(0, SAMPLE_ROWS + 1).map(({ fields }) => fields)
  return {
    proposal: {
      header_key: headerKey(header ?? []),
      header: header ?? [],
      sample: rest,
      mapping: bankColumns.guess(header ?? []),
    },
  }
}

/** The bounds of every layout, and the period of files that do not tell it. */
function finished(file: BankFile): BankFile {
  if (file.rows.length === 0)
    throw new Problem('badRequest', { message: 'There are no lines in this file.' })
  if (file.rows.length > MAX_ROWS) tooManyRows()
  const days = file.rows
    .flatMap(({ fields, message }) => (message === null ? (fields.transaction_date ?? []) : []))
    .sort()
  return {
    ...file,
    period_from: file.period_from ?? days[0] ?? null,
    period_to: file.period_to ?? days.at(-1) ?? null,
  }
}
