import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { paidBy } from '#tests/support/adjusting.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let admin: Client
let bank: Bank

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
beforeEach(() => scope(world.owner, world.organisations[0]))

const rematch = async () => {
  const reply = await accounting.post('/banktransactions/rematch', {})
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const slashed = (iso: string) => iso.split('-').reverse().join('/')
const stateOf = async (id: number) => (await bank.get(id)).data.transaction_status

describe('what is certain is matched by itself', () => {
  test('a full number with the right figure; a stranger’s money is only left open', async () => {
    const customer = await newCustomer(user)
    const page = await sentInvoice(accounting, customer.id)
    const paid = await bank.line(page.discounted_total, { reference: page.invoice_number })
    const strange = await bank.line('13.37', { other_party: 'NOBODY KNOWN' })
    expect((await rematch()).matched).toBe(1)
    expect((await bank.get(paid)).data).toMatchObject({
      transaction_status: 'matched',
      matched_by: 'automatic',
    })
    expect(await stateOf(strange)).toBe('new')
    await booksHold(world, customer.id)
    const { body } = await accounting.get('/payeraliases')
    expect(body?.data ?? []).toEqual([])
  })

  test('the customer’s own account is known by its hash, and the number stays sealed', async () => {
    const number = makeBankAccount('12', '3113', 444_000)
    const customer = await newCustomer(user, { bank_account_number: number })
    const page = await sentInvoice(accounting, customer.id)
    const id = await bank.line(page.discounted_total, { other_account: number })
    const [best] = (await bank.get(id)).info.candidates as unknown as {
      reasons: { code: string }[]
    }[]
    expect(best?.reasons.map(({ code }) => code)).toContain('payer_account')
    expect((await rematch()).matched).toBe(1)
    const { rows } = await world.owner.query(
      `select sealed, hash from account_hashes where place = 'customer' and row_id = $1`,
      [customer.id],
    )
    expect(JSON.stringify(rows)).not.toContain(number)
    expect((await bank.get(id)).data.other_account).toMatch(/^••••/)
  })

  test('a payment that was recorded before is linked, and no second one made', async () => {
    const customer = await newCustomer(user)
    const page = await sentInvoice(accounting, customer.id)
    const amount = page.discounted_total
    await paidBy({ client: accounting, world }, customer.id, amount)
    const id = await bank.line(amount, { particulars: page.invoice_number })
    expect((await rematch()).matched).toBe(1)
    const { body } = await accounting.get('/invoicepayments', { customer_id: customer.id })
    expect(body.data).toMatchObject([{ payment_status: 'reconciled', banktransaction_id: id }])
  })

  test('cheques that were banked together are suggested as one deposit', async () => {
    const customer = await newCustomer(user)
    const payments: number[] = []
    for (const amount of ['41.35', '77.20']) {
      const given = { payment_type: 'cheque' }
      const made = await paidBy({ client: accounting, world }, customer.id, amount, given)
      payments.push(made.id)
    }
    const id = await bank.line('118.55', { other_party: 'BRANCH DEPOSIT' })
    const [best] = (await bank.get(id)).info.candidates as unknown as {
      parts: { kind: string; payment_ids: number[] }[]
    }[]
    expect(best?.parts).toMatchObject([{ kind: 'deposit', payment_ids: payments }])
    await bank.match(id, best?.parts ?? [])
  })

  test('nothing where the office wants to decide itself', async () => {
    const made = await admin.put('/organisationconfig', { name: 'bank_auto_match', value: false })
    const customer = await newCustomer(user)
    const page = await sentInvoice(accounting, customer.id)
    const id = await bank.line(page.discounted_total, { reference: page.invoice_number })
    expect((await rematch()).matched).toBe(0)
    expect(await stateOf(id)).toBe('suggested')
    const { id: config } = made.body.data
    await admin.delete('/organisationconfig', { id: config })
    expect((await rematch()).matched).toBe(1)
  })

  test('a rule of the office codes fees; tested first over what was there', async () => {
    const rule = {
      name: 'Bank fees',
      direction: 'out',
      text_contains: 'account fee',
      kind: 'account',
    }
    const id = await bank.line('-4.20', { other_party: 'MONTHLY ACCOUNT FEE' })
    const trial = await accounting.post('/bankrule/test', { ...rule, account: 6030 })
    expect(trial.body.data, trial.text).toMatchObject({ lines: [{ id }], contradicted: [] })
    const made = await accounting.put('/bankrule', { ...rule, account: 6030, automatic: true })
    expect(made.status, made.text).toBe(201)
    await rematch()
    expect((await bank.get(id)).data).toMatchObject({ explained_as: '6030 Bank fees' })
    const barred = await manager.put('/bankrule', { ...rule, name: 'Other', account: 1100 })
    expect(barred.status).toBe(400)
  })
})

describe('people teach, and candidates that are gone are told', () => {
  test('words confirmed twice speak for a customer; another customer makes them shared', async () => {
    const [one, two] = [await newCustomer(user), await newCustomer(user)]
    const words = { other_party: 'SMITH FAMILY TRUST', particulars: 'POWER' }
    const pay = async (customer_id: number, amount: string) => {
      const id = await bank.line(amount, words)
      await bank.match(id, [{ kind: 'customer', amount, customer_id }])
    }
    await pay(one.id, '11.00')
    await pay(one.id, '12.00')
    const third = await bank.line('13.00', words)
    const [best] = (await bank.get(third)).info.candidates as unknown as { customer_id: number }[]
    expect(best?.customer_id).toBe(one.id)
    await pay(two.id, '14.00')
    const { body } = await accounting.get('/payeraliases', { customer_id: one.id })
    expect(body.data).toMatchObject([{ kind: 'text', is_shared: true, confirmations: 2 }])
  })

  test('a payment that the bank took back teaches nobody’s name', async () => {
    const customer = await newCustomer(user)
    const amount = '57.10'
    const paid = await bank.line(amount, { other_party: 'J WARD' })
    await bank.match(paid, [{ kind: 'customer', amount, customer_id: customer.id }])
    const [part] = (await bank.get(paid)).info.parts as unknown as { invoicepayment_id: number }[]
    const back = await bank.line(`-${amount}`, { other_party: 'DISHONOURED PAYMENT' })
    const payment_ids = [part?.invoicepayment_id]
    const bounced = { kind: 'dishonour', customer_id: customer.id, payment_ids }
    await bank.match(back, [{ ...bounced, amount: `-${amount}` }])
    const { body } = await accounting.get('/payeraliases', { customer_id: customer.id })
    expect(body.data).toMatchObject([{ shown_as: 'J WARD', confirmations: 1 }])
  })

  test('a key that means nothing any more answers 474 with what there is now', async () => {
    const customer = await newCustomer(user)
    const page = await sentInvoice(accounting, customer.id)
    const id = await bank.line(page.discounted_total, { reference: page.invoice_number })
    const [best] = (await bank.get(id)).info.candidates as unknown as { key: string }[]
    await paidBy({ client: accounting, world }, customer.id, '20.00', {
      reference: page.invoice_number,
    })
    const reply = await accounting.post('/banktransaction/match', { id, key: best?.key })
    expect(reply.status, reply.text).toBe(474)
    expect(reply.body.info.candidates.length).toBeGreaterThan(0)
  })
})

describe('a statement', () => {
  test('agrees to the cent, then its lines stay, and the books are locked behind it', async () => {
    const open = await accounting.get('/banktransactions', { transaction_status: 'new' })
    for (const { id, amount } of open.body?.data ?? [])
      await bank.match(id, [{ kind: 'aside', amount }])
    const suggested = await accounting.get('/banktransactions', { transaction_status: 'suggested' })
    for (const { id, amount } of suggested.body?.data ?? [])
      await bank.match(id, [{ kind: 'aside', amount }])
    const positions = (await accounting.get('/bankaccounts/positions')).body.data
    const [own] = positions
    const yesterday = addDays(todayOf(world), -1)
    const late = await bank.line('21.00', { transaction_date: yesterday })
    const about = { bankaccount_id: bank.account, statement_date: todayOf(world) }
    const closing_balance = (Number(own.bank_balance) + 21).toFixed(2)
    const made = await accounting.put('/bankstatement', { ...about, closing_balance })
    const { id } = made.body.data
    const agree = () => accounting.post('/bankstatement/agree', { id })
    expect((await agree()).body.message).toContain('1 line is not matched')
    await bank.match(late, [{ kind: 'account', amount: '21.00', account: 4050 }])
    const { info } = (await accounting.get('/bankstatement', { id })).body
    expect(info).toMatchObject({ difference: '0.00', unmatched_lines: 0, missing: '0.00' })
    const agreed = await agree()
    expect(agreed.status, agreed.text).toBe(200)
    expect(await stateOf(late)).toBe('reconciled')
    const undone = await accounting.post('/banktransaction/unmatch', { id: late, reason: 'A try' })
    expect(undone.status).toBe(476)
    expect((await accounting.post('/bankstatement/reopen', { id, reason: 'Again' })).status).toBe(
      403,
    )
    expect((await manager.post('/bankstatement/reopen', { id, reason: 'Again' })).status).toBe(200)
    expect(await stateOf(late)).toBe('matched')
  })

  test('that says another figure than the lines is told by how much', async () => {
    const about = { bankaccount_id: bank.savings, statement_date: todayOf(world) }
    const made = await accounting.put('/bankstatement', { ...about, closing_balance: '7.00' })
    const reply = await accounting.post('/bankstatement/agree', { id: made.body.data.id })
    expect([reply.status, reply.body.message]).toEqual([476, expect.stringContaining('$7.00')])
  })

  test('agreed and locked, it stays; a late line comes in, booked on the first open day', async () => {
    const month = addDays(todayOf(world), -6)
    const about = { bankaccount_id: bank.savings, statement_date: month, closing_balance: '0.00' }
    const { id } = (await accounting.put('/bankstatement', about)).body.data
    expect((await accounting.post('/bankstatement/agree', { id })).status).toBe(200)
    const lock = { books_locked_to: month }
    expect((await manager.post('/bankaccounts/lock', lock)).status).toBe(261)
    const content = textFile(`Date,Description,Amount,Balance\n${slashed(month)},LATE,17.00,`)
    const sent = { content, bankaccount_id: bank.savings }
    const file = (await sendForm(accounting, 'PUT /bankimport', sent)).body.data
    await accounting.post('/bankimport/accept', { id: file.id })
    const [late] = (await accounting.get('/banktransactions', { bankimport_id: file.id })).body.data
    await bank.match(late.id, [{ kind: 'account', amount: '17.00', account: 4050 }])
    const { rows } = await world.owner.query(
      `select distinct transaction_date::text as day from accounttransactions where account = 1001
         and amount = 17`,
    )
    expect(rows).toEqual([{ day: addDays(month, 1) }])
    const { data } = (await accounting.get('/bankstatement', { id })).body
    expect(data.statement_status).toBe('agreed')
    expect((await bank.get(late.id)).data).toMatchObject({ transaction_date: month })
    expect((await manager.post('/ledger/verify', {})).body.data.violations).toEqual([])
    await admin.post('/bankaccounts/lock', { books_locked_to: null, reason: 'For what follows' })
  })

  test('late money is booked on the first open day; only an admin opens the books again', async () => {
    const customer = await newCustomer(user)
    const day = addDays(todayOf(world), -2)
    const lock = (client: Client, books_locked_to: string | null, more = {}) =>
      client.post('/bankaccounts/lock', { books_locked_to, ...more })
    expect((await lock(accounting, day)).status).toBe(403)
    expect((await lock(manager, day)).status).toBe(261)
    const id = await bank.line('31.00', { transaction_date: addDays(day, -5) })
    await bank.match(id, [{ kind: 'customer', amount: '31.00', customer_id: customer.id }])
    const { rows } = await world.owner.query(
      `select distinct transaction_date::text as day from accounttransactions where customer_id = $1`,
      [customer.id],
    )
    expect(rows).toEqual([{ day: addDays(day, 1) }])
    const [payment] = (await accounting.get('/invoicepayments', { customer_id: customer.id })).body
      .data
    expect(payment.payment_date).toBe(addDays(day, -5))
    expect((await lock(manager, null, { reason: 'Open' })).status).toBe(403)
    expect((await lock(admin, null)).status).toBe(400)
    expect((await lock(admin, null, { reason: 'The accountant asked' })).status).toBe(261)
    await booksHold(world, customer.id)
  })
})
