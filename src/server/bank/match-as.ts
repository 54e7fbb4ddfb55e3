import { bankMoved } from '#domain/bank/bank-postings.ts'
import { type BankTransaction, banktransaction } from '#domain/bank/banktransaction.ts'
import type { AutomaticRule, LinePart } from '#domain/bank/candidate.ts'
import { partErrors } from '#domain/bank/line-parts.ts'
import { matchedStatus } from '#domain/bank/line-states.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import type { BookedPart, Matching } from './parts/part-kind.ts'
import { partRules } from './parts/part-kinds.ts'
import { joinSides } from './parts/transfer-part.ts'
import { storeParts } from './stored-parts.ts'

interface OwnAccount {
  ledger_account: number
  opening_date: string
}

const ACCOUNT = sql<OwnAccount, [id: number]>`
  select ledger_account, opening_date from bankaccounts where id = $1`

export async function ownAccountOf(
  conn: Conn,
  { bankaccount_id }: Pick<BankTransaction, 'bankaccount_id'>,
) {
  const account = await ACCOUNT.one(conn, bankaccount_id)
  if (!account) throw new Error(`Bank account ${bankaccount_id} is gone.`)
  return account
}

/** Says what a line is: all of it, to the cent. What its parts stand for is booked with it. */
export async function matchAs(
  ctx: Context,
  conn: Conn,
  request: ActionRequest & { parts: readonly LinePart[]; rule?: AutomaticRule | null },
  by: Matching['by'] = 'person',
): Promise<Written<typeof banktransaction>> {
  const { parts, rule = null } = request
  const isTransfer = matchedStatus(parts) === 'transfer'
  const written = await transition(
    ctx,
    conn,
    banktransaction,
    isTransfer ? 'transfer' : 'match',
    request,
    async ({ row }) => {
      const account = await ownAccountOf(conn, row)
      refuseEarly(row, account)
      refuseParts(row, parts)
      const matching = { ctx, conn, line: row, ledger: account.ledger_account, by }
      const booked = await bookParts(matching, parts)
      await storeParts(conn, row.id, booked)
      const explained_as = booked.map(({ words }) => words).join('; ')
      return {
        explained_as: explained_as.slice(0, 300),
        matched_by: by,
        matched_rule: rule,
        matched_at: ctx.clock.now().toISOString(),
        suggestion: null,
      }
    },
  )
  if (isTransfer) await matchOtherSide(ctx, conn, written.row, { parts, rule, by })
  return written
}

function refuseEarly(row: BankTransaction, { opening_date }: OwnAccount): void {
  if (row.transaction_date < opening_date)
    throw notPossible(
      'match',
      'it is from before the account’s opening day',
      'Leave it out instead.',
    )
}

function refuseParts({ amount }: BankTransaction, parts: readonly LinePart[]): void {
  const errors = partErrors(cents(amount), parts)
  if (errors.length > 0) throw new Problem('badRequest', { errors })
}

/** What is on another account than the first is moved there from it. */
async function bookParts(matching: Matching, parts: readonly LinePart[]): Promise<BookedPart[]> {
  const { ctx, conn, line, ledger } = matching
  const all: BookedPart[] = []
  for (const part of parts) {
    const rules = partRules[part.kind]
    if (!rules) throw badField('parts.kind', 'Nothing of that kind can be matched yet.')
    const booked = await rules.book(matching, part)
    for (const one of booked) {
      const moved = one.entry_ids
        ? []
        : await post(ctx, conn, [
            {
              event: ledgerEvents.bankMoved,
              date: line.transaction_date,
              lines: bankMoved(ledger, cents(one.amount)),
            },
          ])
      all.push({ ...one, entry_ids: [...(one.entry_ids ?? []), ...moved] })
    }
  }
  return all
}

interface SaidMatch extends Pick<Matching, 'by'> {
  parts: readonly LinePart[]
  rule: AutomaticRule | null
}

/** The other half of a transfer is matched with it, unless it was before. */
async function matchOtherSide(
  ctx: Context,
  conn: Conn,
  line: BankTransaction,
  { parts, rule, by }: SaidMatch,
): Promise<void> {
  const other = parts.length === 1 ? parts[0]?.counterpart_id : undefined
  if (other === undefined) return
  if (await isOpen(conn, other)) {
    const amount = toDecimalString(wholeCents(-cents(line.amount)))
    const back = { kind: 'transfer', amount, counterpart_id: line.id } as const
    await matchAs(ctx, conn, { id: other, parts: [back], rule }, by)
  } else await joinSides(ctx, conn, { waiting: other, line })
}

const OPEN = sql<{ id: number }, [id: number]>`
  select id from banktransactions where id = $1 and transaction_status in ('new', 'suggested')`
const isOpen = async (conn: Conn, id: number) => (await OPEN.one(conn, id)) !== undefined
