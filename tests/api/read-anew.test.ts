import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import {
  april,
  correctReading,
  type MeteredAccount,
  meteredAccount,
} from '#tests/support/metered.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { draftWithBill, everyWarning, suppliedAccount } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let admin: Client
let invoices: SentInvoices

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  admin = await world.as('admin')
  invoices = await makeSentInvoices(world)
})
afterAll(() => world.close())

interface Line {
  key: string
  name: string
  quantity: string
  amount: string
  source: string
  connection: string | null
}

async function done(path: string, body: object) {
  const reply = await accounting.post(path, body)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.data
}

async function draftOf({ customer_id, contract_id }: MeteredAccount, more: object = {}) {
  const reply = await accounting.put('/invoice', { customer_id, contract_id, ...april, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const sendIt = (id: number) =>
  done('/invoice/approve', { id, send: true, posted: true, acknowledge: everyWarning })

/** Changes the draft as its editor does: all its lines are sent, one of them another. */
async function typeOver(id: number, change: (lines: Line[]) => object[]) {
  const { version, lines } = (await accounting.get('/invoice', { id })).body.data
  return done('/invoice', { id, version, lines: change(lines) })
}

const specialRead = {
  name: 'Special read',
  quantity: '1',
  unit: 'each',
  rate: '25.00',
  discountable: false,
}

const told = (lines: Line[]) => lines.map(({ name, amount, source }) => [name, amount, source])
const because = { reason: 'A reading was wrong' }
const preview = async (id: number, more: object = {}) => {
  const reply = await accounting.get('/invoice/recalculation', { id, ...more })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const verified = async (id: number) =>
  (await accounting.get('/invoice/verify', { id })).body.data.differences

describe('changing a draft', () => {
  test('leaves the lines nobody touched to readings and rates', async () => {
    const account = await meteredAccount(accounting)
    const { id, version } = await draftOf(account)
    const noted = await done('/invoice', { id, version, notes: 'Looked at' })
    const { connection } = account
    expect(noted.lines).toMatchObject([
      { name: 'Energy', source: 'rate', connection },
      { name: 'Daily charge', source: 'rate', connection },
    ])
    const typed = await typeOver(id, (lines) => [...lines, specialRead])
    expect(told(typed.lines)).toEqual([
      ['Energy', '150.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
      ['Special read', '25.00', 'given'],
    ])
    expect(await verified(id)).toEqual([])
  })

  test('marks a line that was typed over, in the place of ours and at its connection', async () => {
    const account = await meteredAccount(accounting)
    const { id } = await draftOf(account)
    const typed = await typeOver(id, ([energy, daily]) => [
      { ...energy, quantity: '500' },
      { ...daily },
    ])
    expect(typed.lines).toMatchObject([
      { name: 'Energy', amount: '125.00', source: 'given', connection: account.connection },
      { name: 'Daily charge', amount: '45.00', source: 'rate' },
    ])
    const again = await typeOver(id, ([energy, daily]) => [{ ...energy }, { ...daily }])
    expect(told(again.lines)).toEqual(told(typed.lines))
    const without = await typeOver(id, ([energy]) => [{ ...energy }])
    expect(told(without.lines)).toEqual([['Energy', '125.00', 'given']])
    const anew = await done('/invoice/recalculate', { id })
    expect(told(anew.lines)).toEqual([['Energy', '125.00', 'given']])
    expect(await verified(id)).toEqual([])
  })

  test('goes by the readings it was made from until it is recalculated', async () => {
    const account = await meteredAccount(accounting)
    const { id, version } = await draftOf(account)
    await correctReading(accounting, account.reading_id, { reading_latest: '1500' })
    const noted = await done('/invoice', { id, version, notes: 'Looked at' })
    expect(noted.lines[0]).toMatchObject({ amount: '150.00', source: 'rate' })
    expect((await done('/invoice/recalculate', { id })).lines[0]).toMatchObject({
      amount: '125.00',
      source: 'rate',
    })
  })
})

describe('recalculating', () => {
  test('tells the difference line by line, and keeps nothing of it before it is saved', async () => {
    const account = await meteredAccount(accounting)
    const { id } = await draftOf(account)
    const typed = await typeOver(id, (lines) => [...lines, specialRead])
    await correctReading(accounting, account.reading_id, { reading_latest: '1500' })
    const found = await preview(id)
    expect(found.lines).toMatchObject([
      {
        name: 'Energy',
        before: { quantity: '600.000000', amount: '150.00' },
        now: { quantity: '500.000000', amount: '125.00' },
        difference: '-25.00',
        isByHand: false,
      },
      { name: 'Daily charge', difference: '0.00' },
      { name: 'Special read', difference: '0.00', isByHand: true },
    ])
    expect(found.by_hand).toEqual([{ key: 'line.3', name: 'Special read', amount: '25.00' }])
    const stored = (await accounting.get('/invoice', { id })).body.data
    expect(stored.version).toBe(typed.version)
    const saved = await done('/invoice/recalculate', { id })
    expect(saved.discounted_total_this_period).toBe(found.discounted_total_this_period.now)
    expect(told(saved.lines)).toEqual([
      ['Energy', '125.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
      ['Special read', '25.00', 'given'],
    ])
  })

  test('drops lines written by hand only where somebody ticks them', async () => {
    const account = await meteredAccount(accounting)
    const { id } = await draftOf(account)
    await typeOver(id, ([energy, daily]) => [
      { ...energy, rate: '0.20' },
      { ...daily },
      specialRead,
    ])
    expect((await preview(id)).by_hand).toEqual([
      { key: 'line.1', name: 'Energy', amount: '120.00' },
      { key: 'line.3', name: 'Special read', amount: '25.00' },
    ])
    const found = await preview(id, { drop: 'line.1' })
    expect(found.lines[0]).toMatchObject({ name: 'Energy', difference: '30.00', isByHand: false })
    const saved = await done('/invoice/recalculate', { id, drop: ['line.1'] })
    expect(told(saved.lines)).toEqual([
      ['Energy', '150.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
      ['Special read', '25.00', 'given'],
    ])
    const wrong = await accounting.post('/invoice/recalculate', { id, drop: ['line.1'] })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors).toMatchObject([{ field: 'drop' }])
  })

  test('brings a line back that somebody had taken off, where they tick it', async () => {
    const account = await meteredAccount(accounting)
    const { id } = await draftOf(account)
    await typeOver(id, ([energy]) => [{ ...energy }])
    const found = await preview(id)
    expect(found.by_hand).toEqual([{ key: 'off.1', name: 'Daily charge', amount: null }])
    const saved = await done('/invoice/recalculate', { id, drop: ['off.1'] })
    expect(told(saved.lines)).toEqual([
      ['Energy', '150.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
    ])
  })

  test('of an invoice written by hand keeps its lines, until all of them are dropped', async () => {
    const account = await meteredAccount(accounting)
    const { id } = await draftOf(account, { lines: [specialRead] })
    expect(told((await done('/invoice/recalculate', { id })).lines)).toEqual([
      ['Special read', '25.00', 'given'],
    ])
    const saved = await done('/invoice/recalculate', { id, drop: ['line.1'] })
    expect(told(saved.lines)).toEqual([
      ['Energy', '150.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
    ])
  })

  test('keeps the days somebody chose', async () => {
    const account = await meteredAccount(accounting)
    const chosen = { due_date: dayIn(99), discounted_date: dayIn(57) }
    const { id } = await draftOf(account, chosen)
    expect(await done('/invoice/recalculate', { id })).toMatchObject(chosen)
  })
})

describe('a redo', () => {
  test('charges the reading as it was corrected, and every page of it agrees to the cent', async () => {
    const account = await meteredAccount(accounting)
    const { customer_id, connection } = account
    const draft = await draftOf(account)
    await typeOver(draft.id, (lines) => [...lines, specialRead])
    const old = await sendIt(draft.id)
    await correctReading(accounting, account.reading_id, { reading_latest: '1500' })
    const found = await preview(old.id)
    expect(found.lines[0]).toMatchObject({ name: 'Energy', difference: '-25.00' })
    const anew = await done('/invoice/redo', { id: old.id, ...because })
    expect(anew.lines).toMatchObject([
      { name: 'Energy', amount: '125.00', source: 'rate', connection, missing_days: 0 },
      { name: 'Daily charge', amount: '45.00', source: 'rate', connection },
      { name: 'Special read', amount: '25.00', source: 'given' },
    ])
    expect(anew.discounted_total_this_period).toBe(found.discounted_total_this_period.now)
    const now = await invoices.send(anew.id)
    // 170.00 + 25.50 GST, less 10 %: 175.95; the read 28.75; 5 % of both 10.24.
    expect(now.discounted_total_this_period).toBe('214.94')
    expect(await verified(anew.id)).toEqual([])
    const explained = await accounting.get('/invoice/explain', { id: anew.id, field: 'line.1' })
    expect(explained.body.data[0]).toMatchObject({
      formula: '500 kWh × 0.25 = 125',
      amount: '125.00',
    })
    const pdf = pdfText((await accounting.get('/invoice/document', { id: anew.id })).bytes)
    expect(pdf).toContain('214.94')
    expect((await invoices.mailOf(anew.id)).text_plain).toContain('$214.94')
    const page = (await invoices.read(await invoices.tokenOf(anew.id))).body.data
    expect(page).toMatchObject({ discounted_total: '214.94' })
    const lineOnPage = page.explanation.find((one: { key: string }) => one.key === 'line.1')
    expect(lineOnPage).toMatchObject({ amount: '125.00', words: '500 kWh × 0.25 = 125' })
    const csv = (await admin.get('/invoices/csv', { customer_id })).text
    expect(csv).toContain('214.94')
    const change = (await accounting.get('/invoice/change', { id: anew.id })).body.data
    expect(change).toMatchObject({
      previous_number: old.invoice_number,
      current_amount: '214.94',
      words: `It comes to $27.17 less than invoice ${old.invoice_number}, which it replaces.`,
    })
    const parts = Object.fromEntries(change.parts.map((one: { key: string }) => [one.key, one]))
    expect(parts.use.words).toMatch(/^Use was corrected: Energy 500 kWh instead of 600\. /)
    expect(parts.days.amount).toBe('0.00')
    await booksHold(world, customer_id)
  })

  test('says what was estimated before and is known from readings now', async () => {
    const account = await meteredAccount(accounting)
    await correctReading(accounting, account.reading_id, { reading_latest_type: 'estimate' })
    const old = await sendIt((await draftOf(account)).id)
    expect(old.lines[0].estimated_share).toBe('1.0000')
    await correctReading(accounting, account.reading_id, {
      reading_latest: '1550',
      reading_latest_type: 'actual',
    })
    const anew = await done('/invoice/redo', { id: old.id, ...because })
    expect(anew.lines[0]).toMatchObject({ amount: '137.50', estimated_share: '0.0000' })
    const change = (await accounting.get('/invoice/change', { id: anew.id })).body.data
    const readings = change.parts.find((one: { key: string }) => one.key === 'readings')
    expect(readings.words).toMatch(
      /^Estimated before and read now: Energy 550 kWh instead of 600\. /,
    )
  })

  test('takes up the supplier’s bill as it stands now, and keeps what was written beside it', async () => {
    const account = await suppliedAccount(admin, { split: true })
    const { invoice, bill_id } = await draftWithBill(accounting, account)
    const { version, lines } = (await accounting.get('/invoice', { id: invoice.id })).body.data
    await done('/invoice', { id: invoice.id, version, lines: [...lines, specialRead] })
    const old = await sendIt(invoice.id)
    const bill = (await accounting.get('/bill', { id: bill_id })).body.data
    const next = await done('/bill/replace', { id: bill_id, version: bill.version, ...because })
    await done('/bill', {
      ...{ id: next.id, version: next.version },
      lines: [{ name: 'Energy', quantity: '1', rate: '500.00', unit: 'each', discountable: true }],
    })
    const anew = await done('/invoice/redo', { id: old.id, ...because })
    expect(told(anew.lines)).toEqual([
      ['Energy', '500.00', 'bill'],
      ['Special read', '25.00', 'given'],
    ])
  })

  test('may drop what was written by hand, too', async () => {
    const account = await meteredAccount(accounting)
    const draft = await draftOf(account)
    await typeOver(draft.id, ([energy, daily]) => [{ ...energy, quantity: '1' }, { ...daily }])
    const old = await sendIt(draft.id)
    const kept = await done('/invoice/redo', { id: old.id, ...because, drop: ['line.1'] })
    expect(told(kept.lines)).toEqual([
      ['Energy', '150.00', 'rate'],
      ['Daily charge', '45.00', 'rate'],
    ])
  })
})
