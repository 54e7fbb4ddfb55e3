import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Candidate } from '#domain/bank/candidate.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { type DemoOffice, openDemoOffice } from '#tests/support/demo-office.ts'

const anyId = expect.any(Number)
let office: DemoOffice
let accounting: Client
let waiting: { id: number; other_party: string }[]

beforeAll(async () => {
  office = await openDemoOffice()
  accounting = await office.as('accounting')
  waiting = await office.query(
    `select id, other_party from banktransactions
     where transaction_status in ('new', 'suggested') and deleted_at is null`,
  )
})
afterAll(() => office.close())

async function candidatesOf(party: string): Promise<Candidate[]> {
  const id = waiting.find(({ other_party }) => other_party === party)?.id ?? 0
  const reply = await accounting.get('/banktransaction', { id })
  expect(reply.status, party).toBe(200)
  return reply.body.info.candidates
}

test('two accounts have three months of lines, explained by people and by themselves', async () => {
  const lines = await office.query<{ name: string; months: number; explained: number }>(
    `select a.name, count(distinct date_trunc('month', t.transaction_date))::int as months,
       count(*) filter (where t.explained_as is not null)::int as explained
     from banktransactions t join bankaccounts a on a.id = t.bankaccount_id
     where t.deleted_at is null group by 1 order by 1`,
  )
  expect(lines).toMatchObject([
    { name: 'Everyday', months: 4 },
    { name: 'Savings', months: 3, explained: 9 },
  ])
  const kinds = await office.query<{ kind: string }>(
    'select distinct kind from bankparts order by 1',
  )
  expect(kinds.map(({ kind }) => kind)).toEqual([
    ...['account', 'aside', 'bill', 'billpayment', 'commission', 'customer', 'deposit'],
    ...['dishonour', 'payment', 'refund', 'returned', 'supplier_refund', 'transfer'],
  ])
  const by = await office.query<{ matched_by: string; lines: number }>(
    `select matched_by, count(*)::int as lines from banktransactions
     where matched_by is not null group by 1 order by 1`,
  )
  expect(by.map(({ matched_by }) => matched_by)).toEqual(['automatic', 'person'])
  for (const { lines: count } of by) expect(count).toBeGreaterThan(20)
})

test('the oldest month is agreed to the cent, and its lines are reconciled', async () => {
  const statements = await office.query<{ id: number; statement_status: string }>(
    `select id, statement_status from bankstatements where statement_date = '2026-08-31' order by id`,
  )
  expect(statements).toHaveLength(2)
  for (const { id, statement_status } of statements) {
    const { info } = (await accounting.get('/bankstatement', { id })).body
    expect([statement_status, info.difference]).toEqual(['agreed', '0.00'])
  }
  const open = await office.query(
    `select id from banktransactions
     where transaction_date < '2026-09-01' and transaction_status <> 'reconciled'`,
  )
  expect(open).toEqual([])
})

test('bank and books differ only by what waits and by what is not on the bank yet', async () => {
  const { data } = (await accounting.get('/bankaccounts/positions')).body
  const [everyday, savings] = data
  expect(savings).toMatchObject({ difference: '0.00', open_lines: 0, outstanding: '0.00' })
  const [unseen] = await office.query<{ amount: string }>(
    `select ((select sum(amount_incl_gst) from invoicepayments where banktransaction_id is null
         and debit_state is null and payment_status in ('received', 'partly_refunded'))
       + (select sum(amount) from payouts where payout_status = 'paid' and banktransaction_id is null)
       - (select sum(amount_incl_gst) from billpayments where payment_status = 'paid')
       - (select sum(to_pay + tax_invoice_gst) from commissionstatements
         where statement_status = 'paid'))::text
       as amount`,
  )
  expect(everyday).toMatchObject({ open_lines: 20, outstanding: unseen?.amount })
  // As every hour: what became overdue since the demonstration’s last day is counted.
  await runJob({ database: office.database, clock: systemClock }, settleDiscounts)
  const manager = await office.as('manager')
  const { body } = await manager.post('/ledger/verify', {})
  expect(body.data.violations).toEqual([])
  expect(body.data.is_fine).toBe(true)
})

test('twenty lines wait, and looking at them again explains none', async () => {
  expect(waiting).toHaveLength(20)
  const { body } = await accounting.post('/banktransactions/rematch', {})
  expect(body.data).toMatchObject({ matched: 0, open: 20 })
})

test('what waits has clear candidates, two invoices, other ways, a shared payer or nothing', async () => {
  const [mixed] = await candidatesOf('ROTORUA THERMAL LODG')
  expect(mixed).toMatchObject({ tier: 'T3', parts: [{ plan: [{}, {}] }] })
  const [ways] = await candidatesOf('WAIKATO VALLEY DAIRI')
  expect(ways?.others).toBe(2)
  const [late] = await candidatesOf('BLEDISLOE COOL STORE')
  expect(late?.tier).toBe('T2')
  const [landlord] = await candidatesOf('COASTLINE PROPERTY')
  expect(landlord?.parts.map(({ kind }) => kind)).toEqual(['customer', 'customer'])
  const [banked] = await candidatesOf('BRANCH DEPOSIT')
  expect(banked?.parts).toMatchObject([{ kind: 'deposit', payment_ids: [anyId, anyId] }])
  expect(await candidatesOf('T & K SERVICES LTD')).toEqual([])
})

test('payers are known by what people said, one of them for two customers', async () => {
  const { data } = (await accounting.get('/payeraliases')).body
  const sure = data.filter((one: { confirmations: number }) => one.confirmations > 1)
  const shared = data.filter((one: { is_shared: boolean }) => one.is_shared)
  expect([sure.length, shared.length]).toEqual([2, 2])
})
