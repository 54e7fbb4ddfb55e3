import { chainCalls } from '#domain/books/chain-calls.ts'
import { type ParkedAccount, parkedCalls } from '#domain/books/parked-calls.ts'
import { booksVerdict, verdictWords } from '#domain/invoices/books-verdict.ts'
import { ledgerCalls } from '#domain/invoices/ledger-calls.ts'
import { latestDigests } from '#server/books/chain/verify-chain.ts'
import { allChecks } from '#server/books/invariants-check.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { type VerifyingTime, verifyBooks } from './verify-books.ts'

/** As long as somebody waits for it. */
const WAITED: VerifyingTime = { invoicesMs: 5000, chainsMs: 3000 }

async function reportOnBooks(ctx: Context) {
  const answer = await verifyBooks(ctx, WAITED)
  const count = (code: string) => answer.violations.filter((one) => one.code === code).length
  const checks = allChecks().map(({ code, title }) => ({ code, title, violations: count(code) }))
  const verdict = booksVerdict(answer)
  return {
    data: { is_fine: verdict === 'fine', checks, ...answer },
    message: verdictWords[verdict],
  }
}

const PARKED = sql<ParkedAccount, [customer_id: number | null]>`
  select p.customer_id, c.name as customer_name, p.reason, p.parked_at
  from parked_accounts p join customers c on c.id = p.customer_id
  where p.released_at is null and ($1::bigint is null or p.customer_id = $1)
  order by p.parked_at desc, p.id desc limit 500`

/** Whether the books add up, for whoever wants to know now. */
export const ledgerRoutes: Route[] = [
  ...serve(ledgerCalls, { verify: { run: reportOnBooks } }),
  ...serve(chainCalls, {
    digests: {
      run: async (ctx) => {
        const data = await ctx.database.read(scopeOf(ctx), latestDigests)
        return { data }
      },
    },
  }),
  ...serve(parkedCalls, {
    list: {
      run: async (ctx, { customer_id }) => {
        const data = await ctx.database.read(scopeOf(ctx), (conn) =>
          PARKED.all(conn, customer_id ?? null),
        )
        return { data }
      },
    },
  }),
]
