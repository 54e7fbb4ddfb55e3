import { describe, expect, test } from 'vitest'
import { Problem } from '#domain/kit/problem.ts'
import { writeBankFile } from '#tests/support/bank-corpus-files.ts'
import type { BankFile } from './bank-file.ts'
import { bankColumns } from './column-proposal.ts'
import { accountOfFile } from './one-account.ts'
import { type ReadOptions, readBankFile } from './read-bank-file.ts'

const today = '2026-11-16'

function read(content: string | Uint8Array, options: Partial<ReadOptions> = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readBankFile(bytes, { today, ...options })
}

function fileOf(content: string, options: Partial<ReadOptions> = {}): BankFile {
  const result = read(content, options)
  if ('proposal' in result) throw new Error(`Proposed: ${result.proposal.header_key}`)
  return result.file
}

/** What is answered, by its code and in its words. */
function refusal(work: () => unknown): [number, string] {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem)
      return [error.code, error.detail.errors?.[0]?.message ?? error.message]
    throw error
  }
  return [200, '']
}

const westpac = new TextDecoder().decode(writeBankFile('westpac', []))
const tsb = new TextDecoder().decode(writeBankFile('tsb', []))
const ofx = (inside: string) => `<OFX><STMTRS>${inside}</STMTRS></OFX>`
const line = '<STMTTRN><DTPOSTED>20261105<TRNAMT>1.00<FITID>1</STMTTRN>'

describe('a file that cannot be taken in', () => {
  // Shows: V1.5.1
  test.each([
    ['nothing at all', '', 400, 'This file is empty.'],
    ['blank lines', '\n , \n', 400, 'This file is empty.'],
    ['a header alone', westpac, 400, 'There are no lines in this file.'],
    ['an OFX without lines', ofx('<CURDEF>NZD'), 400, 'There are no lines in this file.'],
    [
      'Australian dollars',
      ofx(`<CURDEF>AUD${line}`),
      400,
      'This file is in AUD. Only New Zealand dollars can be taken in.',
    ],
    [
      'two accounts',
      `<OFX><STMTRS><ACCTID>12-3113-0003869-00</ACCTID>${line}</STMTRS></OFX>`.replace(
        /<STMTRS>.*<\/STMTRS>/,
        (one) =>
          one.replace('<ACCTID>', '<BANKACCTFROM><ACCTID>') +
          one.replace('<ACCTID>12-3113-0003869-00', '<BANKACCTFROM><ACCTID>02-0500-0652822-02'),
      ),
      400,
      'This file holds lines of several accounts. Export one account at a time.',
    ],
    [
      'entities of its own',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>${ofx(line)}`,
      400,
      'A file of bank lines must not define entities.',
    ],
    ['a PDF', '%PDF-1.7 …', 415, expect.stringContaining('not a file of bank lines')],
    ['a workbook or an archive', 'PK\u0003\u0004 …', 415, expect.stringContaining('CSV')],
    ['bytes that are no text', 'a\0b', 415, expect.stringContaining('CSV')],
  ])('%s', (_, content, code, message) => {
    expect(refusal(() => read(content))).toEqual([code, message])
  })

  test('more than 20 MB', () => {
    const large = new Uint8Array(20 * 1024 * 1024 + 1).fill(65)
    expect(refusal(() => read(large))).toEqual([413, 'That file is too big. The limit is 20 MB.'])
  })

  test('more than 50,000 rows, and not one less', () => {
    const rows = (count: number) => westpac + '05/11/2026,1.00,A,B,,,\n'.repeat(count)
    expect(read(rows(50_000))).toHaveProperty('file')
    const [code, message] = refusal(() => read(rows(50_001)))
    expect([code, message]).toEqual([413, 'That file is too big. The limit is 50,000 rows.'])
  }, 120_000)
})

describe('whose file it is', () => {
  const own = [
    { id: 1, bank_account_number: '1231130003869000' },
    { id: 2, bank_account_number: '0205000652822002' },
  ]
  test('the account it names is taken, and must be the chosen one', () => {
    expect(accountOfFile('1231130003869000', own, null)).toBe(1)
    expect(accountOfFile('1231130003869000', own, 1)).toBe(1)
    const wrong = [400, 'This file belongs to 12-3113-0003869-00.']
    expect(refusal(() => accountOfFile('1231130003869000', own, 2))).toEqual(wrong)
    expect(refusal(() => accountOfFile('1231130003869000', own.slice(1), null))).toEqual(wrong)
  })

  test('a file that names none needs a chosen account', () => {
    expect(accountOfFile(null, own, 2)).toBe(2)
    expect(refusal(() => accountOfFile(null, own, null))[0]).toBe(400)
  })
})

describe('days that a bank writes either way', () => {
  const days = (...dates: string[]) =>
    fileOf(westpac + dates.map((date) => `${date},1.00,A,B,,,\n`).join('')).rows.map(
      ({ fields }) => fields.transaction_date,
    )
  test('a first part over twelve is the day, a second one too', () => {
    expect(days('05/11/2026', '31/10/2026')).toEqual(['2026-11-05', '2026-10-31'])
    expect(days('10/05/2026', '10/31/2026')).toEqual(['2026-10-05', '2026-10-31'])
  })
  test('where none tells, the day comes first unless that is in the future', () => {
    expect(days('05/11/2026')).toEqual(['2026-11-05'])
    expect(days('11/12/2026', '11/05/2026')).toEqual(
      [null, '2026-11-05'].map((day) => day ?? '2026-11-12'),
    )
  })
  test('a file with both is refused', () => {
    expect(refusal(() => days('31/10/2026', '10/31/2026'))[0]).toBe(400)
  })
})

describe('amounts and rows', () => {
  const rowOf = (amount: string, date = '05/11/2026') =>
    fileOf(`${tsb}${date},"FEE","${amount}",\n`).rows[0]
  test.each([
    ['1,628.45', '1628.45'],
    ['$1,628.45', '1628.45'],
    ['-$12.50', '-12.50'],
    ['(12.50)', '-12.50'],
    ['12.50 DR', '-12.50'],
    ['12.50 CR', '12.50'],
    ['12.50-', '-12.50'],
    ['12.5', '12.50'],
    ['12', '12.00'],
  ])('“%s” is %s', (text, amount) => {
    expect(rowOf(text)).toMatchObject({ message: null, fields: { amount } })
  })
  test.each(['12.505', 'twelve', '1,62', '-12.50 DR', '1.2.3'])('“%s” is no amount', (text) => {
    expect(rowOf(text)?.message).toBe(`“${text}” is not an amount in dollars and cents.`)
  })
  test.each([
    ['17/11/2026', 'The date is in the future.'],
    ['31/12/2018', 'The date is before 2019.'],
    ['31/02/2026', '“31/02/2026” is not a day.'],
    ['', 'There is no date.'],
  ])('a row of “%s” waits to be mended', (date, message) => {
    expect(rowOf('1.00', date)?.message).toBe(message)
  })
})

describe('balances are a chain', () => {
  const rows = ['01/11/2026,A,10.00,110.00', '02/11/2026,B,-30.00,80.00', '03/11/2026,C,5.00,85.00']
  const told = (lines: string[]) => fileOf(`${tsb}${lines.join('\n')}\n`)
  test.each([
    ['downwards', rows],
    ['upwards', rows.toReversed()],
  ])('%s', (_, lines) => {
    expect(told(lines)).toMatchObject({
      opening_balance: '100.00',
      closing_balance: '85.00',
      warnings: [],
    })
  })
  test('a break warns and tells how much is missing', () => {
    const { warnings } = told([rows[0] ?? '', rows[2] ?? ''])
    expect(warnings).toEqual([
      'The balances do not follow from the amounts on 03/11/2026: lines of -30.00 seem to be missing.',
    ])
  })
})

describe('a table of no known bank', () => {
  const text = 'Booked,Date,Credit,Debit,Payee\nx,05/11/2026,10.00,,Kauri\nx,31/10/2026,,4.00,Fee\n'
  test('answers with a proposal of its columns', () => {
    expect(read(text)).toEqual({
      proposal: {
        header_key: 'booked,date,credit,debit,payee',
        header: ['Booked', 'Date', 'Credit', 'Debit', 'Payee'],
        sample: [
          ['x', '05/11/2026', '10.00', '', 'Kauri'],
          ['x', '31/10/2026', '', '4.00', 'Fee'],
        ],
        mapping: { transaction_date: 1, amount_in: 2, amount_out: 3, other_party: 4 },
      },
    })
  })
  test('is read by the mapping people have chosen', () => {
    const mapping = { transaction_date: 1, amount_in: 2, amount_out: 3, other_party: 4 }
    const { rows, layout } = fileOf(text, { mapping })
    expect(layout).toBe('generic')
    expect(rows.map(({ fields }) => fields.amount)).toEqual(['10.00', '-4.00'])
  })
  test('a mapping from outside names known fields and columns that can be there', () => {
    expect(bankColumns.schema.safeParse({ transaction_date: 1, amount: 2 }).success).toBe(true)
    expect(bankColumns.schema.safeParse({ transaction_date: -1 }).success).toBe(false)
    expect(bankColumns.schema.safeParse({ colour: 1 }).success).toBe(false)
  })
  test('a mapping without a date or an amount is proposed again', () => {
    expect(read(text, { mapping: { transaction_date: 1 } })).toHaveProperty('proposal')
  })
})

describe('camt.053', () => {
  const entry = (details: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="NZD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="NZD">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal><Ntry><Amt Ccy="NZD">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-05T23:30:00+13:00</DtTm></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry><Ntry><Amt Ccy="NZD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt></BkToCstmrStmt></Document>`
  const detail = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="NZD">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`
  const lines = (details: string) =>
    fileOf(entry(details)).rows.map(({ fields }) => [
      fields.amount,
      fields.other_party,
      fields.bank_line_id,
    ])
  test('details that add up are lines of their own, others are not, and pending is nothing', () => {
    expect(lines(detail('10.00', 'A') + detail('20.00', 'B'))).toEqual([
      ['10.00', 'A', 'R1/1'],
      ['20.00', 'B', 'R1/2'],
    ])
    expect(lines(detail('10.00', 'A') + detail('19.00', 'B'))).toEqual([['30.00', 'A', 'R1']])
  })
  test('its balances and its day are as written', () => {
    const file = fileOf(entry(detail('30.00', 'A')))
    expect([file.opening_balance, file.closing_balance]).toEqual(['100.00', '-5.00'])
    expect(file.rows[0]?.fields.transaction_date).toBe('2026-11-05')
  })
})
