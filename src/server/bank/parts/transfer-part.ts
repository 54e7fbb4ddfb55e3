import { bankTransfer } from '#domain/bank/bank-postings.ts'
import { type BankTransaction, banktransaction } from '#domain/bank/banktransaction.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import type { PartKindRules } from './part-kind.ts'

interface OtherSide {
  id: number
  name: string
}

// A line that has its other side already is not the other side of a third.
const OTHER_SIDE = sql<
  OtherSide,
  [id: number, bankaccount_id: number, amount: string, for_line_id: number]
>`
  select t.id, a.name from banktransactions t join bankaccounts a on a.id = t.bankaccount_id
  where t.id = $1 and t.bankaccount_id <> $2 and t.amount = -$3::numeric
    and t.deleted_at is null and t.transaction_status in ('new', 'suggested', 'transfer')
    and not exists (select from bankparts p where p.banktransaction_id = t.id
      and p.undone_at is null and p.other_line_id <> $4)`

const transferWords = ({ name }: Pick<OtherSide, 'name'>) => `Transfer: ${name}`

/**
 * Money between accounts of ours. Each side is booked for itself, and the two meet on one account of
 * the ledger: what stands there is half seen.
 */
export const transferPart: PartKindRules = {
  async book({ ctx, conn, line, ledger }, part) {
    const { amount, counterpart_id } = part
    const other =
      counterpart_id === undefined
        ? undefined
        : await OTHER_SIDE.one(conn, counterpart_id, line.bankaccount_id, amount, line.id)
    if (counterpart_id !== undefined && !other)
      throw badField(
        'parts.counterpart_id',
        'Choose a line of another account and this amount that has no other side yet.',
      )
    const entry_ids = await post(ctx, conn, [
      {
        event: ledgerEvents.bankTransfer,
        date: line.transaction_date,
        lines: bankTransfer(ledger, cents(amount)),
      },
    ])
    const words = other ? transferWords(other) : 'Transfer, the other side is not seen yet'
    const other_line_id = other?.id
    return [{ kind: 'transfer', amount, other_line_id, words, is_made: true, entry_ids }]
  },
  async undo() {},
}

const ACCOUNT_NAME = sql<{ name: string }, [id: number]>`
  select name from bankaccounts where id = $1`

const JOIN = sql<{ id: number }, [id: number, other_line_id: number, words: string]>`
  update bankparts set other_line_id = $2, words = $3
  where banktransaction_id = $1 and kind = 'transfer' and undone_at is null
    and other_line_id is null returning id`

/** The side that waited knows now which line it waited for, and says so as the other one does. */
export async function joinSides(
  ctx: Context,
  conn: Conn,
  { waiting, line }: { waiting: number; line: BankTransaction },
): Promise<void> {
  const account = await ACCOUNT_NAME.one(conn, line.bankaccount_id)
  if (!account) throw new Error(`Bank account ${line.bankaccount_id} is gone.`)
  const explained_as = transferWords(account)
  // Two that are matched at once know each other already.
  if (!(await JOIN.one(conn, waiting, line.id, explained_as))) return
  const { row } = await lockRow(ctx, conn, banktransaction, waiting)
  const changes = changesOf<typeof banktransaction>(row, { explained_as })
  await updateRow(
    ctx,
    conn,
    banktransaction,
    waiting,
    { explained_as },
    { action: 'join', changes },
  )
}
