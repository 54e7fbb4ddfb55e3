import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_TODAY } from '#demo/demo-time.ts'
import { seedDemo } from '#demo/seed-demo.ts'
import { contractMachine } from '#domain/contracts/contract-machine.ts'
import { timeStateOf } from '#domain/contracts/contract-terms.ts'
import { customer } from '#domain/customers/customer.ts'
import { mandateStatuses } from '#domain/customers/mandate-status.ts'
import { defaultOptionValues } from '#domain/identity/option-defaults.ts'
import { bankAccountProblem } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { icpProblem } from '#domain/kit/icp.ts'
import { buildApp } from '#server/app.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { unseal } from '#server/kit/rows/seal.ts'
import { recompute } from '#server/meters/recompute.ts'
import { makeClient } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { demoDatabase } from '#tests/support/demo-database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'

const config = testConfig()
let copy: TestDatabase
let database: Database

beforeAll(async () => {
  copy = await cloneDatabase(demoDatabase)
  database = openDatabase({ url: copy.appUrl })
})

afterAll(async () => {
  await database.close()
  await copy.drop()
})

function query<R>(sql: string, organisation_id = 1): Promise<R[]> {
  return database.read({ organisation_id, user_id: null }, (conn) => conn.query<R>(sql))
}

test('filling twice changes nothing', async () => {
  const count = 'select (select count(*) from users) as users, count(*) from customers'
  const before = await query(count)
  await seedDemo({ database, config })
  expect(await query(count)).toEqual(before)
})

// Shows: E37
test('both brokers have their customers, and Harbour at least sixty', async () => {
  const live = 'select count(*)::int as count from customers where deleted_at is null'
  const [[first], [second]] = [
    await query<{ count: number }>(live, 1),
    await query<{ count: number }>(live, 2),
  ]
  expect(first?.count).toBeGreaterThanOrEqual(60)
  expect(second?.count).toBe(12)
  const [deleted] = await query<{ count: number }>(
    'select count(*)::int as count from customers where deleted_at is not null',
  )
  expect(deleted?.count).toBeGreaterThanOrEqual(2)
})

// Shows: E37
test('every status of a customer and of a mandate can be seen', async () => {
  const found = await query<{ status: string; mandate: string | null }>(
    `select distinct customer_status as status, gocardless_mandate_status as mandate
     from customers where deleted_at is null`,
  )
  const statuses = new Set(found.map((row) => row.status))
  const mandates = new Set(found.map((row) => row.mandate))
  expect(statuses).toEqual(new Set(defaultOptionValues.customer_status))
  expect(mandates).toEqual(new Set([null, ...mandateStatuses]))
})

test('balances add up and industries come from the list', async () => {
  const wrong = await query(
    'select id from customers where balance_total <> balance_current + balance_overdue',
  )
  expect(wrong).toEqual([])
  const industries = await query<{ value: string }>(
    'select distinct customer_industry as value from customers where customer_industry is not null',
  )
  for (const { value } of industries) expect(defaultOptionValues.customer_industry).toContain(value)
})

test('bank accounts are sealed and pass their checksums', async () => {
  const rows = await query<{ stored: string }>(
    'select bank_account_number as stored from customers where bank_account_number is not null',
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { stored } of rows) {
    const number = unseal(config.secrets.fields, stored)
    expect(stored).not.toContain(number)
    expect(bankAccountProblem(number)).toEqual({ error: null, warning: null })
  }
})

test('the history of every customer ends in its version, and shows no masked value', async () => {
  const rows = await query(
    `select c.id from customers c where version is distinct from
       (select max(object_version) from history h
        where h.object_class = 'customer' and h.object_id = c.id)`,
  )
  expect(rows).toEqual([])
  const masked = fieldsOf(customer).filter(([, field]) => field.options.masked)
  for (const [name] of masked) {
    const shown = await query<{ value: string }>(
      `select changes #>> '{${name},1}' as value from history
       where object_class = 'customer' and changes ? '${name}'`,
    )
    for (const { value } of shown) expect(value).toMatch(/^••••/)
  }
})

test('the next customer continues the series', async () => {
  const [row] = await query<{ free: boolean }>(
    `select not exists (select from customers where customer_number = prefix || next_value) as free
     from series where name = 'customer_number'`,
  )
  expect(row?.free).toBe(true)
})

// Shows: E37
test('contracts stand in every state and at every point in time', async () => {
  for (const organisation_id of [1, 2]) {
    const states = await query<{ state: string }>(
      'select distinct contract_status as state from contracts where deleted_at is null',
      organisation_id,
    )
    const found = new Set(states.map(({ state }) => state))
    expect(found).toContain('active')
    if (organisation_id === 1) expect(found).toEqual(new Set(contractMachine.states))
  }
  const rows = await query<TimedContract>(
    `select contract_status, is_locked, is_open_plan, date_start, date_end from contracts`,
  )
  const at = rows.filter((row) => row.contract_status === 'active')
  const times = new Set(at.map((row) => timeStateOf(row, DEMO_TODAY, 90)))
  expect(times).toEqual(new Set(['upcoming', 'running', 'expiring', 'rolling']))
  expect(at.some((row) => row.is_locked)).toBe(true)
  for (const [from, to] of [
    [0, 30],
    [31, 60],
    [61, 90],
  ] as const)
    expect(
      at.filter((row) =>
        isBetween(row.date_end, addDays(DEMO_TODAY, from), addDays(DEMO_TODAY, to)),
      ),
      `ending in ${from} to ${to} days`,
    ).not.toEqual([])
})

interface TimedContract {
  contract_status: string
  is_locked: boolean
  is_open_plan: boolean
  date_start: string | null
  date_end: string | null
}

const isBetween = (day: string | null, from: string, to: string) =>
  day !== null && day >= from && day <= to

test('rates have changed, and changes are announced with and without a notice', async () => {
  const updates = await query<{ day: string; sent: boolean }>(
    'select valid_from_date as day, notice_sent_at is not null as sent from rateupdates',
  )
  expect(updates.some(({ day }) => day < DEMO_TODAY)).toBe(true)
  const coming = updates.filter(({ day }) => day > DEMO_TODAY)
  expect(new Set(coming.map(({ sent }) => sent))).toEqual(new Set([true, false]))
  const unpriced = await query(
    `select contract_number from contracts k where deleted_at is null and (not exists
         (select from rates r where r.contract_id = k.id and r.valid_from_date <= k.date_start)
       or not exists (select from supplierrates r
         where r.contract_id = k.id and r.valid_from_date <= k.date_start))`,
  )
  expect(unpriced).toEqual([])
  const [credit] = await query<{ waiting: number }>(
    `select count(*)::int as waiting from pending_charges where charge_type = 'welcome_credit'`,
  )
  expect(credit?.waiting).toBeGreaterThan(0)
})

test('contracts in force keep the terms they began with, and their connections have a meter', async () => {
  const without = await query(
    `select contract_number from contracts k
     where contract_status in ('active', 'ended', 'cancelled') and (
       not exists (select from contract_terms t where t.contract_id = k.id)
       or exists (select from unnest(k.connections) c
         where not exists (select from meters m where m.connection = c)))`,
  )
  expect(without).toEqual([])
})

test('electricity, gas and water have 24 months of readings, and every use is positive', async () => {
  const services = await query<{ icp_type: string; months: number }>(
    `select m.icp_type, count(distinct date_trunc('month', r.reading_date))::int as months
     from meterreadings r join meters m on m.id = r.meter_id
     where r.reading_quantity is not null and r.deleted_at is null group by 1 order by 1`,
  )
  expect(services).toEqual([
    { icp_type: 'electricity', months: 24 },
    { icp_type: 'gas', months: 24 },
    { icp_type: 'water', months: 24 },
  ])
  for (const organisation_id of [1, 2]) {
    const wrong = await query(
      `select id from meterreadings where problem is not null or reading_quantity <= 0
         or (reading_energy is not null and reading_energy <= 0)`,
      organisation_id,
    )
    expect(wrong).toEqual([])
  }
})

test('computing all readings again changes nothing', async () => {
  const all = `select json_agg(r order by id) as rows from meterreadings r`
  const before = await query(all)
  await database.write({ organisation_id: 1, user_id: null }, async (conn) => {
    const registers = await conn.query<{ id: number }>('select id from meterregisters')
    await recompute(
      conn,
      registers.map(({ id }) => id),
    )
  })
  expect(await query(all)).toEqual(before)
})

test('dials went round, a meter was replaced, a reading was wrong, and some are due', async () => {
  const [told] = await query<Record<string, number>>(
    `select count(*) filter (where is_rollover)::int as rollovers,
       count(*) filter (where reading_latest_type = 'misread')::int as misreads,
       count(*) filter (where reading_latest_type = 'estimate')::int as estimates,
       (select count(*)::int from meters where replaces_meter_id is not null) as replacements,
       (select count(*)::int from meters where next_reading_date = '${DEMO_TODAY}') as due,
       (select count(*)::int from meters where next_reading_date < '${DEMO_TODAY}') as overdue,
       (select count(*)::int from meterregisters where flow = 'I') as generating
     from meterreadings`,
  )
  expect(told).toMatchObject({ rollovers: 1, misreads: 1, replacements: 1, due: 1, overdue: 1 })
  expect(told?.estimates).toBeGreaterThan(20)
  expect(told?.generating).toBeGreaterThan(0)
})

test('ICPs pass their checksums and are of a network the organisation knows', async () => {
  for (const organisation_id of [1, 2]) {
    const meters = await query<{ icp_number: string; icp_type: string; known: boolean }>(
      `select icp_number, icp_type, exists (select from networks n
         where n.icp_code = substr(m.icp_number, 11, 2) and n.name = m.power_network) as known
       from meters m where icp_number is not null`,
      organisation_id,
    )
    expect(meters.length).toBeGreaterThan(10)
    for (const { icp_number, icp_type, known } of meters) {
      expect(icpProblem(icp_number)).toBeNull()
      expect(known || icp_type === 'gas', icp_number).toBe(true)
    }
  }
})

test('a file of readings waits in the pool with warnings and errors', async () => {
  const [waiting] = await query<{ rows_total: number; rows_error: number }>(
    `select rows_total, rows_error from readingimports where import_status = 'ready'
       and deleted_at is null order by rows_error desc`,
  )
  expect(waiting?.rows_error).toBeGreaterThan(1)
  const severities = await query<{ severity: string }>(
    `select distinct severity from stagedreadings where staged_status = 'waiting' order by 1`,
  )
  const found = severities.map(({ severity }) => severity)
  expect(found).toEqual(['error', 'information', 'ok', 'warning'])
})

test('tasks wait for people and for roles, some are overdue, some done, and contracts ask for readings', async () => {
  const [found] = await query<Record<string, number>>(`select
    count(*) filter (where staff_id is not null)::int as people,
    count(*) filter (where role_name is not null)::int as roles,
    count(*) filter (where task_status = 'open' and due_date < '2026-11-13')::int as overdue,
    count(*) filter (where task_status = 'done')::int as done,
    count(*) filter (where cause like 'final reading%')::int as readings from tasks`)
  for (const [kind, count] of Object.entries(found ?? {})) expect(count, kind).toBeGreaterThan(0)
})

test('proposals of every status are priced, and enquiries wait for an answer', async () => {
  const statuses = await query<{ proposal_status: string }>(
    `select distinct proposal_status from proposals where candidate_cost > 0 and pricing is not null`,
  )
  const found = new Set(statuses.map(({ proposal_status }) => proposal_status))
  expect(found).toEqual(new Set(defaultOptionValues.proposal_status))
  const [open] = await query<{ count: number }>(
    `select count(*)::int as count from enquiries where enquiry_status = 'open'`,
  )
  expect(open?.count).toBeGreaterThan(2)
})

test('offers have the document that was sent, and some contracts the one that was signed', async () => {
  const unsent = await query(
    `select contract_number from contracts k where contract_status = 'offered' and not exists
       (select from contract_documents d where d.contract_id = k.id
          and d.document_version = k.document_version)`,
  )
  expect(unsent).toEqual([])
  const signed = await query(
    `select id from contract_documents where accepted_pdf is not null and signature_id is not null`,
  )
  expect(signed.length).toBeGreaterThan(0)
})

test('the timeline of every customer tells of contracts and meters', async () => {
  const silent = await query(
    `select name from customers c where deleted_at is null and not exists (select from history h
       where h.customer_id = c.id and h.object_class = 'contract')`,
  )
  expect(silent).toEqual([])
  const ahead = await query(`select id from history where created_at > now()`)
  expect(ahead).toEqual([])
  const stale = await query(
    `select contract_number from contracts k where version is distinct from
       (select max(object_version) from history h
        where h.object_class = 'contract' and h.object_id = k.id)`,
  )
  expect(stale).toEqual([])
})

test('invoices went out by mail on their day, and no link of theirs can be read', async () => {
  const mails = await query<{ late: number; count: number; words: string }>(
    `select count(*)::int as count, string_agg(m.text_plain, ' ') as words,
       count(*) filter (where m.created_at <> i.invoiced_at or e.steps is distinct from 2)::int as late
     from messages m join invoices i on i.id = m.invoice_id
     left join (select message_id, count(*)::int as steps from messageevents group by 1) e
       on e.message_id = m.id
     where m.kind = 'invoice' and m.status = 'accepted'`,
  )
  expect(mails[0]?.count).toBeGreaterThan(20)
  expect(mails[0]?.late).toBe(0)
  expect(mails[0]?.words).not.toMatch(/[\w-]{43}/)
})

test('suppliers are paid, the bank shows most of it, and other payments wait', async () => {
  const stages = await query<{ payment_status: string }>(
    'select distinct payment_status from billpayments where deleted_at is null order by 1',
  )
  const found = stages.map((row) => row.payment_status)
  expect(found).toEqual(['approved', 'cancelled', 'cleared', 'draft', 'paid'])
  const wrong = await query(
    `select b.id from bills b where (b.bill_status = 'paid') <> (b.balance = 0
       and exists (select from billpayments p
         where p.bill_id = b.id and p.payment_status in ('paid', 'cleared')))
       and b.bill_status in ('paid', 'approved', 'invoiced')`,
  )
  expect(wrong).toEqual([])
})

test('we owe a supplier something without a bill, and another one gave us credit', async () => {
  const rows = await query(
    `select d.side, d.adjustment_status, d.credit_left::text, p.payment_status
     from adjustments d left join billpayments p on p.adjustment_id = d.id
     where d.supplier_id is not null order by d.id`,
  )
  expect(rows).toEqual([
    {
      side: 'debit',
      adjustment_status: 'invoiced',
      credit_left: '0.00',
      payment_status: 'approved',
    },
    { side: 'credit', adjustment_status: 'paid', credit_left: '0.00', payment_status: null },
  ])
})

test('one supplier whose payment waits has another bank account than before', async () => {
  const changed = await query<{ event: string; is_paid_next: boolean }>(
    `select e.event, exists (select from billpayments p where p.supplier_id = e.payee_id
       and p.payment_status = 'approved') as is_paid_next
     from payee_account_events e where e.payee_kind = 'supplier'`,
  )
  expect(changed).toEqual([{ event: 'changed', is_paid_next: true }])
})

test('everybody named on the start screen can sign in', async () => {
  const app = await buildApp({ config, database, clock: systemClock })
  for (const name of ['padmin', 'admin', 'manager', 'accounting', 'user', 'other-admin']) {
    const reply = await makeClient(app).signIn(name, 'demo-harbour-2026')
    expect(reply.status, `${name}: ${reply.text}`).toBe(200)
  }
  await app.close()
})
