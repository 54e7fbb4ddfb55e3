import { z } from 'zod'
import type { BooksVerification } from '#domain/invoices/ledger-calls.ts'
import { verifyChains } from '#server/books/chain/verify-chain.ts'
import { MOST, violations } from '#server/books/invariants-check.ts'
import { parkAccounts } from '#server/books/parked-accounts.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'
import { verifyInvoices } from './verify-invoices.ts'

const PATIENCE_MS = 300_000

/** Looks at the whole of an organisation's books; what does not add up is parked. */
export async function verifyBooks(ctx: Context, budgetMs: number): Promise<BooksVerification> {
  const scope = { organisation_id: ctx.actor.organisation_id, user_id: null }
  const until = performance.now() + budgetMs
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
  try {
    // One moment for all questions: payments that come in meanwhile are not half of the picture.
    await client.query('begin isolation level repeatable read read only')
    answer.violations = await violations(conn, todayOf(ctx))
    const proved = await verifyInvoices(conn, () => performance.now() < until)
    answer.invoices_checked = proved.checked
    answer.invoices_wrong = proved.wrong
    answer.chains = await verifyChains(
      conn,
      ctx.actor.organisation_id ?? 0,
      () => performance.now() < until,
    )
    answer.is_complete = proved.isComplete && answer.violations.length < MOST
    await client.query('commit')
  } finally {
    await release()
  }
  await ctx.database.write(scope, (write) =>
    parkAccounts(ctx, write, reasonsOf(answer), answer.is_complete),
  )
  return answer
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

/** Every night, all of the books of everybody. */
export const verifyBooksJob = defineJob({
  name: 'verify-books',
  payload: z.strictObject({}),
  expireSeconds: 3600,
  run: async (job) => {
    for (const organisation_id of await activeOrganisations(job)) {
      if (job.signal.aborted) return
      await verifyBooks(systemContext(job, organisation_id, 'verify-books'), PATIENCE_MS)
    }
  },
})
