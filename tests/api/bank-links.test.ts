import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let bank: Bank

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const positionOf = async (id: number) => {
  const { data } = (await accounting.get('/bankaccounts/positions')).body
  return data.find((one: { bankaccount_id: number }) => one.bankaccount_id === id)
}

test('lines that wait are told with what came in and what went out', async () => {
  await bank.line('120.00', { other_party: 'A stranger' })
  await bank.line('30.50', { other_party: 'Another' })
  const out = await bank.line('-45.25', { other_party: 'Somebody we paid' })
  const waiting = { open_lines: 3, open_in: '150.50', open_out: '45.25' }
  expect(await positionOf(bank.account)).toMatchObject(waiting)
  await bank.match(out, [{ kind: 'aside', amount: '-45.25' }])
  expect(await positionOf(bank.account)).toMatchObject({ open_lines: 2, open_out: '0.00' })
})

test('once the second side of a transfer is seen, both lines say where the other one is', async () => {
  const out = await bank.line('-70.00')
  await bank.match(out, [{ kind: 'transfer', amount: '-70.00' }])
  const unseen = 'Transfer, the other side is not seen yet'
  expect((await bank.get(out)).data.explained_as).toBe(unseen)
  const into = await bank.line('70.00', { bankaccount_id: bank.savings })
  await bank.match(into, [{ kind: 'transfer', amount: '70.00', counterpart_id: out }])
  const [first, second] = [await bank.get(out), await bank.get(into)]
  expect(first.data.explained_as).toBe('Transfer: Savings')
  expect(first.info.parts).toMatchObject([{ words: 'Transfer: Savings', other_line_id: into }])
  expect(second.data.explained_as).toBe('Transfer: Everyday')
  expect(second.info.parts).toMatchObject([{ other_line_id: out }])
})

test('a transfer whose two sides are seen is not the other side of a third line', async () => {
  const out = await bank.line('-81.00')
  const into = await bank.line('81.00', { bankaccount_id: bank.savings })
  await bank.match(out, [{ kind: 'transfer', amount: '-81.00', counterpart_id: into }])
  // Two that are matched at once are each told once.
  expect([(await bank.get(out)).data.version, (await bank.get(into)).data.version]).toEqual([2, 2])
  const third = await bank.line('81.00', { bankaccount_id: bank.savings })
  const part = { kind: 'transfer', amount: '81.00', counterpart_id: out }
  const refused = await accounting.post('/banktransaction/match', { id: third, parts: [part] })
  expect(refused.status, refused.text).toBe(400)
  expect((await bank.get(out)).info.parts).toMatchObject([{ other_line_id: into }])
})

test('a line that matched by itself keeps the rule, until the match is taken off', async () => {
  const { customer, invoice } = await anInvoice()
  const line = await bank.line(String(invoice.discounted_total), {
    particulars: invoice.invoice_number,
    other_party: customer.name,
  })
  expect((await accounting.post('/banktransactions/rematch', {})).status).toBe(200)
  const { data } = await bank.get(line)
  expect(data).toMatchObject({ matched_by: 'automatic', matched_rule: 'a' })
  await bank.unmatch(line)
  expect((await bank.get(line)).data.matched_rule).toBeNull()
  await bank.match(line, [
    { kind: 'customer', amount: String(invoice.discounted_total), customer_id: customer.id },
  ])
  expect((await bank.get(line)).data).toMatchObject({ matched_by: 'person', matched_rule: null })
})

describe('the line that shows a payment', () => {
  const shown_as = () => `${formatDayShort(todayOf(world))} · Kauri Cafe · 1,628.45`
  let line: number
  let invoice_id: number
  let payment: { id: number }

  beforeAll(async () => {
    const { customer, invoice } = await anInvoice()
    invoice_id = invoice.id
    line = await bank.line('1628.45', { other_party: 'Kauri Cafe' })
    await bank.match(line, [{ kind: 'customer', amount: '1628.45', customer_id: customer.id }])
    const { data } = (await accounting.get('/invoicepayments', { customer_id: customer.id })).body
    payment = data[0]
  })

  const seenBy = async (client: Client) => {
    const { body } = await client.get('/invoicepayment', { id: payment.id })
    const { data } = (await client.get('/allocations', { invoice_id })).body
    return { row: body.data, titles: body.info.titles, allocation: data[0] }
  }

  test('is named by its day, party and amount', async () => {
    const { row, titles, allocation } = await seenBy(accounting)
    expect(row.banktransaction_id).toBe(line)
    expect(titles.banktransaction).toEqual({ [line]: shown_as() })
    expect(allocation).toMatchObject({ banktransaction_id: line, bank_line: shown_as() })
    const out = await bank.line('-12.00', { memo: 'CARD 1234' })
    const title = `${formatDayShort(todayOf(world))} · CARD 1234 · −12.00`
    expect((await bank.get(out)).data.shown_as).toBe(title)
  })

  test('is not told to those who may not open it', async () => {
    const { row, titles, allocation } = await seenBy(await world.as('user'))
    expect(row).not.toHaveProperty('banktransaction_id')
    expect(titles).not.toHaveProperty('banktransaction')
    expect(allocation).toMatchObject({ banktransaction_id: null, bank_line: null })
  })

  test('the other side of a transfer is named as well', async () => {
    const out = await bank.line('-64.00')
    const into = await bank.line('64.00', { bankaccount_id: bank.savings, other_party: 'Us' })
    await bank.match(out, [{ kind: 'transfer', amount: '-64.00', counterpart_id: into }])
    const other_line = `${formatDayShort(todayOf(world))} · Us · 64.00`
    expect((await bank.get(out)).info.parts).toMatchObject([{ other_line }])
  })
})

async function anInvoice() {
  const customer = await newCustomer(accounting)
  const invoice = await sentInvoice(accounting, customer.id)
  return { customer, invoice }
}
