import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '#domain/kit/problem.ts'
import { type WrittenLayout, writeBankFile } from '#tests/support/bank-corpus-files.ts'
import { readBankFile } from './read-bank-file.ts'

const today = '2026-11-16'
const line = {
  transaction_date: '2026-11-05',
  amount: '1628.45',
  other_party: 'KAURI CAFE',
  particulars: 'INV-1041',
  code: 'C-1007',
  reference: 'POWER OCT',
  id: '26110501',
}

/** Reads it or refuses it in the words of the catalogue; anything else is a mistake of ours. */
function readOrRefuse(bytes: Uint8Array): void {
  try {
    readBankFile(bytes, { today })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect([400, 413, 415]).toContain(error.code)
  }
}

const layouts: WrittenLayout[] = ['anz', 'asb', 'bnz', 'westpac', 'ofx', 'ofx2', 'camt053', 'qif']

test('a file that was damaged anywhere is read or refused', () => {
  const cut = fc.nat({ max: 2000 })
  const noise = fc.oneof(
    fc.constantFrom('<', '>', '&', '"', ',', '\n', '<!--', '<![CDATA[', '</', '\0', '^', '!', ';'),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...layouts), cut, cut, noise, (layout, from, length, text) => {
      const whole = new TextDecoder().decode(writeBankFile(layout, [line, line]))
      const start = from % whole.length
      const damaged = whole.slice(0, start) + text + whole.slice(start + (length % 40))
      readOrRefuse(new TextEncoder().encode(damaged))
    }),
    { numRuns: 500 },
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readOrRefuse))
})

test.each([
  ['comments that never end', '<OFX>', '<!--'],
  ['sections that never end', '<OFX>', '<![CDATA['],
  ['brackets that never close', '<OFX>', '<'],
  ['tags without an end', '<OFX>', '<A b'],
  ['one endless tag', '<OFX><A ', 'b='],
  ['tags in tags', '<OFX>', '<A>'],
  ['entries with a line each', '<OFX><A>', '<B></B>\n'],
  ['blanks in an amount', 'Date,Description,Amount,Balance\n05/11/2026,A,1', ' '],
  ['quotes that never close', 'Date,Description,Amount,Balance\n', '"'],
])('a large file of %s takes no longer than any other', (_, begin, repeated) => {
  const text = `${begin}${repeated.repeat(400_000 / repeated.length)}x`
  const start = performance.now()
  readOrRefuse(new TextEncoder().encode(text))
  expect(performance.now() - start).toBeLessThan(5000)
})
