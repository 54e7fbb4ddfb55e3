import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { plural } from '#domain/kit/wording.ts'
import type { DirectDebit } from '#server/integrations/direct-debit.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { heldConnection, providerOf } from './connection.ts'
import { givenBefore, isKept, takeOver } from './take-over.ts'

interface NamedAuthority {
  id: number
  name: string
  gocardless_mandate_id: string
}

// Somebody wrote the provider's name for it on the customer before debits were collected from here.
const NAMED = sql<NamedAuthority, []>`
  select c.id, coalesce(c.name_business, c.name) as name, c.gocardless_mandate_id from customers c
  where c.gocardless_mandate_id is not null and c.deleted_at is null
    and not exists (select from mandates m where m.customer_id = c.id) order by c.id`

/** Authorities that customers gave before: each is looked up there, and used from then on. */
export const importMandatesJob = defineJob({
  name: 'dd-import-mandates',
  payload: z.strictObject({ organisation_id: z.int() }),
  run: async (job, { organisation_id }) => {
    const ctx = systemContext(job, organisation_id, 'dd-import-mandates')
    const [held, named] = await job.database.read(scopeOf(ctx), (conn) =>
      Promise.all([heldConnection(conn, job.config), NAMED.all(conn)]),
    )
    if (!held) return
    const provider = await providerOf(job.config, held)
    const unknown: string[] = []
    for (const one of named) {
      job.signal.throwIfAborted()
      if (!(await imported(ctx, provider, one))) unknown.push(one.name)
    }
    if (unknown.length > 0) await askAbout(ctx, unknown)
  },
})

/** False where the provider knows nothing of it, or it is another customer's. */
async function imported(
  ctx: Context,
  provider: DirectDebit,
  one: NamedAuthority,
): Promise<boolean> {
  const name = unseal(ctx.config.secrets.fields, one.gocardless_mandate_id)
  const found = await givenBefore(provider, name)
  const isTaken =
    found !== null &&
    (await ctx.database.write(scopeOf(ctx), async (conn) => {
      if (await isKept(conn, found)) return false
      await takeOver(ctx, conn, { customer_id: one.id }, found)
      return true
    }))
  if (!isTaken) await forget(ctx, one.id)
  return isTaken
}

/** What the provider has no such name for is no name: it would only be in the way of a new one. */
async function forget(ctx: Context, customer_id: number): Promise<void> {
  const nothing = {
    gocardless_customer_id: null,
    gocardless_mandate_id: null,
    gocardless_mandate_status: null,
  }
  const reason = 'The provider of direct debits does not know it.'
  await ctx.database.write(scopeOf(ctx), (conn) =>
    updateRow(ctx, conn, customer, customer_id, nothing, {
      action: 'direct_debit',
      changes: {},
      reason,
    }),
  )
}

async function askAbout(ctx: Context, names: readonly string[]): Promise<void> {
  await ctx.database.write(scopeOf(ctx), (conn) =>
    raiseTask(ctx, conn, {
      cause: 'direct debit authorities unknown',
      subject: `The provider does not know ${plural(names.length, 'authority', 'authorities')}`,
      text_plain: [
        'These customers were said to have a direct debit authority, and the provider has none of ' +
          'that name, or it is another customer’s. Ask them for a new one:',
        ...names.slice(0, 100),
      ].join('\n'),
      due_date: todayOf(ctx),
      role_name: 'accounting',
    }),
  )
}
