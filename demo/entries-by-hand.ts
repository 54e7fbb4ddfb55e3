import { accounts } from '#domain/books/postings.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { bookOrWait } from '#server/books/book-entry.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { catalogue } from '#server/routes.ts'
import { DEMO_TODAY } from './demo-time.ts'

const entries = [
  { reason: 'Connection fees that were booked as late fees, October', amount: '18.40' },
  // Over what one person may book alone.
  { reason: 'Fees of last year, waits for a colleague', amount: '25000.00' },
]

/** Entries that somebody wrote into the books, the larger one still to be approved. */
export async function storeEntriesByHand(on: (day: string) => Context, conn: Conn): Promise<void> {
  for (const { reason, amount } of entries)
    await bookOrWait(
      on(DEMO_TODAY),
      conn,
      {
        reason,
        transaction_date: DEMO_TODAY,
        lines: [
          { account: accounts.lateFees, amount: cents(amount) },
          { account: accounts.otherIncome, amount: wholeCents(-cents(amount)) },
        ],
      },
      catalogue,
    )
}
