import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatBankAccount, makeBankAccount } from '#domain/kit/bank-account.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import type { Client } from '#tests/support/client.ts'
import { sendForm, textFile, type UploadedFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let bank: Bank
/** Our two accounts, as banks write their numbers. */
let everyday: string
let savings: string
let closed: number

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
  everyday = await numberOf(bank.account)
  savings = await numberOf(bank.savings)
  closed = await closedAccount()
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

async function numberOf(id: number): Promise<string> {
  const { body } = await manager.get('/bankaccount', { id })
  return formatBankAccount(body.data.bank_account_number)
}

async function closedAccount(): Promise<number> {
  const made = await manager.put('/bankaccount', {
    name: 'Closed',
    bank_account_number: makeBankAccount('02', '0500', 99_000),
    opening_date: '2026-01-01',
    opening_balance: '0.00',
    is_closed: true,
  })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

const WESTPAC = 'Date,Amount,Other Party,Description,Reference,Particulars,Analysis Code'
const westpac = (...days: string[]) =>
  [WESTPAC, ...days.map((day) => `${day},1.00,KAURI CAFE,DIRECT CREDIT,,,`)].join('\n')
const tsb = (...rows: string[]) => ['Date,Description,Amount,Balance', ...rows].join('\n')
const statementOf = (account: string, currency = 'NZD') =>
  `<STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><STMTTRN>
<DTPOSTED>20261105<TRNAMT>1.00<FITID>1</STMTTRN></STMTRS>`
const ofx = (...statements: string[]) => `<OFX>${statements.join('')}</OFX>`
const binary = (name: string, ...bytes: number[]): UploadedFile => ({
  name,
  bytes: Buffer.from(bytes),
})

const send = (file: string | UploadedFile, bankaccount_id: number | null = bank.account) =>
  sendForm(accounting, 'PUT /bankimport', {
    content: typeof file === 'string' ? textFile(file, 'bank.csv') : file,
    bankaccount_id: bankaccount_id ?? undefined,
  })

const belongs = (account: string) => `This file belongs to ${account}.`
const CHOOSE = 'This file does not say whose it is. Choose the account.'
const MIXED = 'Some dates of this file are written day first and others month first.'
const AUSTRALIAN = 'This file is in AUD. Only New Zealand dollars can be taken in.'
const SEVERAL = 'This file holds lines of several accounts. Export one account at a time.'
const NO_TEXT = 'That is a document or a workbook, not a text file. Save it as CSV first.'
const FOREIGN = '12-3113-0003869-00'
const ZIP = [0x50, 0x4b, 3, 4, 20, 0, 0, 0]

type Refusal = [
  sentence: string,
  code: number,
  words: () => string,
  ask: () => ReturnType<typeof send>,
]
const refusals: Refusal[] = [
  ['days written both ways', 400, () => MIXED, () => send(westpac('31/10/2026', '10/31/2026'))],
  [
    'an account that is not ours',
    400,
    () => belongs(FOREIGN),
    () => send(ofx(statementOf(FOREIGN))),
  ],
  [
    'an account of ours that is not the chosen one',
    400,
    () => belongs(savings),
    () => send(ofx(statementOf(savings))),
  ],
  [
    'an account that is not ours, none being chosen',
    400,
    () => belongs(FOREIGN),
    () => send(ofx(statementOf(FOREIGN)), null),
  ],
  [
    'no account in it, none being chosen',
    400,
    () => CHOOSE,
    () => send(tsb('05/11/2026,A,1,1'), null),
  ],
  [
    'lines of two accounts',
    400,
    () => SEVERAL,
    () => send(ofx(statementOf(everyday), statementOf(savings))),
  ],
  [
    'an account that is closed',
    400,
    () => 'That account is closed.',
    () => send(tsb('05/11/2026,A,1,1'), closed),
  ],
  ['another currency', 400, () => AUSTRALIAN, () => send(ofx(statementOf(everyday, 'AUD')))],
  ['nothing in it', 400, () => 'This file is empty.', () => send('')],
  ['blank rows alone', 400, () => 'This file is empty.', () => send('\n , \n')],
  ['a header alone', 400, () => 'There are no lines in this file.', () => send(tsb())],
  [
    'more than 20 MB',
    413,
    () => 'That file is too big. The limit is 20 MB.',
    () => send({ name: 'bank.csv', bytes: Buffer.alloc(20 * 2 ** 20 + 1, 'a') }),
  ],
  [
    'more than 50,000 rows',
    413,
    () => 'That file is too big. The limit is 50,000 rows.',
    () => send(westpac(...Array.from({ length: 50_001 }, () => '05/11/2026'))),
  ],
  ['a PDF', 415, () => NO_TEXT, () => send(textFile('%PDF-1.7\n', 'bank.pdf'))],
  ['a workbook', 415, () => NO_TEXT, () => send(binary('bank.xlsx', ...ZIP))],
  ['an archive', 415, () => NO_TEXT, () => send(binary('bank.zip', ...ZIP))],
]

describe('a file is refused, and nothing of it kept', () => {
  test.each(refusals)('%s: %i', async (_sentence, code, words, ask) => {
    const reply = await ask()
    expect([reply.status, reply.body.errors?.[0]?.message ?? reply.body.message]).toEqual([
      code,
      words(),
    ])
    expect((await accounting.get('/bankimports')).body?.data ?? []).toEqual([])
  })
})

describe('a row is refused, and mended in its place', () => {
  const good = '05/11/2026'
  const tomorrow = () => formatDay(addDays(todayOf(world), 1))
  test.each<[sentence: string, day: () => string, amount: string, words: () => string]>([
    [
      'three decimals',
      () => good,
      '12.345',
      () => '“12.345” is not an amount in dollars and cents.',
    ],
    ['no amount', () => good, 'twelve', () => '“twelve” is not an amount in dollars and cents.'],
    ['no money', () => good, '0.00', () => 'An amount of 0.00 moves nothing.'],
    ['no day', () => '31/02/2026', '12.34', () => '“31/02/2026” is not a day.'],
    ['a day ahead', tomorrow, '12.34', () => 'The date is in the future.'],
    ['a day before 2019', () => '31/12/2018', '12.34', () => 'The date is before 2019.'],
  ])('%s', async (_sentence, day, amount, words) => {
    const sent = await send(tsb(`${day()},KAURI CAFE,${amount},`))
    expect(sent.body.data, sent.text).toMatchObject({ rows_error: 1, rows_new: 0 })
    const bankimport_id = sent.body.data.id
    const [row] = (await accounting.get('/stagedbanklines', { bankimport_id })).body.data
    expect([row.row_status, row.message]).toEqual(['error', words()])
    const mended = await accounting.post('/stagedbankline', {
      id: row.id,
      version: row.version,
      transaction_date: '2026-11-05',
      amount: '12.34',
    })
    expect(mended.body.data, mended.text).toMatchObject({ row_status: 'new', message: null })
  })

  test('a break in the balances is told, and the file taken in', async () => {
    const sent = await send(tsb('01/11/2026,A,10.00,110.00', '03/11/2026,C,5.00,85.00'))
    expect([sent.status, sent.body.data.message]).toEqual([
      201,
      'The balances do not follow from the amounts on 03/11/2026: lines of -30.00 seem to be missing.',
    ])
  })
})
