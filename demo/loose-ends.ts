import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { customerCalls } from '#domain/customers/customer-calls.ts'
import { addDays } from '#domain/kit/day-number.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { listDead } from '#server/messaging/outbox/dead-address.ts'
import { recompute } from '#server/meters/recompute.ts'
import { DEMO_TODAY } from './demo-time.ts'
import { playCall, playedRow } from './play-call.ts'

/** What no office is without: records that lack something, an estimate too many, offers out. */
export async function storeLooseEnds(ctx: Context, conn: Conn): Promise<void> {
  await storeLacks(ctx, conn)
  await storeUnderestimate(conn)
  await storeRenewals(ctx, conn)
}

interface LoneCustomer {
  id: number
  version: number
  email: string | null
  phone_mobile: string | null
  gst_number: string | null
}

// Nobody was billed yet whose record is changed here: what was sent stays as it was.
const LONE = sql<LoneCustomer, [type: string]>`
  select c.id, c.version, c.email, c.phone_mobile, c.gst_number from customers c
  where c.customer_status = 'active' and c.customer_type = $1 and c.deleted_at is null
    and not c.receive_mail_invoices and c.phone_mobile is not null and c.email is not null
    and not exists (select from invoices i where i.customer_id = c.id)
  order by c.id desc limit 6`

const WITHOUT_ACCOUNT = sql<{ id: number; version: number }, [customer_id: number]>`
  select id, version from contracts where customer_id = $1 and contract_status = 'active'
    and not is_locked and deleted_at is null order by id limit 1`

async function storeLacks(ctx: Context, conn: Conn): Promise<void> {
  const [homes, offices] = [await LONE.all(conn, 'residential'), await LONE.all(conn, 'commercial')]
  const change = (who: LoneCustomer | undefined, values: object) =>
    who &&
    playCall(ctx, conn, customerCalls.update, { id: who.id, version: who.version, ...values })
  const [first, second, third, fourth] = homes
  await change(second, { phone_mobile: first?.phone_mobile })
  const gone = { email: null, email_primary: null, email_invoice: null, invoice_recipients: [] }
  await change(third, gone)
  if (fourth?.email)
    await listDead(conn, fourth.email, 'Came back (5.1.1): Nobody has this address.')
  const [office, other] = offices
  await change(office, { gst_number: null })
  const [agreed] = other ? await WITHOUT_ACCOUNT.all(conn, other.id) : []
  if (agreed)
    await playCall(ctx, conn, contractCalls.update, {
      ...agreed,
      account_number_with_supplier: null,
    })
}

interface LastReading {
  id: number
  meterregister_id: number
  reading_latest: string
}

// A home with one register and a contract in force, none of whose readings is billed.
const UNSEEN = sql<{ id: number }, [day: string]>`
  select g.id from meterregisters g join meters m on m.id = g.meter_id
  join customers c on c.id = m.customer_id and c.customer_type = 'residential'
    and c.customer_status = 'active' and c.deleted_at is null
  join contract_connections b on b.connection = m.connection and b.days @> $1::date
  where m.icp_type = 'electricity' and m.date_removed is null and m.replaces_meter_id is null
    and exists (select from rates p where p.contract_id = b.contract_id and p.rate_unit = 'kWh')
    and not exists (select from invoices i where i.customer_id = c.id)
    and (select count(*) from meterregisters o where o.meter_id = m.id) = 1
    and (select count(*) from meterreadings r where r.meterregister_id = g.id
      and r.reading_latest_type in ('actual', 'estimate')) >= 24
    and not exists (select from meterreadings r where r.meterregister_id = g.id and r.is_rollover)
    and m.last_reading_date >= '2026-10-01' order by c.id limit 1`

const LAST_FOUR = sql<LastReading, [meterregister_id: number]>`
  select id, meterregister_id, reading_latest::text from meterreadings
  where meterregister_id = $1 and reading_latest_type <> 'misread' and deleted_at is null
  order by reading_date desc limit 4`

const GUESS = sql<never, [id: number, reading_latest: string]>`
  update meterreadings set reading_latest_type = 'estimate', reading_latest = $2,
    notes = 'A locked gate; estimated.' where id = $1`

/** Three months guessed at six tenths of what was used: a catch-up that somebody had better be told of. */
async function storeUnderestimate(conn: Conn): Promise<void> {
  const [register] = await UNSEEN.all(conn, DEMO_TODAY)
  if (!register) return
  const [third, second, first, base] = await LAST_FOUR.all(conn, register.id)
  if (!base) return
  const from = Number(base.reading_latest)
  for (const one of [first, second, third]) {
    if (!one) continue
    const guessed = Math.round(from + (Number(one.reading_latest) - from) * 0.6)
    await GUESS.run(conn, one.id, String(guessed))
  }
  await recompute(conn, [register.id])
}

interface EndingContract {
  id: number
  date_end: string
  terms: Record<string, string | number | boolean | string[] | null>
}

const ENDING = sql<EndingContract, [today: string]>`
  select k.id, k.date_end, json_build_object('contract_number', k.contract_number || '-2',
      'customer_id', k.customer_id, 'supplier_id', k.supplier_id, 'staff_id', k.staff_id,
      'icp_type', k.icp_type, 'connections', k.connections,
      'account_number_with_supplier', k.account_number_with_supplier,
      'service_fee_percent', k.service_fee_percent::text,
      'discount_percent', k.discount_percent::text, 'gst_percent', k.gst_percent::text) as terms
  from contracts k join customers c on c.id = k.customer_id
  where k.contract_status = 'active' and not k.is_open_plan and k.deleted_at is null
    and coalesce(c.email_primary, c.email) is not null and k.contract_number is not null
    and k.date_end between $1::date + 14 and $1::date + 90
    and not exists (select from contract_connections b join contract_connections n
      on n.connection = b.connection and lower(n.days) > k.date_end where b.contract_id = k.id)
  order by k.date_end, k.id limit 2`

const same = (rates: Fragment) => sql<
  never,
  [from_id: number, to_id: number, valid_from_date: string]
>`insert into ${rates} (organisation_id, contract_id, rate_name, rate_type, rate_amount,
    rate_unit, valid_from_date, register_code, with_losses)
  select distinct on (rate_name) organisation_id, $2, rate_name, rate_type, rate_amount, rate_unit,
    $3::date, register_code, with_losses
  from ${rates} where contract_id = $1 and deleted_at is null
  order by rate_name, valid_from_date desc`
const SAME_RATES = [same(fragment`rates`), same(fragment`supplierrates`)]

/** Two contracts that end soon have the next one out for an answer. */
async function storeRenewals(ctx: Context, conn: Conn): Promise<void> {
  for (const { id, date_end, terms } of await ENDING.all(conn, DEMO_TODAY)) {
    const next = { date_start: addDays(date_end, 1), date_end: addDays(date_end, 365) }
    const offer = await playedRow(ctx, conn, contractCalls.create, {
      customer_id: Number(terms.customer_id),
      ...terms,
      ...next,
    })
    for (const rates of SAME_RATES) await rates.run(conn, id, offer, next.date_start)
    await playCall(ctx, conn, contractCalls.send, { id: offer })
  }
}
