import { z } from 'zod'
import { accounts } from '#domain/books/postings.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { DebitTrouble, type DirectDebit } from '#server/integrations/direct-debit.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'
import { heldConnection, providerOf } from './connection.ts'
import { followDebit } from './follow-debit.ts'
import { followPayout } from './follow-payout.ts'
import { askProvider } from './provider-call.ts'
import { dayOf } from './stored-events.ts'
import { saidOfDebit } from './why-it-ended.ts'

const DAYS = 14

const RECENT = sql<{ id: number; provider_payment_id: string }, [since: string]>`
  select id, provider_payment_id from invoicepayments where provider_payment_id is not null
    and charge_date >= $1 and debit_state <> 'cancelled' order by id`

const HELD_IN_BOOKS = sql<{ amount: string }, []>`
  select coalesce(sum(amount), 0)::numeric(14,2)::text as amount from accounttransactions
  where account = ${accounts.debitsUnderWay}`

/** Each night: the debits of two weeks, and what the provider holds for us, to the cent. */
export const compareDebitsJob = defineJob({
  name: 'dd-compare',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) => compare(job, organisation_id))
  },
})

const TASK = 'direct debit balance'

const PAYOUTS = sql<{ provider_payout_id: string }, [since: string]>`
  select provider_payout_id from payouts where provider_payout_id is not null
    and payout_status <> 'bounced' and coalesce(arrival_date, $1) >= $1 order by id`

const PAYOUT_DAYS = 30

/** A payout that our bank sent back is told by nobody: each of the last month is looked at. */
async function comparePayouts(ctx: Context, provider: DirectDebit, today: string): Promise<void> {
  const since = Temporal.PlainDate.from(today).subtract({ days: PAYOUT_DAYS }).toString()
  const known = await ctx.database.read(scopeOf(ctx), (conn) => PAYOUTS.all(conn, since))
  for (const { provider_payout_id } of known) {
    const now = await provider.payout(provider_payout_id)
    const items = await provider.payoutItems(provider_payout_id)
    await ctx.database.write(scopeOf(ctx), (conn) => followPayout(ctx, conn, now, items))
  }
}

const CHANGED = sql<{ id: number; version: number }, [since: Date]>`
  select c.id, c.version from customers c where c.gocardless_customer_id is not null
    and c.modified_at > $1 and c.deleted_at is null
    and exists (select from mandates m where m.customer_id = c.id and m.is_current)`

const DAY_MS = 25 * 3_600_000

/** The provider writes to customers, too: it is told of new names and addresses. */
async function tellChanges(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  await ctx.database.write(scopeOf(ctx), async (conn) => {
    for (const { id, version } of await CHANGED.all(conn, since))
      await askProvider(ctx, conn, { kind: 'payer', about: `${id}-${version}`, customer_id: id })
  })
}

export async function compare(job: JobContext, organisation_id: number): Promise<void> {
  const ctx = systemContext(job, organisation_id, 'dd-compare')
  const scope = { organisation_id, user_id: null }
  const held = await job.database.read(scope, (conn) => heldConnection(conn, job.config))
  if (!held || held.connection_status === 'broken') return
  await tellChanges(ctx)
  const provider = await providerOf(job.config, held)
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: DAYS }).toString()
  const debits = await job.database.read(scope, (conn) => RECENT.all(conn, since))
  try {
    for (const { id, provider_payment_id } of debits) {
      job.signal.throwIfAborted()
      const now = await provider.debit(provider_payment_id)
      await job.database.write(scope, async (conn) => {
        const said = await saidOfDebit(ctx, conn, now)
        // The event that says why, or when, comes within the hour.
        if (said === null) return
        const { why, collected_date } = said
        const told = why && { ...why, words: why.description, date: dayOf(why) }
        await followDebit(ctx, conn, id, now, { ...told, collected_date })
      })
    }
    await comparePayouts(ctx, provider, todayOf(ctx))
    const theirs = wholeCents(await provider.held(held.creditor_id))
    await job.database.write(scope, async (conn) => {
      const ours = cents((await HELD_IN_BOOKS.one(conn))?.amount ?? '0.00')
      if (ours === theirs) return settleTask(ctx, conn, TASK, 'Both are the same again.')
      const [a, b] = [ours, theirs].map((one) => `$${formatMoney(toDecimalString(one))}`)
      await raiseTask(ctx, conn, {
        cause: TASK,
        subject: `Account 1010 is ${a}, and the provider holds ${b}`,
        text_plain: [
          'What was collected and not paid out yet is not the same here and there (D1). Look at the ' +
            'newest events and payouts.',
          '/app/directdebits',
        ].join('\n'),
        due_date: todayOf(ctx),
        role_name: 'manager',
      })
    })
  } catch (error) {
    // The next night looks again.
    if (!(error instanceof DebitTrouble)) throw error
  }
}
