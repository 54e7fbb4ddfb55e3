import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { paidBy } from '#tests/support/adjusting.ts'
import { because, customersMoney, type Refusal, refusedAs } from '#tests/support/bank-refusals.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let bank: Bank
let customer: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
  customer = await newCustomer(user)
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const day = (ago: number) => addDays(todayOf(world), -ago)
const NOT_LEFT_OUT =
  'Only lines before the opening day, or two that cancel each other out, are left out.'

const ignore = async (amount: string, other?: string, given: object = {}) => {
  const id = await bank.line(amount)
  const with_id = other === undefined ? undefined : await bank.line(other, given)
  return accounting.post('/banktransaction/ignore', { id, with_id, ...because })
}
const match = (id: number, said: object, client = accounting) =>
  client.post('/banktransaction/match', { id, ...said })
const unmatch = (id: number, client = accounting, said: object = because) =>
  client.post('/banktransaction/unmatch', { id, ...said })

const money = () => customersMoney(bank, customer.id)

async function paidBack(id: number, amount = '10.00') {
  const reply = await accounting.post('/invoicepayment/refund', { id, amount, ...because })
  expect(reply.status, reply.text).toBe(200)
}

/** A line that somebody looked at before the money it was about came in another way. */
async function changedMeanwhile() {
  const { id: customer_id } = await newCustomer(user)
  const page = await sentInvoice(accounting, customer_id)
  const id = await bank.line(page.discounted_total, { reference: page.invoice_number })
  const [best] = (await bank.get(id)).info.candidates as unknown as { key: string }[]
  const { invoice_number: reference } = page
  await paidBy({ client: accounting, world }, customer_id, '20.00', { reference })
  return match(id, { key: best?.key })
}

const takenIn = async (row: string) => {
  const content = textFile(`Date,Description,Amount,Balance\n${row}`)
  const sent = { content, bankaccount_id: bank.account }
  const { id } = (await sendForm(accounting, 'PUT /bankimport', sent)).body.data
  expect((await accounting.post('/bankimport/accept', { id })).status).toBe(200)
  const [line] = (await accounting.get('/banktransactions', { bankimport_id: id })).body.data
  return { bankimport_id: Number(id), line: line as { id: number; version: number } }
}
const slashed = (iso: string) => iso.split('-').reverse().join('/')

const ofLines: Refusal[] = [
  ['leaving out what moved money', 476, NOT_LEFT_OUT, () => ignore('5.00')],
  ['leaving out two that do not cancel out', 476, NOT_LEFT_OUT, () => ignore('5.00', '-5.01')],
  [
    'leaving out two of different accounts',
    476,
    NOT_LEFT_OUT,
    () => ignore('5.00', '-5.00', { bankaccount_id: bank.savings }),
  ],
  [
    'leaving out a line that is matched',
    476,
    'the bank transaction is matched. It works while it is new or suggested.',
    async () => accounting.post('/banktransaction/ignore', { id: (await money()).id, ...because }),
  ],
  [
    'matching what is from before the opening day',
    476,
    'it is from before the account’s opening day. Leave it out instead.',
    async () => {
      const id = await bank.line('5.00', { transaction_date: day(31) })
      return match(id, { parts: [{ kind: 'aside', amount: '5.00' }] })
    },
  ],
  [
    'matching to another sum',
    400,
    'The parts do not add up to the line: 0.01 is left.',
    async () => match(await bank.line('5.00'), { parts: [{ kind: 'aside', amount: '4.99' }] }),
  ],
  [
    'matching what somebody else has matched',
    409,
    'Somebody has matched this line already: Not identified yet.',
    async () => {
      const id = await bank.line('5.00')
      await bank.match(id, [{ kind: 'aside', amount: '5.00' }])
      return match(id, { parts: [{ kind: 'aside', amount: '5.00' }] }, manager)
    },
  ],
  [
    'taking what a candidate was, and is no more',
    474,
    'Have a look at the differences',
    changedMeanwhile,
  ],
  [
    'taking the match off without a reason',
    400,
    'Say why, in a few words.',
    async () => unmatch((await money()).id, accounting, {}),
  ],
  [
    'taking the match off as somebody who does not work with lines',
    403,
    "You don't have permission to do that.",
    async () => unmatch((await money()).id, user),
  ],
  [
    'taking the match off a line that has none',
    476,
    'It works while it is matched or transfer or ignored.',
    async () => unmatch(await bank.line('5.00')),
  ],
  [
    'taking off what was paid back since',
    476,
    'some of the payment was paid back',
    async () => {
      const { id, payment } = await money()
      await paidBack(payment)
      return unmatch(id)
    },
  ],
  [
    'taking off what is linked and was paid back since',
    476,
    'some of the payment was paid back',
    async () => {
      const made = await paidBy({ client: accounting, world }, customer.id, '33.00')
      const id = await bank.line('33.00')
      await bank.match(id, [{ kind: 'payment', amount: '33.00', payment_ids: [made.id] }])
      await paidBack(made.id)
      return unmatch(id)
    },
  ],
  [
    'changing what the bank says',
    476,
    'what the bank says stays. Write a note beside it.',
    async () => {
      const { line } = await takenIn(`${slashed(day(3))},CHANGED,7.00,`)
      const { id, version } = line
      return accounting.post('/banktransaction', { id, version, amount: '8.00' })
    },
  ],
  [
    'deleting what the bank has shown',
    476,
    'the bank has shown it',
    async () => {
      const { line } = await takenIn(`${slashed(day(3))},DELETED,7.50,`)
      return accounting.delete('/banktransaction', { id: line.id })
    },
  ],
  [
    'deleting a line by hand that is matched',
    476,
    'the bank transaction is matched',
    async () => accounting.delete('/banktransaction', { id: (await money()).id }),
  ],
]

describe('of a line, this is refused', () => {
  test.each(ofLines)('%s: %i', async (_sentence, code, words, ask) => {
    await refusedAs(code, words, await ask())
  })

  test('who is told of another candidate is told which there are', async () => {
    const { body } = await changedMeanwhile()
    expect(body.info.candidates.length).toBeGreaterThan(0)
  })
})
