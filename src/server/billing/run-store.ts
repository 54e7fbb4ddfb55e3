import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { actorValues, historyColumns } from '#server/kit/history.ts'
import type { RunOutcome } from './run-compute.ts'
import { invoiceValues } from './store-invoice.ts'

type Made = Extract<RunOutcome, { problem: null }>

export interface StoredOutcome {
  contract_id: number
  invoice_id: number | null
  message: string | null
}

const BILLED_ALREADY = 'Some of these days are on another invoice already.'

/** Keeps the drafts of a run: one statement for the invoices of a chunk, one for their proofs. */
export async function storeDrafts(
  ctx: Context,
  conn: Conn,
  billingrun_id: number,
  outcomes: readonly RunOutcome[],
): Promise<StoredOutcome[]> {
  const made = outcomes.filter((one): one is Made => one.problem === null)
  const ids = await insertInvoices(ctx, conn, billingrun_id, made)
  await keepProofs(ctx, conn, made, ids)
  await linkAll(conn, made, ids)
  return outcomes.map((one) => {
    const invoice_id = ids.get(one.contract_id) ?? null
    const message = one.problem ?? (invoice_id ? null : BILLED_ALREADY)
    return { contract_id: one.contract_id, invoice_id, message }
  })
}

/** Days that were billed meanwhile are left out by the database itself. */
async function insertInvoices(
  ctx: Context,
  conn: Conn,
  billingrun_id: number,
  made: readonly Made[],
): Promise<Map<number, number>> {
  const rows = made.map(({ request, proposed }) => ({
    organisation_id: ctx.actor.organisation_id,
    invoice_status: 'draft',
    ...invoiceValues(request, proposed),
  }))
  const [first] = rows
  if (!first) return new Map()
  // The same function made every row, so that all of them have the columns of the first.
  const columns = Object.keys(first).join(', ')
  const told = JSON.stringify({ billingrun_id: [null, billingrun_id] })
  const written = await conn.query<{ id: number; contract_id: number }>(
    `with made as (insert into invoices (${columns})
       select ${columns} from json_populate_recordset(null::invoices, $1::json)
       on conflict do nothing returning id, contract_id, customer_id),
     told as (insert into history (${historyColumns})
       select $2, 'invoice', id, 'create', 1, $3::jsonb, null, $4::bigint, $5, $6::bigint, $7, $8,
         $9, customer_id from made)
     select id, contract_id from made`,
    [JSON.stringify(rows), ctx.actor.organisation_id, told, ...actorValues(ctx)],
  )
  return new Map(written.map((row) => [row.contract_id, row.id]))
}

async function keepProofs(
  ctx: Context,
  conn: Conn,
  made: readonly Made[],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const kept = made.filter((one) => ids.has(one.contract_id))
  await conn.query(
    `insert into invoice_proofs (invoice_id, organisation_id, input, trace)
     select invoice_id, $4, input, trace
     from unnest($1::bigint[], $2::json[], $3::json[]) x (invoice_id, input, trace)`,
    [
      kept.map((one) => ids.get(one.contract_id)),
      kept.map((one) => JSON.stringify(one.proposed.input)),
      kept.map((one) => JSON.stringify(one.proposed.computed.trace)),
      ctx.actor.organisation_id,
    ],
  )
}

async function linkAll(
  conn: Conn,
  made: readonly Made[],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const bills: { id: number; invoice_id: number }[] = []
  const charges: { id: number; invoice_id: number }[] = []
  for (const { contract_id, proposed } of made) {
    const invoice_id = ids.get(contract_id)
    if (!invoice_id) continue
    for (const { id } of proposed.bills) if (id) bills.push({ id, invoice_id })
    for (const { id } of proposed.charges) charges.push({ id, invoice_id })
  }
  for (const [table, links] of [
    ['bills', bills],
    ['pending_charges', charges],
  ] as const) {
    if (links.length === 0) continue
    await conn.query(
      `update ${table} t set invoice_id = x.invoice_id
       from unnest($1::bigint[], $2::bigint[]) x (id, invoice_id)
       where t.id = x.id and t.invoice_id is null`,
      [links.map((link) => link.id), links.map((link) => link.invoice_id)],
    )
  }
}
