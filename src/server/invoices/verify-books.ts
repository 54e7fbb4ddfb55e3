import type { BooksVerification } from '#domain/invoices/ledger-calls.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import { MOST, violations } from '#server/books/invariants-check.ts'
import { parkAccounts } from '#server/books/parked-accounts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { inOneMoment } from '#server/kit/database/one-moment.ts'
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
  // These questions take longer than a statement of a call may, and payments that come in meanwhile
  // are not half of the picture.
  const looked = await inOneMoment(ctx.database, scope, PATIENCE_MS, (conn) =>
    lookedAt(ctx, conn, time),
  )
  const { areAccountsKnown, ...answer } = looked
  await ctx.database.write(scope, (write) =>
    parkAccounts(ctx, write, reasonsOf(answer), areAccountsKnown),
  )
  return answer
}

async function lookedAt(
  ctx: Context,
  conn: Pick<Conn, 'query'>,
  time: VerifyingTime,
): Promise<BooksVerification & { areAccountsKnown: boolean }> {
  const found = await violations(conn, todayOf(ctx))
  const { checked, wrong, isComplete } = await verifyInvoices(conn, within(time.invoicesMs))
  const areAccountsKnown = isComplete && found.length < MOST
  const { organisation_id } = ctx.actor
  const chains = await verifyChains(conn, organisation_id ?? 0, within(time.chainsMs))
  return {
    violations: found,
    invoices_checked: checked,
    is_complete: areAccountsKnown && chains.every((chain) => chain.is_complete),
    invoices_wrong: wrong,
    chains,
    areAccountsKnown,
  }
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
