import { expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { Chance } from '#tests/support/bank-corpus-chance.ts'
import { type WrittenLine, writeBankFile } from '#tests/support/bank-corpus-files.ts'
import type { BankLineFields, LineSource } from './bank-line.ts'
import { readBankFile } from './file/read-bank-file.ts'
import { judgeRows, type StoredLine } from './known-lines.ts'

const today = '2026-11-16'

/** Lines of a busy account: few amounts, so that many days have the same one several times. */
function busyAccount(count: number): WrittenLine[] {
  const chance = new Chance(11)
  return Array.from({ length: count }, (_, at) => ({
    transaction_date: addDays('2026-05-01', Math.floor((at * 180) / count)),
    amount: chance.pick(['100.00', '115.00', '57.50', '-20.00', `${10 + chance.below(900)}.15`]),
    other_party: chance.pick(['KAURI CAFE', 'J SMITH', 'RATA BAKERY']),
    particulars: chance.pick(['POWER', 'INV-1041', '1041']),
    code: 'A1',
    reference: 'B2',
    id: `${70_000_000 + at}`,
  }))
}

class Account {
  readonly stored: StoredLine[] = []

  /** Takes a file in, and tells how many of its rows were new, known and doubtful. */
  take(layout: 'bnz' | 'ofx', lines: readonly WrittenLine[]) {
    const result = readBankFile(writeBankFile(layout, lines), { today })
    if ('proposal' in result) throw new Error('A known layout was not found.')
    // Every row of these files is a good one.
    const rows = result.file.rows.map(({ fields }) => fields as BankLineFields)
    const source: LineSource = result.file.layout
    const told = { new: 0, known: 0, doubtful: 0 }
    for (const [at, { row_status }] of judgeRows(rows, source, this.stored).entries()) {
      told[row_status] += 1
      const fields = rows[at]
      if (row_status === 'new' && fields)
        this.stored.push({ ...fields, source, id: this.stored.length + 1, feed_line_id: null })
    }
    return told
  }
}

test('5,000 lines as CSV, again, as OFX and with 30 % overlap come in once each', () => {
  const all = busyAccount(8500)
  // A download ends with a day, as banks offer them.
  const endOf = (count: number) =>
    all.findLastIndex((one) => one.transaction_date === all[count]?.transaction_date) + 1
  const startOf = (count: number) =>
    all.findIndex((one) => one.transaction_date === all[count]?.transaction_date)
  const first = all.slice(0, endOf(5000))
  const second = all.slice(startOf(3500))
  const account = new Account()
  expect(account.take('bnz', first)).toEqual({ new: first.length, known: 0, doubtful: 0 })
  expect(account.take('bnz', first)).toEqual({ new: 0, known: first.length, doubtful: 0 })
  expect(account.take('ofx', first)).toEqual({ new: 0, known: first.length, doubtful: 0 })
  const added = all.length - first.length
  const overlap = second.length - added
  expect(account.take('ofx', second)).toEqual({ new: added, known: overlap, doubtful: 0 })
  expect(account.take('bnz', second)).toEqual({ new: 0, known: second.length, doubtful: 0 })
  expect(account.stored).toHaveLength(all.length)
}, 120_000)
