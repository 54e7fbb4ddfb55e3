import { z } from 'zod'
import { empty } from '#domain/kit/problem.ts'
import { invariants } from '#server/books/invariants.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { verifyBooks } from './invariants-job.ts'

const BUDGET_MS = 8000

/** Whether the books add up, for whoever wants to know now. */
export const ledgerRoutes: Route[] = [
  route<Record<string, never>>({
    method: 'POST',
    path: '/ledger/verify',
    summary: 'Check everything that must hold of the books; accounts that do not add up are parked',
    policy: { from: 'manager' },
    replayed: false,
    input: z.strictObject({}),
    run: async (ctx) => {
      const answer = await verifyBooks(ctx, BUDGET_MS)
      const count = (code: string) => answer.violations.filter((one) => one.code === code).length
      const checks = invariants.map(({ code, title }) => ({ code, title, violations: count(code) }))
      const isFine = answer.violations.length === 0 && answer.invoices_wrong.length === 0
      const message = isFine ? 'The books add up.' : 'Some accounts do not add up and are parked.'
      return { data: { is_fine: isFine, checks, ...answer }, message }
    },
  }),
  route<{ customer_id?: number | undefined }>({
    method: 'GET',
    path: '/ledger/parked',
    summary: 'Accounts that are left alone because their books do not add up, with the reason',
    policy: { from: 'user' },
    input: z.object({ customer_id: z.coerce.number().int().min(1).optional() }),
    run: async (ctx, { customer_id }) => {
      const data = await ctx.database.read(scopeOf(ctx), (conn) =>
        conn.query(
          `select p.customer_id, c.name as customer_name, p.reason, p.parked_at
           from parked_accounts p join customers c on c.id = p.customer_id
           where p.released_at is null and ($1::bigint is null or p.customer_id = $1)
           order by p.parked_at desc, p.id desc limit 500`,
          [customer_id ?? null],
        ),
      )
      return data.length > 0 ? { data } : { status: empty, data: [] }
    },
  }),
]
