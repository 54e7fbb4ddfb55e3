import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

const causeOf = (invoice_id: number) => `final credit invoice ${invoice_id}`

const CREDIT = sql<{ name: string; credit: string }, [customer_id: number]>`
  select name, account_credit::text as credit from customers where id = $1 and account_credit > 0`

/** Credit that is left when a contract's last invoice is out has no next one to pay. */
export async function askToPayOut(ctx: Context, conn: Conn, row: Invoice): Promise<void> {
  if (!row.last_for_contract) return
  const customer = await CREDIT.one(conn, row.customer_id)
  if (!customer) return
  await raiseTask(ctx, conn, {
    cause: causeOf(row.id),
    subject: `Pay out $${formatMoney(customer.credit)} of credit to ${customer.name}`,
    text_plain: `Invoice ${row.invoice_number} was the last of its contract.`,
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'invoice',
    reference_id: row.id,
  })
}

const SETTLED = sql<{ id: number }, [customer_id: number]>`
  select i.id from tasks t join invoices i on i.id = t.reference_id
  join customers c on c.id = i.customer_id
  where t.reference_object = 'invoice' and t.task_status = 'open' and t.deleted_at is null
    and t.cause is not null and i.customer_id = $1 and coalesce(c.account_credit, 0) <= 0
  order by i.id`

/** The credit has left, or has paid something: nobody needs to pay it out any more. */
export async function settlePayouts(ctx: Context, conn: Conn, customer_id: number): Promise<void> {
  for (const { id } of await SETTLED.all(conn, customer_id))
    await settleTask(ctx, conn, causeOf(id), 'No credit is left.')
}
