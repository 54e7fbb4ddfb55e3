import { createHash } from 'node:crypto'
import { bankimport } from '#domain/bank/bankimport.ts'
import { bankimportCalls } from '#domain/bank/bankimport-calls.ts'
import type { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { bankImporter } from '#server/bank/import/bank-kind.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { checkFile, workOfCall } from '#server/kit/import/import-work.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { playCall } from './play-call.ts'

/** The parts of a line, as somebody says them. */
type SaidParts = NonNullable<InputOf<typeof banktransactionCalls.match>['parts']>

/** A movement as the bank shows it; what went out is below zero. */
export interface BankRow {
  day: string
  amount: string
  party: string
  type?: string
  particulars?: string
  code?: string
  reference?: string
  /** The account of whoever paid or was paid. */
  account?: string
  /** What somebody in the office says it is; without it the line is left to itself. */
  said?: () => Promise<SaidParts> | SaidParts
}

export type TakenRow = BankRow & { id: number }

const HEADER =
  'Date,Amount,Payee,Particulars,Code,Reference,Tran Type,This Party Account,Other Party Account,' +
  'Serial,Transaction Code,Batch Number,Originating Bank/Branch,Processed Date'

export interface OwnAccount {
  id: number
  name: string
  number: string
}

/** Takes a file of the bank in, as the office does it, and answers its rows with their lines. */
export async function takeBankFile(
  ctx: Context,
  conn: Conn,
  own: OwnAccount,
  given: readonly BankRow[],
): Promise<TakenRow[]> {
  const rows = given.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const [period_from, period_to] = [rows[0]?.day ?? '', rows.at(-1)?.day ?? '']
  const text = [HEADER, ...rows.map((row) => written(row, own.number))].join('\r\n')
  const { id } = await insertRow(ctx, conn, bankimport, {
    file_name: `${own.name.toLowerCase()}-${period_to}.csv`,
    layout: 'bnz',
    bankaccount_id: own.id,
    received_date: period_to,
    period_from,
    period_to,
    sha256: createHash('sha256').update(text).digest('hex'),
  })
  await bankImporter.staging.keepFile(ctx, conn, id, text)
  await checkFile(bankImporter, workOfCall(ctx, conn, bankImporter.atOnce), id)
  await playCall(ctx, conn, bankimportCalls.accept, { id })
  const lines = await conn.query<{ id: number }>(
    'select id from banktransactions where bankimport_id = $1 order by id',
    [id],
  )
  if (lines.length !== rows.length) throw new Error(`Some rows of ${own.name} were not taken.`)
  return rows.map((row, place) => ({ ...row, id: lines[place]?.id ?? 0 }))
}

function written(row: BankRow, number: string): string {
  const { particulars = '', code = '', reference = '', type = 'DC', account = '' } = row
  const [year = '', month = '', date = ''] = row.day.split('-')
  const day = `${date}/${month}/${year.slice(2)}`
  const said = [row.party, particulars, code, reference, type].map((cell) => `"${cell}"`)
  return [day, row.amount, ...said, number, account, '', '', '', '', day].join(',')
}

/** A name as banks print it: capitals without macrons, cut where their field ends. */
export function printedName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\w &-]/g, '')
    .toUpperCase()
    .slice(0, 20)
}
