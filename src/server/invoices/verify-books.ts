import type { BooksVerification } from '#domain/invoices/ledger-calls.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import { MOST, violations } from '#server/books/invariants-check.ts'
import { parkAccounts } from '#server/books/parked-accounts.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { verifyInvoices } from './verify-invoices.ts'

const PATIENCE_MS = 300_000

/** How long invoices are computed again, and how long the chains: neither takes the other's time. */
export interface VerifyingTime {
  invoicesMs: number
  chainsMs: number
}

export const nightlyTime: VerifyingTime = { invoicesMs: PATIENCE_MS, chainsMs: PATIENCE_MS }

/** Looks at the whole of an organisation's books; what does not add up is parked. */
export async function verifyBooks(ctx: Context, time: VerifyingTime): Promise<BooksVerification> {
  const scope = { organisation_id: ctx.actor.organisation_id, user_id: null }
  // Of its own: these questions take longer than a statement of a call may.
  const { client, release } = await ctx.database.dedicated(scope, PATIENCE_MS)
  const conn = plainConn(client)
  const answer: BooksVerification = {
    violations: [],
    invoices_checked: 0,
    is_complete: false,
    invoices_wrong: [],
    chains: [],
  }
  let areAccountsKnown = false
  try {
    // One moment for all questions: payments that come in meanwhile are not half of the picture.
    await client.query('begin isolation level repeatable read read only')
    answer.violations = await violations(conn, todayOf(ctx))
    const proved = await verifyInvoices(conn, within(time.invoicesMs))
    answer.invoices_checked = proved.checked
    answer.invoices_wrong = proved.wrong
    areAccountsKnown = proved.isComplete && answer.violations.length < MOST
    const { organisation_id } = ctx.actor
    answer.chains = await verifyChains(conn, organisation_id ?? 0, within(time.chainsMs))
    answer.is_complete = areAccountsKnown && answer.chains.every((chain) => chain.is_complete)
    await client.query('commit')
  } finally {
    await release()
  }
  await ctx.database.write(scope, (write) =>
    parkAccounts(ctx, write, reasonsOf(answer), areAccountsKnown),
  )
  return answer
}

function within(ms: number): () => boolean {
  const until = performance.now() + ms
  return () => performance.now() < until
}

function reasonsOf({ violations: found, invoices_wrong }: BooksVerification): Map<number, string> {
  const reasons = new Map<number, string>()
  const add = (customer_id: number, reason: string) => {
    const had = reasons.get(customer_id)
    reasons.set(customer_id, (had ? `${had} ${reason}` : reason).slice(0, 1000))
  }
  for (const { customer_id, code, detail } of found)
    if (customer_id !== null) add(customer_id, `${code}: ${detail}.`)
  for (const { customer_id, id } of invoices_wrong)
    add(customer_id, `Invoice ${id} is not what its figures give.`)
  return reasons
}
