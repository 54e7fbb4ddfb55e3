import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankLineStates, banktransactionMachine } from '#domain/bank/banktransaction-machine.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { paidBy } from '#tests/support/adjusting.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { askedOf, gridOf, keptFor } from '#tests/support/grid.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let admin: Client
let bank: Bank
let customer: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  admin = await world.as('admin')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer = await newCustomer(user)
})

const paymentNow = async (id: unknown) =>
  (await accounting.get('/invoicepayment', { id: Number(id) })).body.data
const invoiceNow = async (id: number) => (await accounting.get('/invoice', { id })).body.data

interface Part {
  invoicepayment_id: number
  billpayment_id: number
  words: string
}
const partsOf = async (id: number) => (await bank.get(id)).info.parts as unknown as Part[]

describe('money of a customer', () => {
  test('is found by the number of its page, and pays it to the end', async () => {
    const page = await sentInvoice(accounting, customer.id)
    const id = await bank.line(page.discounted_total, { particulars: page.invoice_number })
    const { info } = await bank.get(id)
    const [best] = info.candidates as unknown as { key: string; tier: string; automatic: string }[]
    expect(best).toMatchObject({ kind: 'customer', customer_id: customer.id, tier: 'T0' })
    const taken = await accounting.post('/banktransaction/match', { id, key: best?.key })
    expect(taken.status, taken.text).toBe(200)
    expect(taken.body.data).toMatchObject({ transaction_status: 'matched', matched_by: 'person' })
    const [part] = await partsOf(id)
    expect(part?.words).toContain(page.invoice_number)
    expect(await paymentNow(part?.invoicepayment_id)).toMatchObject({
      payment_status: 'reconciled',
      payment_date: todayOf(world),
      banktransaction_id: id,
    })
    expect(await invoiceNow(page.id)).toMatchObject({ invoice_status: 'paid', balance: '0.00' })
    await booksHold(world, customer.id)
  })

  test('matched by two at once is matched once, and the second is told as what', async () => {
    const id = await bank.line('40.00')
    const parts = [{ kind: 'customer', amount: '40.00', customer_id: customer.id }]
    const both = [accounting, manager].map((who) =>
      who.post('/banktransaction/match', { id, parts }),
    )
    const answers = (await Promise.all(both)).toSorted((a, b) => a.status - b.status)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]?.body.message).toContain(answers[0]?.body.data.explained_as)
    await booksHold(world, customer.id)
  })

  test('taken off again, the books are as before and the invoice is open', async () => {
    const page = await sentInvoice(accounting, customer.id)
    const before = await bank.ledger(1000)
    const id = await bank.line('40.00')
    await bank.match(id, [{ kind: 'customer', amount: '40.00', customer_id: customer.id }])
    expect(Number(await bank.ledger(1000))).toBeCloseTo(Number(before) + 40)
    const [part] = await partsOf(id)
    await bank.unmatch(id)
    expect(await bank.ledger(1000)).toBe(before)
    expect(await paymentNow(part?.invoicepayment_id)).toMatchObject({ payment_status: 'cancelled' })
    const { balance, discounted_total, invoice_status } = await invoiceNow(page.id)
    expect([invoice_status, balance]).toEqual(['invoiced', discounted_total])
    expect((await bank.get(id)).data).toMatchObject({ transaction_status: 'new' })
    await booksHold(world, customer.id)
  })

  test('follows the plan of its line, and no page that happens to print the same', async () => {
    const [first, second] = [
      await sentInvoice(accounting, customer.id),
      await sentInvoice(accounting, customer.id),
    ]
    const id = await bank.line('30.00')
    const plan = [{ key: `i${second.id}`, amount: '30.00' }]
    await bank.match(id, [{ kind: 'customer', amount: '30.00', customer_id: customer.id, plan }])
    expect((await invoiceNow(first.id)).balance).toBe(first.balance)
    expect(Number((await invoiceNow(second.id)).balance)).toBeCloseTo(Number(second.balance) - 30)
    await booksHold(world, customer.id)
  })

  test('on the second account it stands on that one in the ledger', async () => {
    const before = await bank.ledger(1001)
    const id = await bank.line('12.00', { bankaccount_id: bank.savings })
    await bank.match(id, [{ kind: 'customer', amount: '12.00', customer_id: customer.id }])
    expect(Number(await bank.ledger(1001))).toBeCloseTo(Number(before) + 12)
    await bank.unmatch(id)
    expect(await bank.ledger(1001)).toBe(before)
  })

  test('is never matched to another sum than its own', async () => {
    const id = await bank.line('50.00')
    const parts = [{ kind: 'customer', amount: '49.99', customer_id: customer.id }]
    const reply = await accounting.post('/banktransaction/match', { id, parts })
    expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, 'parts'])
    expect((await bank.get(id)).data).toMatchObject({ transaction_status: 'new' })
  })
})

describe('a payment that was recorded before', () => {
  test('is linked, and counts from the bank’s own day: the discount is tested anew', async () => {
    const page = await sentInvoice(accounting, customer.id)
    const early = addDays(todayOf(world), -3)
    const made = await paidBy({ client: accounting, world }, customer.id, page.discounted_total)
    const id = await bank.line(page.discounted_total, { transaction_date: early })
    await bank.match(id, [
      { kind: 'payment', amount: page.discounted_total, payment_ids: [made.id] },
    ])
    expect(await paymentNow(made.id)).toMatchObject({
      payment_status: 'reconciled',
      payment_date: early,
      banktransaction_id: id,
    })
    expect((await invoiceNow(page.id)).invoice_status).toBe('paid')
    const cancelled = await accounting.post('/invoicepayment/cancel', {
      id: made.id,
      reason: 'Not it',
    })
    expect(cancelled.status).toBe(476)
    await bank.unmatch(id)
    expect(await paymentNow(made.id)).toMatchObject({
      payment_status: 'received',
      payment_date: todayOf(world),
      banktransaction_id: null,
    })
    expect((await invoiceNow(page.id)).invoice_status).toBe('cleared')
    await booksHold(world, customer.id)
  })

  test('cheques of one deposit are linked together, and keep their own days', async () => {
    const cheque = { payment_type: 'cheque', payment_date: addDays(todayOf(world), -2) }
    const one = await paidBy({ client: accounting, world }, customer.id, '20.00', cheque)
    const two = await paidBy({ client: accounting, world }, customer.id, '30.00', cheque)
    const id = await bank.line('49.50')
    await bank.match(id, [
      { kind: 'deposit', amount: '50.00', payment_ids: [one.id, two.id] },
      { kind: 'account', amount: '-0.50', account: 6020 },
    ])
    for (const { id: payment } of [one, two])
      expect(await paymentNow(payment)).toMatchObject({
        payment_status: 'reconciled',
        payment_date: cheque.payment_date,
      })
    await booksHold(world, customer.id)
  })

  test('that the bank takes back is owed again, and lives again when that was a mistake', async () => {
    const page = await sentInvoice(accounting, customer.id)
    const came = await bank.line(page.discounted_total)
    const about = { kind: 'customer', customer_id: customer.id, page: `i${page.id}` }
    await bank.match(came, [{ ...about, amount: page.discounted_total }])
    const [{ invoicepayment_id: payment } = { invoicepayment_id: 0 }] = await partsOf(came)
    const back = await bank.line(`-${page.discounted_total}`)
    const amount = `-${page.discounted_total}`
    await bank.match(back, [{ kind: 'dishonour', amount, payment_ids: [payment] }])
    expect((await paymentNow(payment)).payment_status).toBe('failed')
    expect((await invoiceNow(page.id)).balance).toBe(page.discounted_total)
    const refused = await accounting.post('/banktransaction/unmatch', { id: came, reason: 'A try' })
    expect(refused.status, refused.text).toBe(476)
    await bank.unmatch(back)
    expect((await paymentNow(payment)).payment_status).toBe('reconciled')
    expect(await invoiceNow(page.id)).toMatchObject({ invoice_status: 'paid', balance: '0.00' })
    await booksHold(world, customer.id)
  })
})

describe('money between accounts of ours, the bank’s own and what nobody knows', () => {
  test('a transfer is matched on both sides at once, and both are open again together', async () => {
    const out = await bank.line('-500.00')
    const into = await bank.line('500.00', { bankaccount_id: bank.savings })
    const part = { kind: 'transfer', amount: '-500.00', counterpart_id: into }
    expect(await bank.match(out, [part])).toMatchObject({ transaction_status: 'transfer' })
    expect((await bank.get(into)).data).toMatchObject({ transaction_status: 'transfer' })
    expect(await bank.ledger(1080)).toBe('0.00')
    await bank.unmatch(into)
    expect((await bank.get(out)).data).toMatchObject({ transaction_status: 'new' })
  })

  test('one side alone waits on 1080 until the other is seen', async () => {
    const out = await bank.line('-70.00')
    await bank.match(out, [{ kind: 'transfer', amount: '-70.00' }])
    expect(await bank.ledger(1080)).toBe('70.00')
    const into = await bank.line('70.00', { bankaccount_id: bank.savings })
    await bank.match(into, [{ kind: 'transfer', amount: '70.00', counterpart_id: out }])
    expect(await bank.ledger(1080)).toBe('0.00')
  })

  test('a fee is booked without GST; other accounts are a manager’s, and documents’ nobody’s', async () => {
    const fee = await bank.line('-8.50', { other_party: 'Monthly fee' })
    await bank.match(fee, [{ kind: 'account', amount: '-8.50', account: 6030 }])
    expect(await bank.ledger(6030)).toBe('8.50')
    const other = await bank.line('-10.00')
    const coded = (account: number) => ({ kind: 'account', amount: '-10.00', account })
    const ask = (client: Client, account: number) =>
      client.post('/banktransaction/match', { id: other, parts: [coded(account)] })
    expect((await ask(accounting, 4010)).status).toBe(403)
    expect((await ask(manager, 1100)).status).toBe(476)
    expect((await ask(manager, 9999)).status).toBe(400)
    const coded_as = '4010 Other income'
    expect((await ask(manager, 4010)).body.data).toMatchObject({ explained_as: coded_as })
    expect((await bank.get(other)).info.parts).toMatchObject([{ words: coded_as }])
  })

  test('money aside stands on 2900 until somebody asks for it', async () => {
    const id = await bank.line('99.00', { other_party: 'Unknown' })
    await bank.match(id, [{ kind: 'aside', amount: '99.00' }])
    expect(await bank.ledger(2900)).toBe('-99.00')
    await bank.unmatch(id)
    expect(await bank.ledger(2900)).toBe('0.00')
  })

  test('only what moves nothing is left out', async () => {
    const early = await bank.line('5.00', { transaction_date: addDays(todayOf(world), -40) })
    const one = await bank.line('66.00')
    const two = await bank.line('-66.00')
    const leave = (id: number, with_id?: number) =>
      accounting.post('/banktransaction/ignore', { id, with_id, reason: 'The bank’s mistake' })
    expect((await leave(early)).status).toBe(200)
    expect((await leave(one)).status).toBe(476)
    expect((await leave(one, two)).status).toBe(200)
    expect((await bank.get(two)).data).toMatchObject({ transaction_status: 'ignored' })
    await bank.unmatch(one)
    expect((await bank.get(two)).data).toMatchObject({ transaction_status: 'new' })
  })
})

describe('money to and from suppliers', () => {
  async function approvedBill(): Promise<number> {
    const id = await billingRows.bill?.(admin)
    const reply = await accounting.post('/bill/approve', { id })
    expect(reply.body.data, reply.text).toMatchObject({ bill_status: 'approved' })
    return Number(id)
  }
  const billNow = async (id: number) => (await accounting.get('/bill', { id })).body.data

  test('a supplier’s debit pays its bill and clears it; taken off, the bill is to be paid', async () => {
    const bill = await approvedBill()
    const id = await bank.line('-92.00')
    await bank.match(id, [{ kind: 'bill', amount: '-92.00', bill_ids: [bill] }])
    expect(await billNow(bill)).toMatchObject({ bill_status: 'cleared', balance: '0.00' })
    await bank.unmatch(id)
    expect(await billNow(bill)).toMatchObject({ bill_status: 'approved', balance: '92.00' })
  })

  test('a payment that left is cleared by its line, and to be paid anew when it comes back', async () => {
    const bill = await approvedBill()
    const paid = { bill_id: bill, amount_incl_gst: '92.00', payment_date: todayOf(world) }
    const { id: payment } = (await accounting.put('/billpayment', paid)).body.data
    await accounting.post('/billpayment/approve', { id: payment })
    expect((await accounting.post('/billpayment/pay', { id: payment })).status).toBe(200)
    const out = await bank.line('-92.00')
    await bank.match(out, [{ kind: 'billpayment', amount: '-92.00', payment_ids: [payment] }])
    expect((await billNow(bill)).bill_status).toBe('cleared')
    const back = await bank.line('92.00')
    await bank.match(back, [{ kind: 'returned', amount: '92.00', payment_ids: [payment] }])
    expect((await billNow(bill)).bill_status).toBe('approved')
    await bank.unmatch(back)
    expect((await billNow(bill)).bill_status).toBe('cleared')
    await bank.unmatch(out)
    expect((await billNow(bill)).bill_status).toBe('paid')
  })
})

describe('the life of a line', () => {
  const because = { reason: 'Looking at the table' }
  const state = async (id: number, status: string) => {
    await scope(world.owner, world.organisations[0])
    const text = 'update banktransactions set transaction_status = $2 where id = $1'
    await world.owner.query(text, [id, status])
  }
  const now = async (id: number) => (await accounting.get('/banktransaction', { id })).body.data

  interface Subject {
    id: number
    version: number
    /** The other of the two that cancel each other out. */
    twin: number
  }

  async function lineIn(status: string): Promise<Subject> {
    const id = await bank.line('23.00')
    const twin = await bank.line('-23.00')
    if (status === 'transfer') {
      const there = await bank.line('-23.00', { bankaccount_id: bank.savings })
      await bank.match(id, [{ kind: 'transfer', amount: '23.00', counterpart_id: there }])
    }
    if (status === 'matched' || status === 'reconciled')
      await bank.match(id, [{ kind: 'customer', amount: '23.00', customer_id: customer.id }])
    if (status === 'ignored')
      await accounting.post('/banktransaction/ignore', { id, with_id: twin, ...because })
    // As the matcher does with what may be something, and a finished reconciliation with its lines.
    if (status === 'suggested' || status === 'reconciled') await state(id, status)
    const { version, transaction_status } = await now(id)
    expect(transaction_status).toBe(status)
    return { id, version, twin }
  }

  function ask(client: Client | undefined, action: string, { id, twin }: Subject) {
    const parts = [{ kind: 'customer', amount: '23.00', customer_id: customer.id }]
    const needs: Record<string, object> = {
      match: { parts },
      ignore: { with_id: twin, ...because },
      unmatch: because,
    }
    return client?.post(`/banktransaction/${action}`, { id, ...needs[action] })
  }

  // Shows: R16
  test('every state × what is said of a line × role answers as the reviewed table says', async () => {
    const clients = { user, accounting, manager, admin }
    const lines = keptFor(lineIn)
    const actions = askedOf(banktransactionMachine).filter((one) => !/update|delete/.test(one))
    const table = await gridOf(bankLineStates, actions, async (action, from, role) => {
      const subject = await lines.take(from)
      const reply = await ask(clients[role], action, subject)
      const after = await now(subject.id)
      if (reply && reply.status < 400) return after.transaction_status
      expect(after.version, `${from} ${action} ${role}`).toBe(subject.version)
      lines.giveBack(from, subject)
      return String(reply?.status)
    })
    await expect(table).toMatchFileSnapshot('./__snapshots__/bank-line-grid.txt')
  }, 60_000)
})
