import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { booksHold, newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let supplier_id: number
let sequence = 4_200_000

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  supplier_id = (await makeRow(manager, supplier)).id
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

async function activeContract(
  given: Record<string, unknown> = {},
  who: Record<string, unknown> = {},
) {
  sequence += 1
  const { id: customer_id } = await newCustomer(manager, who)
  const { id } = await makeRow(manager, contract, {
    customer_id,
    supplier_id,
    connections: [makeIcp(sequence, 'UN')],
    date_start: '2026-01-01',
    date_end: '2030-03-31',
    discount_percent: '0',
    service_fee_percent: '0',
    ...given,
  })
  const reply = await accounting.post('/contract/activate', { id, reason: 'Migrated' })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const cancelled = async (id: number) => {
  const cancel = { id, date_end: '2026-10-31', reason: 'Moving out' }
  const reply = await manager.post('/contract/cancel', cancel)
  expect(reply.status, reply.text).toBe(200)
}

async function charges(contract_id: number) {
  const { rows } = await world.owner.query(
    `select amount, invoice_id is not null as billed, dropped_at is not null as dropped
     from pending_charges where contract_id = $1 order by id`,
    [contract_id],
  )
  return rows
}

async function draftOf(deal: { id: number; customer_id: number }, month: string) {
  const reply = await accounting.put('/invoice', {
    customer_id: deal.customer_id,
    contract_id: deal.id,
    period_start: `2026-${month}-01`,
    period_end: `2026-${month}-28`,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function sent(id: number) {
  const approve = { id, send: true, posted: true, acknowledge: ['W01', 'W02', 'W03', 'W05'] }
  const reply = await accounting.post('/invoice/approve', approve)
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

const names = (invoice: { lines: { name: string; amount: string }[] }) =>
  invoice.lines.map((line) => [line.name, line.amount])

describe('the cancellation fee of a contract that is restored', () => {
  test('stands in the way while it is on an invoice nobody has sent', async () => {
    const deal = await activeContract({ cancellation_fee_amount: '150.00' })
    await cancelled(deal.id)
    const draft = await draftOf(deal, '03')
    const refused = await manager.post('/contract/restore', { id: deal.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('draft invoice')
    expect(refused.body.message).toContain('Delete that draft first.')
    await accounting.delete('/invoice', { id: draft.id })
    expect((await manager.post('/contract/restore', { id: deal.id })).status).toBe(200)
    expect(await charges(deal.id)).toMatchObject([{ billed: false, dropped: true }])
  })

  test('is given back once by the next invoice when it was billed, and can be charged again', async () => {
    const deal = await activeContract({ cancellation_fee_amount: '150.00' })
    const number = deal.contract_number
    await cancelled(deal.id)
    const approved = await accounting.post('/invoice/approve', {
      id: (await draftOf(deal, '03')).id,
      acknowledge: ['W01', 'W02', 'W03'],
    })
    const refused = await manager.post('/contract/restore', { id: deal.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain(approved.body.data.invoice_number)
    await accounting.post('/invoice/send', { id: approved.body.data.id, posted: true })

    expect((await manager.post('/contract/restore', { id: deal.id })).status).toBe(200)
    expect(await charges(deal.id)).toMatchObject([
      { amount: '150.00', billed: true, dropped: false },
      { amount: '-150.00', billed: false, dropped: false },
    ])
    await cancelled(deal.id)
    await manager.post('/contract/restore', { id: deal.id })
    await cancelled(deal.id)
    const next = await draftOf(deal, '04')
    expect(names(next)).toEqual([
      [`Cancellation fee ${number}, given back`, '-150.00'],
      [`Cancellation fee ${number}`, '150.00'],
    ])
    await sent(next.id)
    await manager.post('/contract/restore', { id: deal.id })
    const last = await draftOf(deal, '05')
    expect(names(last)).toEqual([[`Cancellation fee ${number}, given back`, '-150.00']])
    await sent(last.id)
    const who = (await accounting.get('/customer', { id: deal.customer_id })).body.data
    expect(who.balance_total).toBe('0.00')
  })
})

test('no more of a cancellation fee is given back than was asked for', async () => {
  const deal = await activeContract({ cancellation_fee_amount: '150.00' })
  await cancelled(deal.id)
  const draft = await draftOf(deal, '03')
  const [fee] = draft.lines
  const lines = [{ ...fee, rate: '90.00', name: 'Cancellation, by agreement' }]
  for (const line of lines)
    for (const name of ['key', 'amount', 'connection', 'estimated_share', 'missing_days'])
      delete line[name]
  const { id, version } = draft
  const changed = await accounting.post('/invoice', { id, version, lines })
  expect(changed.body.data.othercharges_sum, changed.text).toBe('90.00')
  await sent(id)
  await manager.post('/contract/restore', { id: deal.id })
  expect((await charges(deal.id)).map((charge) => charge.amount)).toEqual(['150.00', '-90.00'])
})

describe('charges of a customer who is billed apart from the supplier', () => {
  async function splitDraft() {
    const deal = await activeContract(
      { welcome_credit_amount: '20.00', service_fee_percent: '5' },
      { simple_invoicing: true },
    )
    const days = { period_start: '2026-04-01', period_end: '2026-04-30' }
    const reply = await accounting.put('/invoice', {
      customer_id: deal.customer_id,
      contract_id: deal.id,
      ...days,
      bill: {
        ...days,
        supplier_statement_number: `S-${deal.id}`,
        supplier_due_date: dayIn(31),
        ppd_percent: '10',
        lines: [{ name: 'Energy', quantity: '1', rate: '1000.00' }],
      },
    })
    expect(reply.status, reply.text).toBe(201)
    return { deal, draft: reply.body.data }
  }

  test('stand in our own block of the next invoice, on every page of it and in the books', async () => {
    const { deal, draft } = await splitDraft()
    expect(draft).toMatchObject({
      billing: 'split',
      charges_total: '1150.00',
      othercharges_total: '0.00',
      discounted_service_fee: '51.75',
      owncharges_sum: '-20.00',
      owncharges_gst: '-3.00',
      owncharges_total: '-23.00',
      discounted_total_this_period: '28.75',
      undiscounted_total_this_period: '34.50',
    })
    const { id, version } = draft
    const changed = await accounting.post('/invoice', { id, version, notes: 'Looked at' })
    expect(changed.body.data.owncharges_total).toBe('-23.00')
    const again = await accounting.post('/invoice/recalculate', { id })
    expect(again.body.data.owncharges_total).toBe('-23.00')
    await sent(id)
    const pdf = pdfText((await accounting.get('/invoice/document', { id })).bytes).split('\n')
    expect(pdf.slice(pdf.indexOf('Our own charges, GST included') + 1)[0]).toBe('−23.00')
    expect((await accounting.get('/invoice/verify', { id })).body.data.differences).toEqual([])
    const books = await manager.post('/ledger/verify', {})
    expect(books.text).not.toContain('does not add up')
    await booksHold(world, deal.customer_id)
    expect(await charges(deal.id)).toMatchObject([{ amount: '-20.00', billed: true }])

    const redone = await accounting.post('/invoice/redo', { id, reason: 'Looked at again' })
    expect(redone.body.data).toMatchObject({ owncharges_total: '-23.00', billing: 'split' })
    expect(await charges(deal.id)).toHaveLength(1)
    await booksHold(world, deal.customer_id)
  })
})

describe('a charge is billed once', () => {
  test('although its line was typed over, its draft deleted and brought back', async () => {
    const deal = await activeContract({ welcome_credit_amount: '20.00' })
    const about = { customer_id: deal.customer_id, contract_id: deal.id }
    const march = { ...about, period_start: '2026-03-01', period_end: '2026-03-31' }
    const proposal = await accounting.post('/invoice/new', march)
    const [credit] = proposal.body.data.lines
    expect(credit.pending_charge_id).toBeGreaterThan(0)
    const { name, quantity, rate, unit, pending_charge_id } = credit
    const lines = [{ name: `${name}, typed`, quantity, rate, unit, pending_charge_id }]
    const typed = await accounting.put('/invoice', { ...march, lines })
    const other = await draftOf(deal, '04')
    expect(other.lines).toEqual([])
    await accounting.delete('/invoice', { id: typed.body.data.id })
    await accounting.post('/invoice/recalculate', { id: other.id })
    const back = await accounting.post('/invoice/restore', { id: typed.body.data.id })
    expect(back.body.data.lines).toEqual([])
    expect(await charges(deal.id)).toHaveLength(1)
  })

  test('and waits for the next one when its line is taken off a draft', async () => {
    const deal = await activeContract({ welcome_credit_amount: '20.00' })
    const { id, version } = await draftOf(deal, '03')
    const lines = [{ name: 'Call-out', quantity: '1', rate: '50.00', unit: 'each' }]
    const changed = await accounting.post('/invoice', { id, version, lines })
    expect(changed.status, changed.text).toBe(261)
    expect(names(changed.body.data)).toEqual([['Call-out', '50.00']])
    expect(await charges(deal.id)).toMatchObject([{ billed: false, dropped: false }])
    const next = await draftOf(deal, '04')
    expect(names(next).map(([, amount]) => amount)).toEqual(['-20.00'])
  })

  test('by the invoice that takes the place of the one it was on', async () => {
    const deal = await activeContract({ welcome_credit_amount: '20.00' })
    const first = await sent((await draftOf(deal, '03')).id)
    const redone = await accounting.post('/invoice/redo', { id: first.id, reason: 'Wrong days' })
    expect(names(redone.body.data).map(([, amount]) => amount)).toEqual(['-20.00'])
    expect((await draftOf(deal, '04')).lines).toEqual([])
    await sent(redone.body.data.id)
    expect(await charges(deal.id)).toMatchObject([{ billed: true, dropped: false }])
    const who = (await accounting.get('/customer', { id: deal.customer_id })).body.data
    expect(who.balance_total).toBe('-23.00')
    await booksHold(world, deal.customer_id)
  })
})

describe('charges that no invoice of a contract follows', () => {
  const alone = async (customer_id: number) =>
    ((await accounting.get('/charges/alone')).body.data as { customer_id: number }[]).filter(
      (one) => one.customer_id === customer_id,
    )

  test('are told of once the contract is over and billed, until they are billed alone', async () => {
    const deal = await activeContract({ cancellation_fee_amount: '150.00' })
    const { customer_id } = deal
    const cancel = { id: deal.id, date_end: '2026-04-28', reason: 'Moving out' }
    expect((await manager.post('/contract/cancel', cancel)).status).toBe(200)
    // Its last days take the fee along.
    expect(await alone(customer_id)).toEqual([])
    const days = { period_start: '2026-01-01', period_end: '2026-04-28' }
    const lines = [{ name: 'Energy', quantity: '1', rate: '90.00' }]
    const bill = { customer_id, contract_id: deal.id, ...days, lines }
    expect((await accounting.put('/invoice', bill)).status).toBe(201)
    expect(await alone(customer_id)).toMatchObject([{ charges: 1, amount: '150.00' }])
    const made = await accounting.put('/invoice', { customer_id, charges_only: true })
    expect(made.status, made.text).toBe(201)
    expect(made.body.data).toMatchObject({ contract_id: null, othercharges_sum: '150.00' })
    expect(await alone(customer_id)).toEqual([])
  })

  test('are told of within their organisation only', async () => {
    const { id } = await newCustomer(manager)
    await world.owner.query(
      `insert into pending_charges (organisation_id, customer_id, charge_type, name, amount,
         unique_key) values ($1, $2, 'late_fee', 'Late payment fee', '10.00', $3)`,
      [world.organisations[0], id, `late_fee of ${id}`],
    )
    expect(await alone(id)).toMatchObject([{ charges: 1, amount: '10.00' }])
    const other = await world.as('other')
    expect((await other.get('/charges/alone')).body.data).toEqual([])
  })
})
