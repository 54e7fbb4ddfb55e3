import type { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { candidatesOf, possiblePayer } from '#domain/bank/customer-candidates.ts'
import type { Evidence } from '#domain/bank/evidence.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { loadIndex } from './facts/load-index.ts'

const nothing = { other_party: null, particulars: null, code: null, reference: null, memo: null }

/** What an amount of some day may be paying, of these customers, whatever the bank says of it. */
export async function explainAmount(
  ctx: Context,
  { amount, transaction_date, customer_ids }: CheckedOf<typeof banktransactionCalls.explain>,
) {
  if (cents(amount) <= 0) throw badField('amount', 'A deposit is more than nothing.')
  const line = {
    ...nothing,
    id: 0,
    bankaccount_id: 0,
    transaction_date,
    amount: cents(amount),
    other_account_hash: null,
    bank_type: null,
  }
  const index = await ctx.database.read(scopeOf(ctx), (conn) =>
    loadIndex(ctx, conn, [line], customer_ids),
  )
  const data = customer_ids.flatMap((customer_id) => {
    const evidence: Evidence = {
      customer_id,
      codes: new Set(),
      named: new Set(),
      has_shared_name: false,
      reasons: [],
    }
    return candidatesOf(index, line, possiblePayer(index, line, evidence))
  })
  return { data }
}
