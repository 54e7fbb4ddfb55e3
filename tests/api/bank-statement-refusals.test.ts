import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { because, customersMoney, type Refusal, refusedAs } from '#tests/support/bank-refusals.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let bank: Bank
let customer: { id: number }

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
  customer = await newCustomer(accounting)
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const day = (ago: number) => addDays(todayOf(world), -ago)

/** Every line that is left is set aside. */
async function allMatched(): Promise<void> {
  for (const state of ['new', 'suggested']) {
    const { body } = await accounting.get('/banktransactions', { transaction_status: state })
    for (const { id, amount } of body?.data ?? [])
      await accounting.post('/banktransaction/match', { id, parts: [{ kind: 'aside', amount }] })
  }
}

const plus = (balance: string, amount: number) => (Number(balance) + amount).toFixed(2)
const DATED = 3

/** A statement that says what the lines say, and as much more as is asked for. */
async function statement(ago: number, more: { closing?: number; opening?: number } = {}) {
  const about = { bankaccount_id: bank.account, statement_date: day(ago) }
  const made = await accounting.put('/bankstatement', { ...about, closing_balance: '0.00' })
  expect(made.status, made.text).toBe(201)
  const { id, version } = made.body.data
  const { difference, closed_before } = (await accounting.get('/bankstatement', { id })).body.info
  const closing_balance = plus('0.00', -Number(difference) + (more.closing ?? 0))
  const opening_balance = more.opening ? plus(closed_before, more.opening) : null
  const said = { id, version, closing_balance, opening_balance }
  const changed = await accounting.post('/bankstatement', said)
  expect(changed.status, changed.text).toBe(261)
  return Number(id)
}
const agree = (id: number) => accounting.post('/bankstatement/agree', { id })
const reopen = (id: number, client = manager, said: object = because) =>
  client.post('/bankstatement/reopen', { id, ...said })
const lock = (books_locked_to: string | null, client = manager, said: object = {}) =>
  client.post('/bankaccounts/lock', { books_locked_to, ...said })

/** An agreed statement, with a line that is on it. */
async function agreed() {
  await allMatched()
  const line = await customersMoney(bank, customer.id, '61.00', { transaction_date: day(DATED) })
  const id = await statement(DATED)
  const reply = await agree(id)
  expect(reply.status, reply.text).toBe(200)
  return { id, line: line.id }
}

/** Takes statements away again, the latest first. */
async function gone(...ids: number[]) {
  for (const id of ids) {
    await reopen(id)
    expect((await accounting.delete('/bankstatement', { id })).status).toBe(262)
  }
}

const ofStatements: Refusal[] = [
  [
    'agreeing with a line that nobody has matched',
    476,
    '1 line is not matched',
    async () => {
      await allMatched()
      await bank.line('5.00')
      return agreeOnce(await statement(0))
    },
  ],
  [
    'agreeing with a difference',
    476,
    'bank and books differ by $0.01',
    async () => {
      await allMatched()
      return agreeOnce(await statement(0, { closing: 0.01 }))
    },
  ],
  [
    'agreeing where the statement before closed with another balance',
    476,
    'lines are missing: 412.10',
    async () => {
      const { id } = await agreed()
      const reply = await agreeOnce(await statement(0, { opening: 412.1 }))
      await gone(id)
      return reply
    },
  ],
  [
    'a second one of the same day',
    409,
    'There is a statement of this account and day already.',
    async () => {
      const id = await statement(0)
      const about = { bankaccount_id: bank.account, statement_date: day(0) }
      const reply = await accounting.put('/bankstatement', { ...about, closing_balance: '1.00' })
      await gone(id)
      return reply
    },
  ],
]

async function agreeOnce(id: number): Promise<Reply> {
  const reply = await agree(id)
  await gone(id)
  return reply
}

describe('of a statement, this is refused', () => {
  test.each(ofStatements)('%s: %i', async (_sentence, code, words, ask) => {
    await refusedAs(code, words, await ask())
  })

  describe('once it is agreed', () => {
    let made: { id: number; line: number }
    beforeAll(async () => {
      made = await agreed()
    })
    afterAll(() => gone(made.id))

    const afterwards: Refusal[] = [
      ['reopening it as accounting', 403, 'permission', () => reopen(made.id, accounting)],
      ['reopening it without a reason', 400, 'Say why', () => reopen(made.id, manager, {})],
      ['agreeing again', 476, 'the bank statement is agreed', () => agree(made.id)],
      [
        'changing it',
        476,
        'the bank statement is agreed',
        () =>
          accounting.post('/bankstatement', { id: made.id, version: 3, closing_balance: '1.00' }),
      ],
      [
        'deleting it',
        476,
        'the bank statement is agreed',
        () => accounting.delete('/bankstatement', { id: made.id }),
      ],
      [
        'taking the match off one of its lines',
        476,
        'the bank transaction is reconciled',
        () => accounting.post('/banktransaction/unmatch', { id: made.line, ...because }),
      ],
      [
        'opening the account anew',
        476,
        'a statement of the account is agreed. Reopen it first.',
        async () => {
          const { version } = (await manager.get('/bankaccount', { id: bank.account })).body.data
          return manager.post('/bankaccount', {
            id: bank.account,
            version,
            opening_balance: '1.00',
          })
        },
      ],
      [
        'reopening it under a later one',
        476,
        'a later statement is agreed. Reopen that one first.',
        async () => {
          const next = await statement(0)
          expect((await agree(next)).status).toBe(200)
          const reply = await reopen(made.id)
          await gone(next)
          return reply
        },
      ],
    ]
    test.each(afterwards)('%s: %i', async (_sentence, code, words, ask) => {
      await refusedAs(code, words, await ask())
    })
  })
})

describe('of the lock, this is refused', () => {
  let admin: Client
  beforeAll(async () => {
    admin = await world.as('admin')
    expect((await lock(day(5))).status).toBe(261)
  })
  afterAll(() => lock(null, admin, because))

  const entry = (transaction_date: string) => ({
    transaction_date,
    reason: 'Said by the accountant',
    lines: [
      { account: 6030, amount: '4.00' },
      { account: 4010, amount: '-4.00' },
    ],
  })
  const ofTheLock: Refusal[] = [
    ['locking as accounting', 403, 'permission', () => lock(day(4), accounting)],
    ['locking to today', 400, 'Choose a day that has passed.', () => lock(todayOf(world))],
    ['going back as a manager', 403, 'permission', () => lock(day(6), manager, because)],
    ['opening as a manager', 403, 'permission', () => lock(null, manager, because)],
    ['going back without a reason', 400, 'Say why, in a few words.', () => lock(day(6), admin)],
    [
      'an entry that is dated by hand in the locked days',
      476,
      'the books are locked to',
      () => manager.put('/transaction', entry(day(5))),
    ],
  ]
  test.each(ofTheLock)('%s: %i', async (_sentence, code, words, ask) => {
    await refusedAs(code, words, await ask())
  })

  test('not: an entry of the first open day', async () => {
    const reply = await manager.put('/transaction', entry(day(4)))
    expect(reply.status, reply.text).toBe(201)
  })
})
