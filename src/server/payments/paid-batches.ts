import type { PaymentBatch } from '#domain/payments/payment-file/payment-batch.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** What stood in a file, and which payments it paid. */
export interface PaidBatch extends Omit<PaymentBatch, 'batch'> {
  ids: readonly number[]
  /** Commission statements that left in the same file. */
  statement_ids?: readonly number[]
}

const TAKEN = sql<{ batch: string }, [batch: string]>`
  select batch from paid_batches where batch = $1 or batch like $1 || '-%'`

/** What came back and is paid anew on the same day stands in a batch of another name. */
export async function freshName(conn: Conn, wanted: string): Promise<string> {
  const taken = (await TAKEN.all(conn, wanted)).length
  return taken === 0 ? wanted : `${wanted}-${taken + 1}`
}

const KEEP = sql<never, [batch: string, content: string]>`
  insert into paid_batches (organisation_id, batch, content)
  values (scope_organisation(), $1, $2::jsonb)`

export async function keepBatch(conn: Conn, batch: string, content: PaidBatch): Promise<void> {
  await KEEP.run(conn, batch, JSON.stringify(content))
}

const KEPT = sql<{ content: PaidBatch }, [batch: string]>`
  select content from paid_batches where batch = $1`

/** What was written then; files from before it was kept are made of what is known now. */
export async function keptBatch(conn: Conn, batch: string): Promise<PaidBatch | undefined> {
  return (await KEPT.one(conn, batch))?.content
}

interface Member {
  payee: string | null
  payment_status: string
  batch: string | null
}

const MEMBERS = sql<Member, [ids: readonly number[], statement_ids: readonly number[]]>`
  select * from (
    select coalesce(s.bank_account_name, s.name) as payee, p.payment_status, p.batch
    from billpayments p left join suppliers s on s.id = p.supplier_id where p.id = any($1)
    union all
    select coalesce(p.bank_account_name, p.name), c.statement_status, c.batch
    from commissionstatements c join partners p on p.id = c.partner_id where c.id = any($2)) m
  order by payee`

/** All or none: without one of them it is not the file, and with it, it pays what is undone. */
export async function refuseUndone(
  conn: Conn,
  batch: string,
  { ids, statement_ids = [] }: Pick<PaidBatch, 'ids' | 'statement_ids'>,
): Promise<void> {
  const undone = (await MEMBERS.all(conn, ids, statement_ids)).flatMap((one) => {
    const isPaid = one.payment_status === 'paid' || one.payment_status === 'cleared'
    if (isPaid && one.batch === batch) return []
    const state = isPaid ? 'was paid again in another file' : `is ${one.payment_status} by now`
    return [`the payment to ${one.payee ?? 'a supplier'} ${state}`]
  })
  if (undone.length === 0) return
  const told = undone.slice(0, 5).join('; ') + (undone.length > 5 ? '; and others' : '')
  throw notPossible(
    'write this file again',
    told,
    'Write what is still to be paid into a new file.',
  )
}

const MOVED = sql<{ supplier: string }, [batch: string, day: string]>`
  select distinct s.name as supplier from billpayments p join suppliers s on s.id = p.supplier_id
  where p.batch = $1 and p.deleted_at is null and exists (select from payee_account_events e
    where e.payee_kind = 'supplier' and e.payee_id = s.id and e.goes_elsewhere
      and e.event in ('changed', 'confirmed') and e.created_at >= $2::date)`

/** Of a file from before its content was kept nobody knows the account that was changed since. */
export async function refuseMoved(conn: Conn, batch: string, day: string): Promise<void> {
  const [moved] = await MOVED.all(conn, batch, day)
  if (!moved) return
  const reason = `the account of ${moved.supplier} was changed since`
  throw notPossible('write this file again', reason, 'Ask your bank for what it was given.')
}
