import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import type { RunItem } from './run-progress.ts'

/**
 * Approves those drafts of a part that nothing speaks against, in a handful of statements. Answers
 * their ids; the others are tried one by one, where each hears its own reason.
 */
export async function approveTogether(
  ctx: Context,
  conn: Conn,
  items: readonly RunItem[],
  acknowledged: readonly string[],
): Promise<Set<number>> {
  const limit = await settingOf(conn, 'four_eyes_limit')
  const rows = await conn.query<{ id: number }>(CLEAR, [
    items.flatMap((item) => item.invoice_id ?? []),
    acknowledged,
    limit,
    ctx.actor.user_id,
    ctx.actor.organisation_id,
  ])
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return new Set()
  const numbers = await nextNumbers(conn, ids.length)
  await conn.query(APPROVE, [
    ids,
    numbers,
    ctx.clock.now().toISOString(),
    ctx.actor.name,
    ...actorValues(ctx),
  ])
  return new Set(ids)
}

// What `approveInvoice` refuses, asked of many at once. Over the limit of four eyes it matters who
// edited last: those are looked at one by one.
const CLEAR = `select i.id from unnest($1::bigint[]) with ordinality given (id, place)
  join invoices i on i.id = given.id
  where i.invoice_status = 'draft' and i.deleted_at is null and i.invoice_number is null
    and not exists (select from jsonb_array_elements(coalesce(i.warnings, '[]')) w
      where w ->> 'code' <> all($2::text[]))
    and abs(coalesce(i.discounted_total_this_period, 0)) <= $3::numeric
    and (coalesce(i.gst_if_not, 0) = 0
      or exists (select from organisations o where o.id = $5 and o.gst_number is not null))
    and not exists (select from bills b where b.invoice_id = i.id
      and (b.bill_status = 'cancelled' or b.bill_status = 'draft'
        and b.validations @? '$[*] ? (@.code starts with "E")'))
    and not exists (select from parked_accounts p
      where p.customer_id = i.customer_id and p.released_at is null)
    and not exists (select from datalocks l where l.object_class = 'invoice'
      and l.object_id = i.id and l.user_id <> $4
      and l.renewed_at > now() - interval '150 seconds')
  order by given.place for update of i`

/** Held until the transaction ends: numbers have no gaps and are never given twice. */
async function nextNumbers(conn: Conn, count: number): Promise<string[]> {
  const take = () =>
    conn.query<{ prefix: string; first: string }>(
      `update series set next_value = next_value + $1 where name = 'invoice_number'
       returning prefix, (next_value - $1)::text as first`,
      [count],
    )
  let [row] = await take()
  if (!row) {
    await conn.query(`select start_series('invoice_number')`)
    ;[row] = await take()
  }
  if (!row) throw new Error('There is no series of invoice numbers.')
  const { prefix, first } = row
  return Array.from({ length: count }, (_, place) => `${prefix}${Number(first) + place}`)
}

const APPROVE = `with t as (
    update invoices i set invoice_number = given.number, invoice_status = 'approved',
      approved_at = $3::text::timestamptz, approved_by = $4::text, version = version + 1,
      modified_at = now()
    from unnest($1::bigint[], $2::text[]) given (id, number) where i.id = given.id
    returning i.id, i.organisation_id, i.version, i.customer_id, i.invoice_number),
  told as (insert into history (${historyColumns})
    select t.organisation_id, 'invoice', t.id, 'approve', t.version,
      jsonb_build_object('invoice_number', jsonb_build_array(null, t.invoice_number),
        'invoice_status', jsonb_build_array('draft', 'approved'),
        'approved_at', jsonb_build_array(null, $3::text),
        'approved_by', jsonb_build_array(null, $4::text)),
      null, $5::bigint, $6, $7::bigint, $8, $9, $10, t.customer_id
    from t order by t.id),
  sealed as (update invoice_proofs p
    set sha256 = encode(sha256(convert_to(p.input::text || p.trace::text, 'UTF8')), 'hex')
    from t where p.invoice_id = t.id)
  update billingrun_items i set item_status = 'approved', message = null
  from t where i.organisation_id = t.organisation_id and i.invoice_id = t.id`
