import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  OTHER_ACCOUNT,
  OUR_ACCOUNT,
  type WrittenLayout,
  type WrittenLine,
  writeBankFile,
} from '#tests/support/bank-corpus-files.ts'
import type { BankFile } from './bank-file.ts'
import { type ReadOptions, readBankFile } from './read-bank-file.ts'

const today = '2026-11-16'
const bytesOf = (text: string) => new TextEncoder().encode(text)

function fileOf(content: string | Uint8Array, options: Partial<ReadOptions> = {}): BankFile {
  const bytes = typeof content === 'string' ? bytesOf(content) : content
  const result = readBankFile(bytes, { today, ...options })
  if ('proposal' in result) throw new Error(`Proposed: ${result.proposal.header_key}`)
  return result.file
}

const digitsOf = (account: string) => account.replace(/(\d+)-(\d+)-(\d+)-(\d+)/, '$1$2$30$4')

const headers: Partial<Record<WrittenLayout, string>> = Object.fromEntries(
  (['anz', 'asb', 'bnz', 'westpac', 'kiwibank'] as const).map((layout) => {
    const text = new TextDecoder().decode(writeBankFile(layout, []))
    return [layout, text]
  }),
)

describe('the sample of each bank', () => {
  const kauri = { transaction_date: '2026-11-05', amount: '1628.45' }
  const inThree = { particulars: 'INV-1041', code: 'C-1007', reference: 'POWER OCT' }
  test.each([
    [
      'anz',
      'Direct Credit,Kauri Cafe Ltd,INV-1041,C-1007,POWER OCT,"1,628.45",05/11/2026,,',
      { ...kauri, ...inThree, other_party: 'Kauri Cafe Ltd', bank_type: 'Direct Credit' },
    ],
    [
      'asb',
      '2026/11/05,2026110501,D/C,,"D/C FROM KAURI CAFE","INV1041 C1007",1628.45',
      { ...kauri, bank_line_id: '2026110501', memo: 'INV1041 C1007', bank_type: 'D/C' },
    ],
    [
      'bnz',
      '05/11/26,1628.45,KAURI CAFE LTD,INV-1041,C-1007,POWER OCT,BP,02-0500-0652822-02,12-3113-0003869-00,,050,0000123,12-3113,05/11/26',
      { ...kauri, ...inThree, other_account: '1231130003869000', processed_date: '2026-11-05' },
    ],
    [
      'westpac',
      '05/11/2026,1628.45,"KAURI CAFE LTD","DIRECT CREDIT","INV-1041","C-1007","POWER OCT"',
      { ...kauri, reference: 'INV-1041', particulars: 'C-1007', code: 'POWER OCT' },
    ],
    [
      'kiwibank',
      '38-9000-0392156-03,05-11-2026,KAURI CAFE,DC,,,,POWER OCT,INV-1041,C-1007,KAURI CAFE,12-3113-0003869-00,1628.45,,1628.45,9120.10',
      { ...kauri, ...inThree, balance_after: '9120.10', memo: 'KAURI CAFE' },
    ],
  ] as const)('%s is read into its fields', (layout, line, fields) => {
    const file = fileOf(`${headers[layout]}${line}\n`)
    expect(file.layout).toBe(layout)
    expect(file.rows).toHaveLength(1)
    expect(file.rows[0]).toMatchObject({ message: null, fields })
    expect([file.period_from, file.period_to]).toEqual(['2026-11-05', '2026-11-05'])
  })

  test('OFX of the older kind has values without closing tags', () => {
    const file = fileOf(
      'OFXHEADER:100\n<OFX><STMTRS><CURDEF>NZD<BANKACCTFROM><ACCTID>12-3113-0003869-00</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261130<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261105<TRNAMT>1628.45<FITID>26110501<NAME>KAURI &amp; CAFE<MEMO>INV1041</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>-20.00<DTASOF>20261105</LEDGERBAL></STMTRS></OFX>',
    )
    expect(file).toMatchObject({
      layout: 'ofx',
      account: '1231130003869000',
      closing_balance: '-20.00',
      period_from: '2026-11-01',
      period_to: '2026-11-30',
    })
    expect(file.rows[0]?.fields).toMatchObject({
      ...kauri,
      bank_line_id: '26110501',
      other_party: 'KAURI & CAFE',
      memo: 'INV1041',
    })
  })

  test('blanks between entries are no part of any value', () => {
    const entry =
      '<STMTTRN>\n<TRNAMT>\n 12.50\n<NAME>KAURI\nCAFE <DTPOSTED>20261105\n</STMTTRN>\n\n'
    const file = fileOf(
      `OFXHEADER:100\n<OFX>\n<STMTRS>\n<BANKTRANLIST>\n${entry.repeat(3)}</BANKTRANLIST></STMTRS></OFX>`,
    )
    const fields = { amount: '12.50', other_party: 'KAURI CAFE', transaction_date: '2026-11-05' }
    expect(file.rows.map((row) => row.fields)).toEqual(
      Array(3).fill(expect.objectContaining(fields)),
    )
  })

  test('the lines above ASB’s table say whose account it is and its balance', () => {
    const file = fileOf(writeBankFile('asb', [sampleLine]))
    expect([file.account, file.closing_balance]).toEqual([digitsOf(OUR_ACCOUNT), '20.00'])
  })
})

const sampleLine: WrittenLine = {
  transaction_date: '2026-11-05',
  amount: '1628.45',
  other_party: 'KAURI CAFE',
  particulars: 'INV-1041',
  code: 'C-1007',
  reference: 'POWER OCT',
  id: '26110501',
}

describe('what is written is read back', () => {
  const word = fc.stringMatching(/^[A-Z0-9][A-Z0-9&'",#-]{0,10}[A-Z0-9]$/)
  const line = fc.record({
    transaction_date: fc
      .integer({ min: 0, max: 2800 })
      .map((days) => Temporal.PlainDate.from('2019-01-01').add({ days }).toString()),
    amount: fc
      .integer({ min: -99_999_999, max: 99_999_999 })
      .filter((amount) => amount !== 0)
      .map((amount) => (amount / 100).toFixed(2)),
    other_party: word,
    particulars: word,
    code: word,
    reference: word,
    id: fc.stringMatching(/^[0-9]{6,10}$/),
  })
  const layouts: WrittenLayout[] = [
    'anz',
    'anz2',
    'asb',
    'bnz',
    'westpac',
    'kiwibank',
    'tsb',
    'ofx',
    'ofx2',
    'camt053',
    'qif',
  ]
  // A day over twelve tells the layouts without a fixed order how the others are written.
  const told: WrittenLine = { ...sampleLine, transaction_date: '2026-10-31' }

  test.each(layouts)('%s', (layout) => {
    const hasTexts = ['anz', 'anz2', 'bnz', 'westpac', 'kiwibank'].includes(layout)
    const hasId = ['anz2', 'asb', 'ofx', 'ofx2', 'camt053'].includes(layout)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const wanted = [...lines, told]
        const { rows } = fileOf(writeBankFile(layout, wanted))
        expect(rows.map(({ message }) => message)).toEqual(wanted.map(() => null))
        for (const [at, one] of wanted.entries()) {
          const fields = rows[at]?.fields
          expect(fields).toMatchObject({
            transaction_date: one.transaction_date,
            amount: one.amount,
          })
          const { other_party, particulars, code, reference } = one
          if (layout !== 'tsb') expect(fields?.other_party).toBe(other_party)
          if (hasTexts) expect(fields).toMatchObject({ particulars, code, reference })
          else expect(fields?.memo).toContain(`${particulars} ${code} ${reference}`)
          if (hasId) expect(fields?.bank_line_id).toBe(one.id)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each(['bnz', 'kiwibank', 'ofx', 'ofx2', 'camt053'] as const)(
    '%s names accounts',
    (layout) => {
      const file = fileOf(writeBankFile(layout, [sampleLine]))
      expect(file.account).toBe(digitsOf(OUR_ACCOUNT))
      if (layout === 'bnz' || layout === 'kiwibank')
        expect(file.rows[0]?.fields.other_account).toBe(digitsOf(OTHER_ACCOUNT))
    },
  )
})

describe('encodings', () => {
  const text = `${headers.westpac}05/11/2026,10.00,Café Ōtaki,DC,,,\n`
  const partyOf = (bytes: Uint8Array) => fileOf(bytes).rows[0]?.fields.other_party

  test('UTF-8 with and without its mark, and UTF-16 with it', () => {
    expect(partyOf(bytesOf(text))).toBe('Café Ōtaki')
    expect(partyOf(bytesOf(`\ufeff${text}`))).toBe('Café Ōtaki')
    const wide = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(partyOf(wide)).toBe('Café Ōtaki')
    expect(partyOf(wide.map((_, at) => wide[at % 2 === 0 ? at + 1 : at - 1] ?? 0))).toBe(
      'Café Ōtaki',
    )
  })

  test('what is neither is Windows-1252, as older exports are', () => {
    const latin = Buffer.from(text.replace('Ō', 'O'), 'latin1')
    expect(partyOf(new Uint8Array(latin))).toBe('Café Otaki')
  })
})
