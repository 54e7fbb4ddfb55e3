import type { BankLineFields } from '#domain/bank/bank-line.ts'
import { type ReadFields, rowProblem } from '#domain/bank/file/bank-file.ts'
import { judgeRows, type StoredLine } from '#domain/bank/known-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { HeldBankFile, StagedLine } from './staged-lines.ts'

export type Verdict = Pick<StagedLine, 'row_status' | 'message' | 'banktransaction_id'>

const STORED = sql<
  StoredLine,
  [bankaccount_id: number, since: string, bank_line_ids: readonly string[]]
>`select id, source, transaction_date, processed_date, amount::text, balance_after::text, other_party,
    null as other_account, particulars, code, reference, memo, bank_type, bank_line_id,
    feed_line_id
  from banktransactions where bankaccount_id = $1 and deleted_at is null
    and (transaction_date >= $2 or bank_line_id = any($3)
      or feed_line_id = any($3)) order by id`

/**
 * What each row is: a line that is new, one that is here already, one that may be, or none at all.
 * What somebody decided of a doubtful row holds.
 */
export async function judgeLines(
  conn: Conn,
  rows: readonly (ReadFields & { decision?: 'same' | 'new' | null })[],
  { layout, bankaccount_id }: Pick<HeldBankFile, 'layout' | 'bankaccount_id'>,
  today: string,
): Promise<Verdict[]> {
  const problems = rows.map((row) => rowProblem(row, today))
  const sound = rows.filter(isSound(problems))
  const days = sound.map(({ transaction_date }) => transaction_date).sort()
  const ids = sound.flatMap(({ bank_line_id }) => bank_line_id ?? [])
  const stored = await STORED.all(conn, bankaccount_id, days[0] ?? today, ids)
  // Stored ones are sealed, so other accounts are no part of what is compared.
  const compared = sound.map((row) => ({ ...row, other_account: null }))
  const judged = judgeRows(compared, layout, stored)[Symbol.iterator]()
  return rows.map((row, at): Verdict => {
    const message = problems[at] ?? null
    if (message) return { row_status: 'error', message, banktransaction_id: null }
    const next = judged.next()
    const found = next.done ? null : next.value
    const status = found?.row_status ?? 'new'
    const known = found?.banktransaction_id ?? null
    if (status !== 'doubtful')
      return { row_status: status, message: null, banktransaction_id: known }
    if (row.decision === 'new')
      return { row_status: 'new', message: null, banktransaction_id: null }
    if (row.decision === 'same')
      return { row_status: 'known', message: null, banktransaction_id: known }
    return { row_status: 'doubtful', message: DOUBTFUL, banktransaction_id: known }
  })
}

const DOUBTFUL = 'A line of this day and amount is here already. Is it the same one?'

// A row without a problem has a day and an amount.
const isSound =
  (problems: readonly (string | null)[]) =>
  <R extends ReadFields>(_row: R, at: number): _row is R & BankLineFields =>
    problems[at] === null
